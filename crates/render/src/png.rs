//! Pictures made of pixels.

use crate::RenderError;
use crate::faces::FAMILY;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{self, fontdb::Database};
use std::sync::{Arc, LazyLock};

/// The faces of Libertinus Serif stand first among the fonts of the crate that carries them.
const FACES: usize = 6;

/// A picture with more pixels than this is refused: it would fill the memory and no program could show it.
const MOST_PIXELS: f32 = 2.0e8;

/// The fonts, read once.
static FONTS: LazyLock<Arc<Database>> = LazyLock::new(|| {
    let mut fonts = Database::new();
    typst_assets::fonts().take(FACES).for_each(|face| fonts.load_font_data(face.to_vec()));
    fonts.set_serif_family(FAMILY);
    Arc::new(fonts)
});

/// A PNG file of an SVG picture, so many pixels to a unit of its view box.
///
/// # Errors
/// If the text is not SVG, or the picture would be too large.
pub fn png(svg: &str, scale: f32) -> Result<Vec<u8>, RenderError> {
    drawn(svg, scale)?.encode_png().map_err(|error| RenderError::NotWritten(error.to_string()))
}

/// The pixels of a picture, row by row: red, green, blue, each with the share of the ground below already taken off, and how
/// much they cover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pixels {
    /// How many columns.
    pub width: usize,
    /// How many rows.
    pub height: usize,
    /// Four bytes a pixel.
    pub rgba: Vec<u8>,
}

impl Pixels {
    /// The pixels of an SVG picture, so many to a unit of its view box.
    ///
    /// # Errors
    /// If the text is not SVG, or the picture would be too large.
    pub fn of(svg: &str, scale: f32) -> Result<Pixels, RenderError> {
        let pixels = drawn(svg, scale)?;
        let [width, height] = [pixels.width(), pixels.height()].map(|length| length as usize);
        Ok(Pixels { width, height, rgba: pixels.take() })
    }
}

fn drawn(svg: &str, scale: f32) -> Result<Pixmap, RenderError> {
    let options = usvg::Options { fontdb: FONTS.clone(), font_family: FAMILY.into(), ..usvg::Options::default() };
    let tree = usvg::Tree::from_str(svg, &options).map_err(|error| RenderError::NotSvg(error.to_string()))?;
    let (width, height) = (tree.size().width() * scale, tree.size().height() * scale);
    let too_large = RenderError::NoSuchSize { width, height };
    if width * height > MOST_PIXELS {
        return Err(too_large);
    }
    let mut pixels = Pixmap::new(width.ceil() as u32, height.ceil() as u32).ok_or(too_large)?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    Ok(pixels)
}
