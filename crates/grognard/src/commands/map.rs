//! `grognard map`: a game's board as a picture.

use crate::cli::MapArgs;
use crate::failure::Failure;
use render::Options;
use std::path::Path;

/// Draws the board of a scenario.
pub fn run(args: MapArgs) -> Result<(), Failure> {
    let game = catalogue::find(&args.game)?.load(args.data.folder.as_deref())?;
    let scenario = args.scenario.as_deref().map_or(Ok(0), |id| game.about().scenario(id)).map_err(Failure::said)?;
    let options = Options { numbers: !args.no_numbers, overprint: game.overprint(scenario), ..Options::default() };
    keep_picture(&args.out, render::svg(game.map(scenario), &options)?, args.scale)
}

/// Writes a picture in the form that its name asks for.
pub fn keep_picture(file: &Path, svg: String, scale: f32) -> Result<(), Failure> {
    let ending = file.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    let bytes = match ending.as_deref() {
        Some("svg") => svg.into_bytes(),
        Some("png") => png(&svg, scale)?,
        _ => return Err(Failure::said(format!("{}: a picture ends in .svg or .png", file.display()))),
    };
    write(file, &bytes)
}

#[cfg(feature = "png")]
fn png(svg: &str, scale: f32) -> Result<Vec<u8>, Failure> {
    Ok(render::png(svg, scale)?)
}

#[cfg(not(feature = "png"))]
fn png(_svg: &str, _scale: f32) -> Result<Vec<u8>, Failure> {
    Err(crate::parts::without("pictures in PNG; those in SVG need no more"))
}

fn write(file: &Path, bytes: &[u8]) -> Result<(), Failure> {
    std::fs::write(file, bytes).map_err(|error| Failure::said(format!("{}: {error}", file.display())))
}
