//! What is to be expected of a better choice: one of the games that were played on, told step by step.

use crate::foresight::{Games, Mind};
use crate::strata::Strata;
use crate::walk::{Game, Place};
use ai::{Foresight, mix};
use engine::{Decision, Event, Hints, Side, Viewer};
use wire::LineStep;

/// How many actions of a line are told at most.
const LONGEST: usize = 8;

/// The line that begins with an action, in the game with a number: until the other side chooses or the turn is over.
pub(crate) fn line<R: Hints>(
    mind: &Mind<'_, R>,
    game: &Game<R>,
    place: &Place<R>,
    action: R::Action,
    eyes: Option<Side>,
    (number, games): (u64, Games),
) -> Vec<LineStep> {
    let rules = &*game.rules;
    let viewer = eyes.map_or(Viewer::All, Viewer::Side);
    let mut state = mind.world(&place.state, eyes, number);
    let mut fate = place.fate.of_game(mix(number));
    let course = Foresight { rules, tempers: &mind.tempers, until: u16::MAX, limits: mind.limits };
    let (mut steps, mut legal, mut worth) = (Vec::new(), Vec::new(), Vec::new());
    let mut next = Some(action);
    while steps.len() < LONGEST {
        let Decision::Choose(side) = rules.decision(&state) else { break };
        let turn = rules.turn(&state);
        if side != place.side || turn != place.turn {
            break;
        }
        let is_first = next.is_some();
        let chosen = next.take().unwrap_or_else(|| {
            legal.clear();
            rules.legal(&state, &mut legal);
            course.favourite(&state, &legal, side, &fate, &mut worth)
        });
        let choice = rules.choice(&state, chosen);
        fate.deed(turn, &chosen);
        let mut events: Vec<Event> = Vec::new();
        match is_first {
            true => rules.play(
                &mut state,
                chosen,
                &mut Strata::new(&mut fate, number - games.from, games.count),
                &mut events,
            ),
            false => rules.play(&mut state, chosen, &mut fate, &mut events),
        }
        let board = &rules.map(rules.scenario(&state)).board;
        let told: Vec<wire::Event> = events
            .iter()
            .filter(|event| event.is_for(viewer))
            .map(|event| wire::Event::of(rules.about(), board, event))
            .collect();
        let way = told.iter().find(|event| event.way).map(|event| event.hexes.clone());
        steps.push(LineStep {
            side: rules.about().side_id(side).to_string(),
            action: choice.action,
            text: choice.text,
            hexes: way.unwrap_or_else(|| choice.hex.into_iter().collect()),
            events: told,
        });
    }
    steps
}
