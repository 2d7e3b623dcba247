//! How text is set.

use crate::faces::Face;

/// The families, the one that pictures are made with first.
pub const FAMILIES: &str = "'Libertinus Serif','Linux Libertine O',Palatino,Georgia,serif";

/// One way to set text.
#[derive(Copy, Clone, Debug)]
pub struct Letters {
    /// The height of the type, in pixels.
    pub size: f32,
    /// Space added after each letter, as a part of the size.
    pub spacing: f32,
    pub colour: &'static str,
    pub face: Face,
    /// The colour around the letters, where it is not that of their neighbours.
    pub halo: Option<&'static str>,
}

impl Letters {
    /// About how wide a text comes out.
    pub fn width(&self, text: &str) -> f32 {
        text.chars().map(|letter| letter_width(letter) + self.spacing).sum::<f32>() * self.size
    }

    /// The attributes for such text.
    pub fn attributes(&self) -> String {
        let spacing = if self.spacing > 0.0 {
            format!(" letter-spacing=\"{:.1}\"", self.spacing * self.size)
        } else {
            String::new()
        };
        let halo = self.halo.map(|colour| format!(" stroke=\"{colour}\"")).unwrap_or_default();
        let face = self.face.attributes();
        format!("font-size=\"{:.1}\" fill=\"{}\"{spacing}{face}{halo}", self.size, self.colour)
    }
}

/// About how wide a letter of the serif face is, as a part of its size.
fn letter_width(letter: char) -> f32 {
    match letter {
        ' ' | '.' | ',' | '\'' | 'i' | 'j' | 'l' | '-' | ':' | ';' | '|' => 0.27,
        'f' | 'r' | 't' | 's' | '(' | ')' => 0.36,
        'm' | 'w' | 'M' | 'W' => 0.82,
        letter if letter.is_uppercase() => 0.66,
        _ => 0.49,
    }
}

/// Breaks text into lines no wider than this.
pub fn wrapped(text: &str, letters: &Letters, width: f32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if letters.width(line) + letters.width(word) + letters.width(" ") <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_string()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_is_too_wide() {
        let letters = Letters { size: 10.0, spacing: 0.0, colour: "", face: Face::Regular, halo: None };
        let lines = wrapped("one two three four five six seven eight", &letters, 60.0);
        assert!(lines.len() > 2 && lines.iter().all(|line| letters.width(line) <= 60.0), "{lines:?}");
    }
}
