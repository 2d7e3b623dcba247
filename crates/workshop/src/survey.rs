//! What the rules can take, but whoever made it may not have meant: hexes of which a clause says something else, ways that lead
//! nowhere, units that would be out of supply or command at once. Units in the sea they refuse themselves.

use crate::project::map_file;
use catalogue::{AnyMatch, Entry, Game};
use engine::data::{Facts, FeatureStyle, Map, TerrainStyle};
use hexboard::Hex;
use std::collections::{BTreeMap, BTreeSet};
use wire::Misfit;

/// What there is to say of the boards of a game. What the shipped game has as well is nobody's slip; and who begins where he
/// cannot stand, the reader of the data refuses.
pub fn of_game(entry: &Entry, own: &dyn Game, shipped: &dyn Game) -> Vec<Misfit> {
    let facts = Facts::of(entry.shipped()).expect("what is said of hexes was read by tests");
    let (mut all, mut boards) = (Vec::new(), BTreeSet::new());
    for scenario in 0..own.about().scenarios.len() {
        let map = own.map(scenario);
        if boards.insert(&map.title) {
            let file = map_file(entry, &map.title).unwrap_or_default();
            let unlike = facts.unlike(file, map, own.book()).into_iter();
            all.extend(unlike.map(|unlike| Misfit {
                message: unlike.message,
                hexes: unlike.hexes,
                key: None,
                piece: None,
            }));
            all.extend(of_ways(map, shipped.map(scenario)));
        }
    }
    all
}

/// What there is to say of a position that somebody lays out.
pub fn of_table(table: &dyn AnyMatch) -> Vec<Misfit> {
    let (board, book) = (&table.map().board, table.book());
    let short = table.shortages().into_iter().map(|shortage| {
        let rules = shortage.clauses.iter().filter_map(|clause| book.get(clause.0)).map(|entry| entry.name.as_str());
        let message = format!("{} ({})", shortage.text, rules.collect::<Vec<_>>().join(", "));
        let hexes = vec![board.label(shortage.hex).to_string()];
        Misfit { message, hexes, key: None, piece: Some(shortage.piece) }
    });
    short.collect()
}

fn is_water(map: &Map, hex: Hex) -> bool {
    map.terrains[map.board.terrain(hex).index()].draw == TerrainStyle::Water
}

/// The ends of ways that are not at the ends of the shipped ones, and ways that are led through water.
fn of_ways(own: &Map, shipped: &Map) -> Vec<Misfit> {
    let label = |hex: Hex| own.board.label(hex).to_string();
    let (old, mut all) = (lone_ends(shipped), Vec::new());
    for (hex, way) in lone_ends(own) {
        if old.get(&hex) != Some(&way) {
            let message = format!("{way}: it ends in {}, where there is no place and no other way.", label(hex));
            all.push(Misfit { message, hexes: vec![label(hex)], key: None, piece: None });
        }
    }
    let wet = |map: &Map| -> BTreeMap<Hex, String> {
        ways(map).into_iter().filter(|(hex, _)| is_water(map, *hex)).map(|(hex, (_, title))| (hex, title)).collect()
    };
    let old = wet(shipped);
    for (hex, way) in wet(own).into_iter().filter(|(hex, _)| !old.contains_key(hex)) {
        let message = format!("{way}: it leads through {}, which is water.", label(hex));
        all.push(Misfit { message, hexes: vec![label(hex)], key: None, piece: None });
    }
    all
}

/// The hexes that roads and railways lead through: over how many hexsides, and the title of one of them.
fn ways(map: &Map) -> BTreeMap<Hex, (usize, String)> {
    let board = &map.board;
    let is_way =
        |style: &FeatureStyle| matches!(style, FeatureStyle::Road | FeatureStyle::MinorRoad | FeatureStyle::Rail);
    let mut ways = BTreeMap::new();
    for hex in board.sheet() {
        for (direction, _) in board.neighbours(hex) {
            let on = board.features(hex, direction);
            let found = map
                .features
                .iter()
                .zip(board.feature_kinds())
                .find(|(kind, at)| is_way(&kind.draw) && on.contains(*at));
            if let Some((kind, _)) = found {
                ways.entry(hex).or_insert_with(|| (0, kind.title.clone())).0 += 1;
            }
        }
    }
    ways
}

/// Where ways end amid the map, in no place that has a name.
fn lone_ends(map: &Map) -> BTreeMap<Hex, String> {
    let named = |hex: Hex| map.places.iter().any(|place| place.hexes.contains(&hex));
    let leads_off = |hex: Hex| {
        let ends = |line: &engine::data::Line| {
            let (first, last) = (line.hexes.first(), line.hexes.last());
            line.leaves.0 && first == Some(&hex) || line.leaves.1 && last == Some(&hex)
        };
        map.board.neighbours(hex).count() < 6 || map.lines.iter().any(ends)
    };
    let lone = ways(map).into_iter().filter(|&(hex, (over, _))| over == 1 && !named(hex) && !leads_off(hex));
    lone.map(|(hex, (_, title))| (hex, title)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::Journal;
    use crate::layout;
    use crate::project::Project;
    use serde_json::{Value, json};

    const MAP: &str = "tannenberg/map.toml";

    fn painted(entries: &[(&str, &str, Value)]) -> Vec<String> {
        let mut project = Project::new(catalogue::find("clash-of-giants").unwrap(), Journal::default());
        let told = |value: &Value| json!({ "value": value, "source": "published my copy" });
        let step = entries.iter().map(|(kind, place, value)| (format!("{kind} {MAP} {place}"), told(value)));
        project.edit(step.collect()).unwrap();
        let (own, shipped) = (project.load().ok().unwrap(), project.entry().load(None).unwrap());
        of_game(project.entry(), &*own, &*shipped).into_iter().map(|misfit| misfit.message).collect()
    }

    #[test]
    fn a_railway_that_leads_nowhere_is_told_and_one_that_joins_another_is_not() {
        assert!(painted(&[]).is_empty(), "the shipped map is as it is");
        let shipped = catalogue::find("clash-of-giants").unwrap().load(None).unwrap();
        let map = shipped.map(0);
        let on = ways(map);
        // From a hex of a railway one hex to the side, and back to it by another.
        let free = |hex: &Hex| !on.contains_key(hex) && map.board.neighbours(*hex).count() == 6 && !is_water(map, *hex);
        let (from, side) = on
            .keys()
            .find_map(|&hex| {
                Some((
                    hex,
                    map.board
                        .neighbours(hex)
                        .map(|(_, near)| near)
                        .find(|near| free(near) && map.places.iter().all(|place| !place.hexes.contains(near)))?,
                ))
            })
            .unwrap();
        let pair = |a: Hex, b: Hex| {
            let mut two = [a, b].map(|hex| map.board.label(hex).to_string());
            two.sort();
            format!("rail {}", two.join("/"))
        };
        let stub = pair(from, side);
        let told = painted(&[("hexside", &stub, json!(true))]);
        let title = &map.features.iter().find(|feature| feature.id == "rail").unwrap().title;
        let label = map.board.label(side);
        assert_eq!(told, [format!("{title}: it ends in {label}, where there is no place and no other way.")]);
        let back = map.board.neighbours(side).map(|(_, near)| near).find(|near| *near != from && on.contains_key(near));
        let loop_back = pair(side, back.unwrap());
        assert!(painted(&[("hexside", &stub, json!(true)), ("hexside", &loop_back, json!(true))]).is_empty());
    }

    #[test]
    fn a_hex_of_which_a_clause_speaks_is_told_when_it_is_something_else() {
        assert_eq!(
            painted(&[("ground", "2804", json!("swamp")), ("ground", "2720", json!("swamp"))]),
            ["2804 is named as Town or the like by Tannenberg 4.1e, and is Swamp here."]
        );
        assert_eq!(
            painted(&[("hexside", "river 1811/1910", json!(false))]),
            ["Between 1811 and 1910 there is River by Tannenberg 2.1-corr2, and none here."]
        );
        for entry in catalogue::GAMES {
            let game = entry.load(None).unwrap();
            assert!(of_game(entry, &*game, &*game).is_empty(), "{}: the shipped boards fit", entry.id);
        }
    }

    #[test]
    fn a_position_says_who_would_be_out_of_supply() {
        let game = catalogue::find("clash-of-giants").unwrap().load(None).unwrap();
        let unit = |piece: &str, hex: &str| json!({ "piece": piece, "hex": hex });
        let pieces = [unit("G-41", "2015"), unit("G-35", "3417"), unit("R-1", "5022")];
        let position = json!({ "scenario": "tannenberg", "turn": 5, "phase": "allied-combat", "pieces": pieces });
        let layout = layout::check(&*game, &position);
        assert!(layout.problems.is_empty(), "{:?}", layout.problems);
        let told: Vec<_> =
            layout.warnings.iter().map(|misfit| (misfit.piece.as_deref(), misfit.hexes.join(" "))).collect();
        assert_eq!(told, [(Some("G-35"), "3417".to_string())]);
        // The rule is named as players know it.
        assert!(layout.warnings[0].message.ends_with(" (8.3b)"), "{}", layout.warnings[0].message);
    }
}
