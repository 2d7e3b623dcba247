//! What a name, a password and an address may be.

use crate::error::Failure;
use crate::notices::is_mail_address;
use unicode_normalization::UnicodeNormalization as _;

const LONGEST_NAME: usize = 30;
const PASSWORD: std::ops::RangeInclusive<usize> = 8..=200;
const LONGEST_EMAIL: usize = 254;

/// A name as it is kept: trimmed, of 1 to 30 characters that can be seen.
pub fn name(text: &str) -> Result<String, Failure> {
    let name: String = text.trim().nfc().collect();
    if name.is_empty() || name.chars().count() > LONGEST_NAME {
        return Err(Failure::bad_request(format!("a name has 1 to {LONGEST_NAME} characters")));
    }
    if name.chars().any(is_invisible) || name.contains("  ") {
        return Err(Failure::bad_request("a name has no invisible characters"));
    }
    Ok(name)
}

/// Whether a character cannot be seen, or changes how others are shown: with it two names could look alike.
fn is_invisible(letter: char) -> bool {
    let is_odd_space = letter.is_whitespace() && letter != ' ';
    let is_format = matches!(letter,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}'
        | '\u{e000}'..='\u{f8ff}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffd}' | '\u{e0000}'..='\u{10ffff}');
    letter.is_control() || is_odd_space || is_format
}

/// Checks a new password.
pub fn password(text: &str) -> Result<(), Failure> {
    if PASSWORD.contains(&text.chars().count()) {
        return Ok(());
    }
    Err(Failure::bad_request(format!("a password has {} to {} characters", PASSWORD.start(), PASSWORD.end())))
}

/// A mail address as it is kept.
pub fn email(text: &str) -> Result<String, Failure> {
    let text = text.trim();
    if text.len() > LONGEST_EMAIL || !is_mail_address(text) {
        return Err(Failure::bad_request("this is no e-mail address"));
    }
    Ok(text.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_trimmed_and_visible() {
        assert_eq!(name("  Ney ").unwrap(), "Ney");
        assert_eq!(name("Jean de Dieu Soult").unwrap(), "Jean de Dieu Soult");
        assert_eq!(name("e\u{301}").unwrap(), "é");
        assert_eq!(name(&"ñ".repeat(30)).unwrap(), "ñ".repeat(30));
        for wrong in [
            "",
            "   ",
            "a\nb",
            "a\u{0}b",
            "N\u{200b}ey",
            "N\u{202e}ey",
            "N\u{a0}ey",
            "a  b",
            "\u{3164}",
            "\u{feff}Ney",
            "\u{2800}",
            "\u{e000}",
        ] {
            assert!(name(wrong).is_err(), "{wrong:?}");
        }
        assert!(name(&"n".repeat(31)).is_err());
    }

    #[test]
    fn passwords_are_neither_short_nor_endless() {
        assert!(password("12345678").is_ok() && password(&"é".repeat(200)).is_ok());
        assert!(password("1234567").is_err() && password(&"x".repeat(201)).is_err());
    }

    #[cfg(feature = "post")]
    #[test]
    fn addresses_have_their_form() {
        assert_eq!(email(" ney@example.org ").unwrap(), "ney@example.org");
        let long = format!("{}@example.org", "x".repeat(300));
        for wrong in ["", "ney", "ney@", "@example.org", "a@b@c", "ney@example.org\r\nBcc: x@example.org", &long] {
            assert!(email(wrong).is_err(), "{wrong:?}");
        }
    }
}
