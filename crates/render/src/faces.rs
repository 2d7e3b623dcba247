//! The faces of Libertinus Serif that text is set in.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;

/// The family, as every picture names it.
pub const FAMILY: &str = "Libertinus Serif";

/// One face of the family.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Face {
    Regular,
    Italic,
    Semibold,
    SemiboldItalic,
    Bold,
}

/// The rules of a style sheet that carry every face, for a page that shows pictures and has text of its own.
pub fn style_sheet() -> String {
    [Face::Regular, Face::Italic, Face::Semibold, Face::SemiboldItalic, Face::Bold].map(Face::rule).concat()
}

impl Face {
    fn weight(self) -> u16 {
        match self {
            Face::Regular | Face::Italic => 400,
            Face::Semibold | Face::SemiboldItalic => 600,
            Face::Bold => 700,
        }
    }

    fn style(self) -> &'static str {
        match self {
            Face::Italic | Face::SemiboldItalic => "italic",
            Face::Regular | Face::Semibold | Face::Bold => "normal",
        }
    }

    /// The letters of European languages, as WOFF2.
    fn file(self) -> &'static [u8] {
        match self {
            Face::Regular => include_bytes!("../fonts/libertinus-serif-regular.woff2"),
            Face::Italic => include_bytes!("../fonts/libertinus-serif-italic.woff2"),
            Face::Semibold => include_bytes!("../fonts/libertinus-serif-semibold.woff2"),
            Face::SemiboldItalic => include_bytes!("../fonts/libertinus-serif-semibold-italic.woff2"),
            Face::Bold => include_bytes!("../fonts/libertinus-serif-bold.woff2"),
        }
    }

    /// The attributes of text set in it, each with a space before: what is usual goes without saying.
    pub fn attributes(self) -> &'static str {
        match self {
            Face::Regular => "",
            Face::Italic => " font-style=\"italic\"",
            Face::Semibold => " font-weight=\"600\"",
            Face::SemiboldItalic => " font-style=\"italic\" font-weight=\"600\"",
            Face::Bold => " font-weight=\"700\"",
        }
    }

    /// The rule of a style sheet that carries it.
    pub fn rule(self) -> String {
        format!(
            "@font-face{{font-family:'{FAMILY}';font-weight:{};font-style:{};src:url(data:font/woff2;base64,{})}}\n",
            self.weight(),
            self.style(),
            BASE64_STANDARD.encode(self.file())
        )
    }
}
