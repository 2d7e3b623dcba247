//! What `docs/adding-a-game.md` quotes stands in the files word for word.

use std::path::Path;

#[test]
fn the_guide_quotes_the_files_as_they_are() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let guide = std::fs::read_to_string(folder.join("../../docs/adding-a-game.md")).unwrap();
    let mut quotes = 0;
    // Every second piece between the fences is a block; its first line may name the file that it quotes.
    for block in guide.split("```").skip(1).step_by(2) {
        let (head, text) = block.split_once('\n').unwrap();
        let Some((_, file)) = head.split_once(' ') else { continue };
        let source = std::fs::read_to_string(folder.join(file)).unwrap();
        assert!(source.contains(text), "{file} does not have:\n{text}");
        quotes += 1;
    }
    assert!(quotes >= 10, "only {quotes} quotes");
}
