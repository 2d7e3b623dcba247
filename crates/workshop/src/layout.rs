//! Positions that somebody lays out: what the rules have against them, counter by counter, and how positions of a match
//! become such.

use crate::project::said;
use crate::survey;
use catalogue::{AnyMatch, Game, NewMatch};
use engine::dice::Seed;
use engine::view::{Phase, Place};
use engine::{Decision, View, Viewer};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use wire::Misfit;

/// The most counters that a position may name.
const MOST_PIECES: usize = 2000;
/// After so many actions the computers have set up, or never will.
const MOST_ACTIONS: usize = 3000;

/// A position as the rules see it.
pub struct Layout {
    /// What they have against it.
    pub problems: Vec<Misfit>,
    /// What they allow, but whoever lays it out wants to know.
    pub warnings: Vec<Misfit>,
    /// The table with all of it that can be; none where nothing can.
    pub table: Option<Box<dyn AnyMatch>>,
}

/// Looks through a position: each counter that cannot be where it is is left out, and named with the reason.
pub fn check(game: &dyn Game, position: &Value) -> Layout {
    let (problems, table) = looked_through(game, position);
    let warnings = table.as_deref().map_or(Vec::new(), survey::of_table);
    Layout { problems, warnings, table }
}

/// What can be laid out of a position, and what is against the rest.
fn looked_through(game: &dyn Game, position: &Value) -> (Vec<Misfit>, Option<Box<dyn AnyMatch>>) {
    let Some(whole) = position.as_object() else {
        return (vec![said("this is no position")], None);
    };
    if let Ok(table) = lay(game, whole) {
        return (Vec::new(), Some(table));
    }
    let pieces = whole.get("pieces").and_then(Value::as_array).cloned().unwrap_or_default();
    if pieces.len() > MOST_PIECES {
        return (vec![said(format!("a position has {MOST_PIECES} counters at most"))], None);
    }
    let marks = whole.get("marks").and_then(Value::as_object).cloned().unwrap_or_default();
    let mut good = whole.clone();
    good.insert("pieces".into(), json!([]));
    good.remove("marks");
    let mut problems = Vec::new();
    let (mut table, mut first) = (None, None);
    match lay(game, &good) {
        Ok(laid) => table = Some(laid),
        // A phase may ask for counters, or for a mark: it is said only if nothing else makes it good.
        Err(message) => first = Some(message),
    }
    for (name, mark) in marks {
        let with = |good: &mut Map<String, Value>| {
            let list = good.entry("marks").or_insert_with(|| json!({}));
            list.as_object_mut().expect("marks are a table").insert(name.clone(), mark.clone());
        };
        let mut tried = good.clone();
        with(&mut tried);
        match lay(game, &tried) {
            Ok(laid) => (good, table) = (tried, Some(laid)),
            // Marks may speak of counters that are not laid out yet.
            Err(_) if table.is_none() => with(&mut good),
            Err(message) => problems.push(said(message)),
        }
    }
    for piece in pieces {
        let mut tried = good.clone();
        tried.get_mut("pieces").and_then(Value::as_array_mut).expect("there is a list").push(piece.clone());
        match lay(game, &tried) {
            Ok(laid) => (good, table) = (tried, Some(laid)),
            Err(message) if table.is_none() && Some(&message) == first.as_ref() => good = tried,
            Err(message) => problems.push(of_piece(&piece, message)),
        }
    }
    if table.is_none() && problems.is_empty() {
        problems.extend(first.map(said));
    }
    (problems, table)
}

fn lay(game: &dyn Game, position: &Map<String, Value>) -> Result<Box<dyn AnyMatch>, String> {
    let text = serde_json::to_string(position).map_err(|error| error.to_string())?;
    game.begin_at(&text, Seed::default()).map_err(|error| error.to_string())
}

fn of_piece(piece: &Value, message: String) -> Misfit {
    let word = |key: &str| piece.get(key).and_then(Value::as_str).filter(|word| !word.is_empty()).map(String::from);
    Misfit { message, hexes: word("hex").into_iter().collect(), key: None, piece: word("piece") }
}

/// The phases with which a position may begin, in the order of the sequence of play and by the names that a view has for them.
pub fn phases(game: &dyn Game, position: &Value) -> Vec<Phase> {
    let (Some(whole), Some(door)) = (position.as_object(), game.door()) else { return Vec::new() };
    let ids = door.phases.iter().flat_map(|phase| phase.ids.iter().map(move |id| (id, &phase.title)));
    let begun = ids.filter_map(|(id, title)| {
        let mut tried = whole.clone();
        tried.insert("phase".into(), json!(id));
        let phase = lay(game, &tried).ok()?.view(Viewer::All).phase;
        // Where nothing can be done in it, the table is in the next one already.
        Some(if phase.id == *id { phase } else { Phase::new(id, title) })
    });
    begun.collect()
}

/// The position of a match as one that can be laid out again: which counters stand where, with how many steps. It begins
/// with the phase that is played; what was done in it already is not kept. Only what the viewer may know is in it.
pub fn position_of(view: &View, scenario: &str, options: &[String]) -> Value {
    let pieces = view.pieces.iter().filter_map(|piece| {
        let (id, Place::Hexes(hexes)) = (piece.id.as_ref()?, &piece.place) else { return None };
        let mut placed = Map::new();
        placed.insert("piece".into(), json!(id));
        placed.insert("hex".into(), json!(hexes.first()?));
        if let Some(second) = hexes.get(1) {
            placed.insert("second_hex".into(), json!(second));
        }
        if let Some(facing) = &piece.facing {
            placed.insert("facing".into(), json!(facing));
        }
        if piece.steps > 0 {
            placed.insert("steps".into(), json!(piece.steps));
        }
        Some(Value::Object(placed))
    });
    let pieces: Vec<Value> = pieces.collect();
    json!({ "scenario": scenario, "options": options, "turn": view.turn, "phase": view.phase.id, "pieces": pieces })
}

/// The same in a form that the rules take: where the phase or the steps are none that a position may have, without them.
pub fn acceptable(game: &dyn Game, position: Value) -> Value {
    let mut best = (looked_through(game, &position).0.len(), position.clone());
    for without in
        [&["phase"][..], &["steps"], &["phase", "steps"], &["phase", "steps", "facing"], &["turn", "phase", "steps"]]
    {
        if best.0 == 0 {
            break;
        }
        let mut tried = position.clone();
        if let Some(whole) = tried.as_object_mut() {
            without.iter().for_each(|key| drop(whole.remove(*key)));
        }
        for piece in tried.get_mut("pieces").and_then(Value::as_array_mut).into_iter().flatten() {
            if let Some(piece) = piece.as_object_mut() {
                without.iter().for_each(|key| drop(piece.remove(*key)));
            }
        }
        let (problems, table) = looked_through(game, &tried);
        let problems = if table.is_some() { problems.len() } else { usize::MAX };
        if problems < best.0 {
            best = (problems, tried);
        }
    }
    best.1
}

/// The same with those whose turn is to come by the scenario's calendar, where a position can have them wait for it (its place `due`).
fn with_due(game: &dyn Game, mut position: Value, view: &View) -> Result<Value, String> {
    if view.calendar.is_empty() {
        return Ok(position);
    }
    let scenario = position["scenario"].as_str().map_or(Ok(0), |id| game.about().scenario(id))?;
    let known: BTreeSet<&str> = view.pieces.iter().filter_map(|piece| piece.id.as_deref()).collect();
    let bare = Map::from_iter([("scenario".to_string(), position["scenario"].clone())]);
    let waits = |id: &str| {
        let mut alone = bare.clone();
        alone.insert("pieces".into(), json!([{ "piece": id, "place": "due" }]));
        lay(game, &alone).is_ok()
    };
    let counters = game.roster(scenario).counters;
    let due = counters.iter().map(|counter| counter.id.as_str()).filter(|id| !known.contains(id) && waits(id));
    let pieces = position.get_mut("pieces").and_then(Value::as_array_mut).expect("there is a list");
    pieces.extend(due.map(|id| json!({ "piece": id, "place": "due" })));
    Ok(position)
}

/// The position of a scenario when both sides have set up, by the computer's hand where they choose.
pub fn opening(game: &dyn Game, scenario: &str, seed: Seed) -> Result<Value, String> {
    let mut table = game.begin(NewMatch { scenario: Some(scenario), seed, ..NewMatch::default() })?;
    let thoughts = ai::dice(seed);
    let player = "greedy".parse().map_err(|_| "there is no such computer player")?;
    let options = table.record().head.options;
    let mut last = None;
    while let (Decision::Choose(_), true) = (table.decision(), table.actions() < MOST_ACTIONS) {
        let view = table.view(Viewer::All);
        let both = game.about().sides.iter().all(|side| {
            let own = view.pieces.iter().filter(|piece| piece.side == side.id);
            own.filter(|piece| matches!(piece.place, Place::Hexes(_))).count() > 1
        });
        if both {
            let position = with_due(game, position_of(&view, scenario, &options), &view)?;
            if looked_through(game, &position).0.is_empty() {
                return Ok(position);
            }
            last = Some(position);
        }
        table.play_computer(player, &thoughts).map_err(|error| error.to_string())?;
        if last.is_some() && table.view(Viewer::All).turn > view.turn {
            break;
        }
    }
    last.map(|position| acceptable(game, position)).ok_or_else(|| "nobody set up anything".to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(id: &str) -> std::sync::Arc<dyn Game> {
        catalogue::find(id).unwrap().load(None).unwrap()
    }

    #[test]
    fn every_counter_that_cannot_be_where_it_is_is_named_with_the_reason() {
        let game = game("first-blood");
        let piece = |piece: &str, hex: &str| json!({ "piece": piece, "hex": hex });
        let pieces = [
            piece("1/A/38", "2229"),
            piece("G001", "2229"),
            piece("nobody", "2230"),
            piece("G002", "9999"),
            piece("G003", "2231"),
        ];
        let layout = check(&*game, &json!({ "phase": "VI", "turn": 3, "pieces": pieces }));
        let told: Vec<_> = layout.problems.iter().map(|p| (p.piece.as_deref().unwrap(), p.hexes.join(" "))).collect();
        let expected =
            [("G001", "2229"), ("nobody", "2230"), ("G002", "9999")].map(|(piece, hex)| (piece, hex.to_string()));
        assert_eq!(told, expected);
        assert_eq!(layout.problems[0].message, "2229 holds units of both sides");
        // Nobody stands in the Marne.
        let wet = check(&*game, &json!({ "phase": "VI", "turn": 3, "pieces": [piece("1/A/38", "2435")] }));
        assert_eq!((wet.problems[0].message.as_str(), wet.problems.len()), ("hex 2435 is not in play", 1));
        assert_eq!(layout.table.unwrap().view(Viewer::All).pieces.len(), 2);
        let layout = check(&*game, &json!({ "phase": "XX", "pieces": [] }));
        assert_eq!(layout.problems, [said("a position begins with a phase from III to XII, not \"XX\"")]);
    }

    #[test]
    fn the_opening_of_every_scenario_can_be_laid_out_again() {
        for entry in catalogue::GAMES {
            let game = entry.load(None).unwrap();
            let scenario = &game.about().scenarios[0].id;
            let position = opening(&*game, scenario, Seed::from(7)).unwrap();
            let layout = check(&*game, &position);
            assert!(layout.problems.is_empty(), "{}: {:?}", entry.id, layout.problems.first());
            let view = layout.table.unwrap().view(Viewer::All);
            let pieces = position["pieces"].as_array().unwrap();
            let on_board = pieces.iter().filter(|piece| piece["place"].is_null()).count();
            let laid = view.pieces.iter().filter(|piece| matches!(piece.place, Place::Hexes(_))).count();
            assert!(on_board > 5 && laid >= on_board, "{}: {laid} of {on_board}", entry.id);
        }
    }

    #[test]
    fn a_position_may_begin_with_some_phases_by_their_names() {
        let first_blood = game("first-blood");
        let position = json!({ "turn": 3, "pieces": [{ "piece": "1/A/38", "hex": "2229" }] });
        let told = phases(&*first_blood, &position);
        let ids: Vec<_> = told.iter().map(|phase| phase.id.as_str()).collect();
        assert_eq!(ids, ["III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"]);
        assert!(told.iter().all(|phase| !phase.title.is_empty() && phase.title != phase.id));
        assert!(phases(&*first_blood, &json!([])).is_empty());
        // A position of a match begins again with the phase that its view names.
        let march = game("march-into-battle");
        let drawn = json!({ "scenario": "raab", "marks": { "active": "FRIM" }, "pieces": [{ "piece": "general-frimont", "hex": "2002" }] });
        let ids: Vec<_> = phases(&*march, &drawn).into_iter().map(|phase| phase.id).collect();
        assert_eq!(ids, ["I", "command", "III.B"]);
    }

    #[test]
    fn those_who_are_to_come_are_still_to_come_where_the_opening_is_laid_out_again() {
        let game = game("march-into-battle");
        let table = game.begin(NewMatch { scenario: Some("raab"), ..NewMatch::default() }).unwrap();
        let calendar = table.view(Viewer::All).calendar;
        let laid = check(&*game, &opening(&*game, "raab", Seed::from(7)).unwrap()).table.unwrap();
        assert!(!calendar.is_empty() && laid.view(Viewer::All).calendar == calendar, "{calendar:?}");
    }

    /// The battles that are shipped as examples can be played, and the rules have nothing against any of their counters.
    #[test]
    fn the_examples_are_right() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/battles");
        let mut battles = 0;
        for entry in catalogue::GAMES.iter().filter(|entry| folder.join(entry.id).is_dir()) {
            let game = entry.load(Some(&folder)).unwrap();
            for battle in game.battles() {
                let table = game.begin(NewMatch { scenario: Some(&battle.id), ..NewMatch::default() }).unwrap();
                assert!(!table.is_over() && table.record().head.position.is_some(), "{}", battle.title);
                battles += 1;
            }
        }
        assert_eq!(battles, 5);
    }
}
