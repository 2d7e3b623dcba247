//! Finds the comments of Rust source. Syntax trees drop them, so this reads the text itself and knows just enough of
//! Rust not to take the inside of a string for a comment.

/// One line of a comment, with its marks (`//`, `/*`).
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct CommentLine<'a> {
    /// Where it starts in the source, in bytes.
    pub(crate) offset: usize,
    pub(crate) text: &'a str,
}

/// All comments, doc comments included, line by line.
pub(crate) fn comment_lines(source: &str) -> Vec<CommentLine<'_>> {
    let mut lexer = Lexer { source, at: 0 };
    let mut lines = Vec::new();
    while lexer.at < source.len() {
        let start = lexer.at;
        if lexer.skip_comment() {
            let mut offset = start;
            for text in source[start..lexer.at].split_inclusive('\n') {
                lines.push(CommentLine { offset, text });
                offset += text.len();
            }
        } else {
            lexer.skip_code();
        }
    }
    lines
}

struct Lexer<'a> {
    source: &'a str,
    at: usize,
}

impl Lexer<'_> {
    fn rest(&self) -> &str {
        &self.source[self.at..]
    }

    fn skip_comment(&mut self) -> bool {
        let rest = self.rest();
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            block_comment_length(rest)
        } else {
            return false;
        };
        self.at += length;
        true
    }

    /// Skips a string, a character, a word or one sign.
    fn skip_code(&mut self) {
        let rest = self.rest();
        self.at += match rest.chars().next() {
            Some('"') => string_length(rest),
            Some('\'') => quote_length(rest),
            Some(c) if is_word(c) => {
                let word = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
                word + raw_string_length(&rest[..word], &rest[word..])
            }
            Some(c) => c.len_utf8(),
            None => 0,
        };
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Block comments nest.
fn block_comment_length(text: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < text.len() {
        let rest = &text[at..];
        if rest.starts_with("/*") {
            depth += 1;
            at += 2;
        } else if rest.starts_with("*/") {
            depth -= 1;
            at += 2;
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
        if depth == 0 {
            return at;
        }
    }
    text.len()
}

fn string_length(text: &str) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '"' if !escaped => return at + 1,
            '\\' => escaped = !escaped,
            _ => escaped = false,
        }
    }
    text.len()
}

/// The length of what follows a word if the word opens a raw string (`r"`, `br#"`), otherwise 0.
fn raw_string_length(word: &str, after: &str) -> usize {
    let hashes = after.len() - after.trim_start_matches('#').len();
    if !matches!(word, "r" | "br" | "cr") || !after[hashes..].starts_with('"') {
        return 0;
    }
    let (inside, end) = (hashes + 1, format!("\"{}", "#".repeat(hashes)));
    after[inside..].find(&end).map_or(after.len(), |at| inside + at + end.len())
}

/// The length of a character literal, or of the apostrophe of a lifetime.
fn quote_length(text: &str) -> usize {
    let mut chars = text.char_indices().skip(1);
    let (first, second) = (chars.next(), chars.next());
    match (first, second) {
        (Some((_, '\\')), Some((at, escaped))) => {
            let after = at + escaped.len_utf8();
            text[after..].find('\'').map_or(text.len(), |end| after + end + 1)
        }
        (Some(_), Some((at, '\''))) => at + 1,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(source: &str) -> Vec<&str> {
        comment_lines(source).into_iter().map(|line| line.text.trim_end()).collect()
    }

    #[test]
    fn line_and_doc_comments_are_found_with_their_place() {
        let source = "//! a\nfn f() {} // b\n/// c";
        assert_eq!(texts(source), ["//! a", "// b", "/// c"]);
        assert_eq!(comment_lines(source)[1].offset, source.find("// b").unwrap());
    }

    #[test]
    fn block_comments_nest_and_span_lines() {
        assert_eq!(texts("a /* 1 /* 2 */\n 3 */ b /**/ c"), ["/* 1 /* 2 */", " 3 */", "/**/"]);
        assert_eq!(texts("/* é"), ["/* é"]);
    }

    #[test]
    fn strings_hold_no_comments() {
        assert_eq!(texts(r#"let a = "// no \" // no \\"; // yes"#), ["// yes"]);
        assert_eq!(texts("let a = r\"\\\"; // yes\nlet b = \"// no\";"), ["// yes"]);
        assert_eq!(texts("let a = br##\"// no \"# // no \"##; // yes"), ["// yes"]);
        assert_eq!(texts("let r#type = c\"// no\"; // yes"), ["// yes"]);
    }

    #[test]
    fn characters_and_lifetimes_are_told_apart() {
        assert_eq!(texts(r#"let a = ('"', '\'', '\\', '\u{22}', b'"', 'é'); // yes "#), ["// yes"]);
        assert_eq!(texts("fn f<'a>(s: &'a str) -> &'static str { \"// no\" } // yes"), ["// yes"]);
    }

    #[test]
    fn unfinished_source_ends_quietly() {
        for source in ["\"abc", "r#\"abc\"", "'", "'\\", "/* /* */", "//"] {
            assert!(comment_lines(source).len() <= 1, "{source}");
        }
    }
}
