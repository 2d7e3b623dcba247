//! A sheet of letters to draw on.

use super::paint::{Paint, Style};

/// A sheet of letters.
pub struct Canvas {
    wide: usize,
    letters: Vec<(char, Style)>,
}

impl Canvas {
    /// An empty sheet.
    pub fn new(wide: usize, high: usize) -> Canvas {
        Canvas { wide, letters: vec![(' ', Style::default()); wide * high] }
    }

    /// Writes letters from a place on; what does not fit is left out.
    pub fn write(&mut self, (x, y): (usize, usize), text: &str, style: Style) {
        for (x, letter) in (x..self.wide).zip(text.chars()) {
            if let Some(place) = self.letters.get_mut(y * self.wide + x) {
                *place = (letter, style);
            }
        }
    }

    /// The lines of a part of the sheet.
    pub fn lines(&self, (x, y): (usize, usize), (wide, high): (usize, usize), paint: Paint) -> Vec<String> {
        let rows = self.letters.chunks(self.wide.max(1)).skip(y).take(high);
        rows.map(|row| line(&row[x.min(row.len())..(x + wide).min(row.len())], paint)).collect()
    }
}

/// A row as text; letters written the same way share one change of style.
fn line(row: &[(char, Style)], paint: Paint) -> String {
    let blank = |&(letter, style): &(char, Style)| letter == ' ' && (!paint.0 || style.paper.is_none());
    let end = row.iter().rposition(|letter| !blank(letter)).map_or(0, |last| last + 1);
    row[..end]
        .chunk_by(|a, b| a.1 == b.1)
        .map(|run| paint.write(run[0].1, &run.iter().map(|(letter, _)| letter).collect::<String>()))
        .collect()
}
