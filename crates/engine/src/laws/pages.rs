//! Pages that quote files.

use std::path::Path;

/// Panics unless every block of a page that names a file after its language (a fence such as ```` ```toml data/map.toml ````)
/// stands in that file word for word, and at least so many do. Of a `diff`, what it keeps and what it takes away must stand
/// there, so that it can be applied.
pub fn assert_page_quotes(page: &Path, folder: &Path, at_least: usize) {
    let read = |file: &Path| std::fs::read_to_string(file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    let mut quotes = 0;
    // Every second piece between the fences is a block.
    for block in read(page).split("```").skip(1).step_by(2) {
        let Some((head, text)) = block.split_once('\n') else { continue };
        let Some((language, file)) = head.split_once(' ') else { continue };
        let quoted = if language == "diff" { before(text) } else { vec![text.to_string()] };
        for text in quoted {
            assert!(read(&folder.join(file)).contains(&text), "{file} does not have:\n{text}");
        }
        quotes += 1;
    }
    assert!(quotes >= at_least, "only {quotes} quotes");
}

/// What stands in a file before a diff is applied, hunk by hunk.
fn before(diff: &str) -> Vec<String> {
    let hunk = |hunk: &str| {
        let kept = hunk.lines().filter(|line| !line.starts_with('+'));
        kept.map(|line| format!("{}\n", line.get(1..).unwrap_or_default())).collect()
    };
    diff.split("@@\n").map(hunk).collect()
}
