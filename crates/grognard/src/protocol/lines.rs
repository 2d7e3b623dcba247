//! Lines of any length and any bytes.

use std::io::{BufRead, Result};

/// A longer line than this is not read into memory.
pub const LONGEST: usize = 8 << 20;

/// What came in.
#[derive(PartialEq, Eq, Debug)]
pub enum Line {
    /// A line without its end.
    Text(Vec<u8>),
    /// A line that was too long, and was skipped.
    TooLong,
    /// Nothing more comes.
    End,
}

/// Reads the next line.
pub fn read_line(input: &mut dyn BufRead) -> Result<Line> {
    let mut line = Vec::new();
    let (mut any, mut too_long) = (false, false);
    loop {
        let buffer = input.fill_buf()?;
        if buffer.is_empty() {
            break;
        }
        any = true;
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let part = &buffer[..end.unwrap_or(buffer.len())];
        too_long |= line.len() + part.len() > LONGEST;
        if !too_long {
            line.extend_from_slice(part);
        }
        let read = part.len() + usize::from(end.is_some());
        input.consume(read);
        if end.is_some() {
            break;
        }
    }
    Ok(match (any, too_long) {
        (false, _) => Line::End,
        (true, true) => Line::TooLong,
        (true, false) => Line::Text(line),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_too_long_is_skipped_and_the_next_is_read() {
        let mut text = vec![b'x'; LONGEST + 1];
        text.extend_from_slice(b"\nshort\n\nlast");
        let mut input = &text[..];
        assert_eq!(read_line(&mut input).unwrap(), Line::TooLong);
        assert_eq!(read_line(&mut input).unwrap(), Line::Text(b"short".to_vec()));
        assert_eq!(read_line(&mut input).unwrap(), Line::Text(Vec::new()));
        assert_eq!(read_line(&mut input).unwrap(), Line::Text(b"last".to_vec()));
        assert_eq!(read_line(&mut input).unwrap(), Line::End);
    }
}
