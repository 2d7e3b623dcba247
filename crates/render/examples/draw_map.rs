//! Draws a map's data file: `draw_map map.toml picture.svg`, or `picture.png` with an optional scale.

use engine::data::{DataFile, Map, Provenances};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [source, target, rest @ ..] = &arguments[..] else {
        return Err("usage: draw_map MAP.toml PICTURE.svg|PICTURE.png [SCALE]".into());
    };
    let file = DataFile::new(source.as_str(), std::fs::read_to_string(source)?);
    let map = Map::read(&file, &mut Provenances::default())?;
    let start = std::time::Instant::now();
    let svg = render::svg(&map, &render::Options::default())?;
    println!("{} hexes, {} bytes of SVG in {:.0?}", map.board.len(), svg.len(), start.elapsed());
    if target.ends_with(".png") {
        let scale = rest.first().map_or(Ok(1.0), |scale| scale.parse())?;
        let start = std::time::Instant::now();
        let png = render::png(&svg, scale)?;
        println!("{} bytes of PNG in {:.0?}", png.len(), start.elapsed());
        std::fs::write(target, png)?;
    } else {
        std::fs::write(target, svg)?;
    }
    Ok(())
}
