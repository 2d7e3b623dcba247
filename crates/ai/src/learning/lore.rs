//! Fitting a chooser to what options came to: weights of signs by least squares, drawn to nothing as strongly as does best in
//! games that were held back.

use super::Choices;
use engine::chooser::{Lore, ONE};
use engine::data::Provenance;

/// A fitted chooser, and how well it does on games that it has not seen.
#[derive(Clone, Debug)]
pub struct Schooled {
    /// What was learned.
    pub lore: Lore,
    /// The share of the variance of gains that it explains in the games held back.
    pub explained: f32,
    /// What its choice among the options that were played on gains over the one that looked best, in a thousandth of a game, and
    /// the standard error of that.
    pub gain: [f32; 2],
    /// In what share of decisions it chooses otherwise.
    pub other: f32,
    /// How strongly weights are drawn to nothing.
    pub decay: f32,
}

/// One game of this many is held back.
const HELD_BACK: usize = 5;
/// A sign that tells fewer options apart is left out.
const SELDOM: usize = 12;
/// How strongly weights may be drawn to nothing.
const DECAYS: [f32; 5] = [30.0, 300.0, 3_000.0, 30_000.0, 300_000.0];
/// The part of an error that more games would not take away.
const RESIDUE: f32 = 0.03;
/// How often the conjugate direction is followed.
const STEPS: usize = 60;

impl Schooled {
    /// Fits a chooser to choices.
    pub fn fit(choices: &Choices, source: Provenance) -> Schooled {
        let held: Vec<bool> = choices
            .by_game()
            .enumerate()
            .flat_map(|(game, decisions)| decisions.map(move |_| game.is_multiple_of(HELD_BACK)))
            .collect();
        let options = |back: bool| -> Vec<usize> {
            let decisions = choices.by_decision().zip(&held).filter(|(_, held)| **held == back);
            decisions.flat_map(|(options, _)| options).collect()
        };
        let (school, test) = (options(false), options(true));
        let scale = scale(choices);
        let fits = DECAYS.map(|decay| {
            let weights = solve(choices, &school, &scale, decay);
            (explained(choices, &test, &scale, &weights), decay, weights)
        });
        let best = fits.into_iter().max_by(|a, b| a.0.total_cmp(&b.0));
        let (explained, decay, weights) = best.expect("there are several decays");
        let (mut gains, mut others) = (Vec::new(), 0);
        for (options, _) in choices.by_decision().zip(&held).filter(|(_, held)| **held) {
            let sums = options.map(|option| (said(choices, option, &scale, &weights), option));
            match sums.max_by(|a, b| a.0.total_cmp(&b.0)).filter(|best| best.0 > 0.0) {
                Some((_, option)) => {
                    others += 1;
                    gains.push(1000.0 * choices.gain(option)[0]);
                }
                None => gains.push(0.0),
            }
        }
        let count = gains.len().max(1) as f32;
        let mean = gains.iter().sum::<f32>() / count;
        let variance = gains.iter().map(|gain| (gain - mean).powi(2)).sum::<f32>() / count;
        let weight = |(sign, weight): (&String, f32)| (sign.clone(), (weight * ONE as f32).round() as i32);
        let scaled = weights.iter().zip(&scale).map(|(weight, scale)| weight * scale);
        let weights = choices.signs().iter().zip(scaled).map(weight).filter(|(_, weight)| *weight != 0).collect();
        let (gain, other) = ([mean, (variance / count).sqrt()], others as f32 / count);
        Schooled { lore: Lore { source, weights }, explained, gain, other, decay }
    }
}

/// What the amount of each sign is taken times, so that signs are alike; nothing for those that are seldom seen.
fn scale(choices: &Choices) -> Vec<f32> {
    let (mut squares, mut seen) = (vec![0.0_f32; choices.signs().len()], vec![0_usize; choices.signs().len()]);
    for option in 0..choices.len() {
        for &(sign, amount) in choices.differences(option) {
            squares[sign as usize] += (amount as f32).powi(2);
            seen[sign as usize] += 1;
        }
    }
    let factor = |(square, seen): (f32, usize)| if seen < SELDOM { 0.0 } else { (seen as f32 / square).sqrt() };
    squares.into_iter().zip(seen).map(factor).collect()
}

/// What weights say of an option.
fn said(choices: &Choices, option: usize, scale: &[f32], weights: &[f32]) -> f32 {
    let product = |&(sign, amount): &(u32, i32)| amount as f32 * scale[sign as usize] * weights[sign as usize];
    choices.differences(option).iter().map(product).sum()
}

/// How much an option tells: the surer its gain, the more. About 1 for one that is known well.
fn trust(choices: &Choices, option: usize) -> f32 {
    let error = choices.gain(option)[1];
    RESIDUE * RESIDUE / (error * error + RESIDUE * RESIDUE)
}

/// The weights with the least squares of errors and, as much as they are drawn to nothing, of themselves: by conjugate gradients.
fn solve(choices: &Choices, school: &[usize], scale: &[f32], decay: f32) -> Vec<f32> {
    let back = |option: usize, amount: f32, sums: &mut [f32]| {
        for &(sign, by) in choices.differences(option) {
            sums[sign as usize] += amount * by as f32 * scale[sign as usize];
        }
    };
    let mut weights = vec![0.0_f32; scale.len()];
    let mut rest = vec![0.0_f32; scale.len()];
    school.iter().for_each(|&option| back(option, trust(choices, option) * choices.gain(option)[0], &mut rest));
    let mut direction = rest.clone();
    let mut size = dot(&rest, &rest);
    for _ in 0..STEPS {
        let mut image: Vec<f32> = direction.iter().map(|part| decay * part).collect();
        for &option in school {
            back(option, trust(choices, option) * said(choices, option, scale, &direction), &mut image);
        }
        let steep = dot(&direction, &image);
        if steep <= 0.0 {
            break;
        }
        let step = size / steep;
        weights.iter_mut().zip(&direction).for_each(|(weight, part)| *weight += step * part);
        rest.iter_mut().zip(&image).for_each(|(rest, part)| *rest -= step * part);
        let left = dot(&rest, &rest);
        direction.iter_mut().zip(&rest).for_each(|(part, rest)| *part = rest + left / size * *part);
        size = left;
    }
    weights
}

fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The share of the variance of gains around nothing that weights explain.
fn explained(choices: &Choices, options: &[usize], scale: &[f32], weights: &[f32]) -> f32 {
    let (mut errors, mut squares) = (0.0_f64, 0.0_f64);
    for &option in options {
        let (trust, [gain, _]) = (f64::from(trust(choices, option)), choices.gain(option));
        errors += trust * f64::from(said(choices, option, scale, weights) - gain).powi(2);
        squares += trust * f64::from(gain).powi(2);
    }
    if squares > 0.0 { (1.0 - errors / squares) as f32 } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::data::Origin;

    /// Decisions of ten games: guns are worth a hundredth each, a swamp costs two, and what is seldom seen three.
    fn choices() -> Choices {
        let mut choices = Choices::default();
        let [guns, swamp, seldom] = ["guns", "swamp", "seldom"].map(|sign| choices.number(sign));
        for game in 0..10 {
            for decision in 0..20 {
                let (more, wet) = ((decision + game) % 5 - 2, decision % 2);
                let gain = 0.01 * more as f32 - 0.02 * wet as f32;
                choices.push(&[(guns, more), (swamp, wet)], [gain, 0.01]);
                choices.push(&[(guns, -more)], [-0.01 * more as f32, 0.01]);
                choices.end_decision();
            }
            choices.push(&[(seldom, 1)], [0.03, 0.01]);
            choices.end_decision();
            choices.end_game();
        }
        choices
    }

    #[test]
    fn what_signs_are_worth_is_found() {
        let source = Provenance { origin: Origin::Reconstruction, detail: "made up".into() };
        let schooled = Schooled::fit(&choices(), source);
        let weights: Vec<(&str, f32)> =
            schooled.lore.weights.iter().map(|(sign, weight)| (sign.as_str(), *weight as f32 / ONE as f32)).collect();
        let [("guns", guns), ("swamp", swamp)] = weights[..] else { panic!("{weights:?}") };
        assert!((guns - 0.01).abs() < 0.003 && (swamp + 0.02).abs() < 0.008, "{weights:?}");
        assert!(schooled.explained > 0.1 && schooled.gain[0] > 5.0, "{schooled:?}");
        assert!(schooled.other > 0.5, "in most decisions there is something better: {schooled:?}");
    }

    #[test]
    fn choices_are_read_as_they_were_written() {
        let choices = choices();
        let bytes = choices.to_bytes();
        assert_eq!(Choices::from_bytes(&bytes), Some(choices.clone()));
        assert_eq!(Choices::from_bytes(&bytes[..bytes.len() - 4]), None, "a file that is not whole is none");
        assert_eq!(Choices::from_bytes(b"something else"), None);
        // What another file calls by other numbers is the same.
        let mut other = Choices::default();
        assert_eq!(["seldom", "swamp"].map(|sign| other.number(sign)), [0, 1]);
        other.append(&choices);
        assert_eq!((other.games(), other.decisions(), other.len()), (10, 210, 410));
        assert_eq!(other.signs(), ["seldom", "swamp", "guns"]);
        assert_eq!(other.differences(1), [(2, 2)]);
    }
}
