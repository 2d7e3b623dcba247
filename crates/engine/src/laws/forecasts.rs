//! Law 6: a forecast is what real dice do.

use crate::Rules;
use crate::dice::SeededDice;
use std::collections::HashMap;

/// Panics unless the chances of an action add up to one and `rolls` real plays come out as forecast. An action
/// without chances passes, and so does one whose dice fall only later.
pub fn assert_forecast_agrees<R: Rules>(rules: &R, state: &R::State, action: R::Action, rolls: u32, seed: u64) {
    let Some(forecast) = rules.forecast(state, action) else { return };
    if let Some(fight) = forecast.fight.as_ref().filter(|fight| !fight.fates.is_empty()) {
        let sum: f64 = fight.fates.iter().map(|fate| fate.probability).sum();
        assert!((sum - 1.0).abs() < 1e-9, "law 6: the fates of {action:?} add up to {sum}");
    }
    if forecast.chances.is_empty() {
        return;
    }
    let sum: f64 = forecast.chances.iter().map(|chance| chance.probability).sum();
    assert!((sum - 1.0).abs() < 1e-9, "law 6: the chances of {action:?} add up to {sum}");
    if forecast.given.is_some() {
        return;
    }
    let mut seen: HashMap<String, u32> = HashMap::new();
    let mut dice = SeededDice::new(seed);
    for _ in 0..rolls {
        let (mut state, mut events) = (state.clone(), Vec::new());
        rules.play(&mut state, action, &mut dice, &mut events);
        let outcome = events.into_iter().find_map(|event| event.outcome);
        *seen.entry(outcome.expect("law 6: what came out is told")).or_default() += 1;
    }
    for chance in &forecast.chances {
        let found = f64::from(seen.remove(&chance.outcome).unwrap_or(0));
        let expected = chance.probability * f64::from(rolls);
        // Five standard deviations, and a little for the rarest outcomes.
        let allowed = 5.0 * (expected * (1.0 - chance.probability)).sqrt() + 1e-6 * f64::from(rolls);
        let off = (found - expected).abs();
        assert!(
            off <= allowed.max(3.0 * chance.probability.signum()),
            "law 6: {action:?}: \"{}\" came {found} times in {rolls}, forecast {expected}",
            chance.outcome
        );
    }
    assert!(seen.is_empty(), "law 6: {action:?}: outcomes that were not forecast: {seen:?}");
}
