//! Colour, where there is any.

use std::io::IsTerminal;

/// Whether to write in colour.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Paint(pub bool);

impl Paint {
    /// Colour on a terminal that shows it, unless `NO_COLOR` is set.
    pub fn for_stdout() -> Paint {
        let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        Paint(std::io::stdout().is_terminal() && !unwanted && !dumb)
    }

    /// The text in a manner of writing.
    pub fn write(self, style: Style, text: &str) -> String {
        if !self.0 || text.is_empty() || style == Style::default() {
            return text.to_string();
        }
        format!("\x1b[{}m{text}\x1b[0m", style.codes())
    }

    /// The text in bold.
    pub fn bold(self, text: &str) -> String {
        self.write(Style { bold: true, ..Style::default() }, text)
    }

    /// The text less visible than others.
    pub fn faint(self, text: &str) -> String {
        self.write(Style { faint: true, ..Style::default() }, text)
    }
}

/// A manner of writing; colours are those of the palette of 256.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Style {
    /// The colour of the letters.
    pub ink: Option<u8>,
    /// The colour behind them.
    pub paper: Option<u8>,
    /// Strong letters.
    pub bold: bool,
    /// Weak letters.
    pub faint: bool,
}

impl Style {
    fn codes(self) -> String {
        let mut codes = Vec::new();
        codes.extend(self.bold.then(|| "1".to_string()));
        codes.extend(self.faint.then(|| "2".to_string()));
        codes.extend(self.ink.map(|ink| format!("38;5;{ink}")));
        codes.extend(self.paper.map(|paper| format!("48;5;{paper}")));
        codes.join(";")
    }

    /// Letters that can be read on a paper of this colour, given as `#rrggbb`.
    pub fn on(colour: &str) -> Style {
        let part = |at: usize| colour.get(at..at + 2).and_then(|two| u8::from_str_radix(two, 16).ok());
        let (Some(red), Some(green), Some(blue)) = (part(1), part(3), part(5)) else {
            return Style { bold: true, ..Style::default() };
        };
        let step = |value: u8| (u16::from(value) * 5 + 127) / 255;
        let paper = 16 + 36 * step(red) + 6 * step(green) + step(blue);
        let bright = 3 * u32::from(red) + 6 * u32::from(green) + u32::from(blue) > 10 * 120;
        Style { ink: Some(if bright { 16 } else { 231 }), paper: Some(paper as u8), bold: true, faint: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_colour_is_plain_text() {
        assert_eq!(Paint(false).bold("a"), "a");
        assert_eq!(Paint(true).bold("a"), "\x1b[1ma\x1b[0m");
    }

    #[test]
    fn counters_are_written_so_that_they_can_be_read() {
        assert_eq!(Style::on("#ffffff").ink, Some(16));
        assert_eq!(Style::on("#000000").ink, Some(231));
        assert_eq!(Style::on("#ff0000").paper, Some(196));
        assert_eq!(Style::on("red").paper, None);
    }
}
