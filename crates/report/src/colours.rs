//! The sides' colours, taken from their counters.

/// The hue of a colour `#rrggbb` in degrees and its chroma, in Björn Ottosson's OKLCH (<https://bottosson.github.io/posts/oklab/>).
fn hue(colour: &str) -> Option<(f64, f64)> {
    let digits = colour.strip_prefix('#').filter(|digits| digits.len() == 6 && digits.is_ascii())?;
    let channel = |at: usize| {
        let value = f64::from(u8::from_str_radix(&digits[at..at + 2], 16).ok()?) / 255.0;
        Some(if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) })
    };
    let (r, g, b) = (channel(0)?, channel(2)?, channel(4)?);
    let l = (0.412_221_470_8 * r + 0.536_332_536_3 * g + 0.051_445_992_9 * b).cbrt();
    let m = (0.211_903_498_2 * r + 0.680_699_545_1 * g + 0.107_396_956_6 * b).cbrt();
    let s = (0.088_302_461_9 * r + 0.281_718_837_6 * g + 0.629_978_700_5 * b).cbrt();
    let x = 1.977_998_495_1 * l - 2.428_592_205_0 * m + 0.450_593_709_9 * s;
    let y = 0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766_0 * s;
    Some((y.atan2(x).to_degrees().rem_euclid(360.0), x.hypot(y)))
}

/// Two hues that a reader tells apart, as near as may be to those of the counters. Counters are printed pale, so only
/// their hue is kept; the style sheet sets lightness and strength for a light and a dark page.
pub fn hues(counters: [&str; 2]) -> [u32; 2] {
    /// Hues nearer to each other than this look alike in thin lines.
    const APART: f64 = 70.0;
    /// What a side is given whose own hue is too near to the other's: slate, rust, green.
    const SPARE: [f64; 3] = [250.0, 40.0, 145.0];
    let [first, second] = counters.map(|colour| hue(colour).unwrap_or((SPARE[0], 0.0)));
    let distance = |one: f64, two: f64| ((one - two + 180.0).rem_euclid(360.0) - 180.0).abs();
    let mut hues = [first.0, second.0];
    if distance(hues[0], hues[1]) < APART {
        // The paler counter gives way: its hue is the less known.
        let (paler, stronger) = if first.1 < second.1 { (0, 1) } else { (1, 0) };
        let spare = SPARE.into_iter().find(|&spare| distance(spare, hues[stronger]) >= APART);
        hues[paler] = spare.unwrap_or(hues[stronger] + 180.0);
    }
    hues.map(|hue| hue.round() as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hues_are_those_of_oklch() {
        // CSS Color 4 gives red as oklch(0.628 0.258 29.23) and blue as oklch(0.452 0.313 264.05).
        for (colour, hue_of, chroma) in [("#ff0000", 29.23, 0.2577), ("#0000ff", 264.05, 0.3132)] {
            let found = hue(colour).unwrap();
            assert!((found.0 - hue_of).abs() < 0.05 && (found.1 - chroma).abs() < 1e-3, "{colour}: {found:?}");
        }
        assert_eq!(hue("grey"), None);
    }

    #[test]
    fn sides_are_told_apart() {
        assert_eq!(hues(["#ff0000", "#0000ff"]), [29, 264]);
        // Grey beside blue turns to rust, and what is no colour to slate and rust.
        assert_eq!(hues(["#c8ccce", "#0000ff"]), [40, 264]);
        assert_eq!(hues(["", "#zzzzzz"]), [250, 40]);
    }
}
