//! The numbered list of options.

use super::paint::Paint;
use engine::Choice;

/// How many lines of options are shown at once.
const PAGE: usize = 20;

/// A list with more options than this is shown with those of a piece together on one line.
const LONG: usize = 12;

/// The lines of a list of options, to be shown page by page. Numbers count from one.
pub fn lines(choices: &[Choice], wide: usize, paint: Paint) -> Vec<String> {
    let groups: Vec<_> = choices.chunk_by(|a, b| a.piece.is_some() && a.piece == b.piece).collect();
    let digits = choices.len().to_string().len();
    let numbered = |(index, choice): (usize, &Choice)| {
        format!("{:>digits$}  {}{}", paint.bold(&format!("{:>digits$}", index + 1)), choice.text, extras(choice))
    };
    if choices.len() <= LONG || groups.len() * 2 > choices.len() {
        return choices.iter().enumerate().map(numbered).collect();
    }
    let mut number = 0;
    let mut lines = Vec::new();
    for group in groups {
        if group.len() == 1 {
            lines.push(numbered((number, &group[0])));
        } else {
            let title = group[0].piece.as_deref().unwrap_or_default();
            lines.extend(wrapped(&format!("{title}: "), group, number, wide, paint));
        }
        number += group.len();
    }
    lines
}

/// The options of one piece on as few lines as they need.
fn wrapped(title: &str, group: &[Choice], before: usize, wide: usize, paint: Paint) -> Vec<String> {
    let mut lines = Vec::new();
    let (mut line, mut length) = (title.to_string(), title.chars().count());
    for (index, choice) in group.iter().enumerate() {
        let number = (before + index + 1).to_string();
        let rest = format!(" {}{}  ", choice.hex.as_deref().unwrap_or(&choice.text), extras(choice));
        let more = number.len() + rest.chars().count();
        if length + more > wide {
            lines.push(std::mem::replace(&mut line, "    ".into()));
            length = 4;
        }
        line += &paint.bold(&number);
        line += &rest;
        length += more;
    }
    lines.push(line);
    lines.iter().map(|line| line.trim_end().to_string()).collect()
}

/// What an option costs, and whether dice fall.
fn extras(choice: &Choice) -> String {
    let notes: Vec<_> = choice.cost.iter().map(String::as_str).chain(choice.rolls.then_some("dice")).collect();
    if notes.is_empty() { String::new() } else { format!(" ({})", notes.join(", ")) }
}

/// A page of lines, with a word on what is left.
pub fn page(lines: &[String], from: usize) -> (Vec<String>, usize) {
    let end = (from + PAGE).min(lines.len());
    let mut shown = lines.get(from..end).unwrap_or_default().to_vec();
    if end < lines.len() {
        shown.push(format!("... {} more lines: \"more\"", lines.len() - end));
    }
    (shown, end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choices(pieces: usize, each: usize) -> Vec<Choice> {
        let one = |piece: usize, hex: usize| Choice {
            hex: Some(format!("{hex:04}")),
            piece: Some(format!("p{piece}")),
            ..Choice::new(format!("p{piece}-{hex}"), format!("p{piece} to {hex}"))
        };
        (0..pieces).flat_map(|piece| (0..each).map(move |hex| one(piece, hex))).collect()
    }

    #[test]
    fn a_short_list_has_a_line_for_each() {
        assert_eq!(lines(&choices(1, 2), 80, Paint(false)), ["1  p0 to 0", "2  p0 to 1"]);
    }

    #[test]
    fn a_long_list_puts_those_of_a_piece_together() {
        let lines = lines(&choices(4, 5), 30, Paint(false));
        assert_eq!(lines[..2], ["p0: 1 0000  2 0001  3 0002", "    4 0003  5 0004"]);
        assert_eq!(lines.last().map(String::as_str), Some("    20 0004"));
    }

    #[test]
    fn a_page_says_what_is_left() {
        let lines: Vec<_> = (0..25).map(|n| n.to_string()).collect();
        let (shown, next) = page(&lines, 0);
        assert_eq!((shown.len(), next), (21, 20));
        assert_eq!(shown[20], "... 5 more lines: \"more\"");
        assert_eq!(page(&lines, 20).0.len(), 5);
    }
}
