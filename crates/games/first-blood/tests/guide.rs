//! What `docs/data-format.md` quotes stands in the data files word for word.

use std::path::Path;

#[test]
fn the_page_on_data_quotes_the_files_as_they_are() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(folder.join("../../../docs/data-format.md")).unwrap();
    let mut quotes = 0;
    // Every second piece between the fences is a block; its first line may name the file that it quotes.
    for block in page.split("```").skip(1).step_by(2) {
        let (head, text) = block.split_once('\n').unwrap();
        let Some((_, file)) = head.split_once(' ') else { continue };
        let source = std::fs::read_to_string(folder.join(file)).unwrap();
        assert!(source.contains(text), "{file} does not have:\n{text}");
        quotes += 1;
    }
    assert!(quotes >= 5, "only {quotes} quotes");
}
