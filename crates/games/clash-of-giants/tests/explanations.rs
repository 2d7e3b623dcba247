//! Numbers opened into their parts, refusals with their reasons, and what the table shows.

use crate::common::{game, marne, moves, phase};
use engine::laws::Setting;
use engine::{Derivation, Fate, Forecast, Rules, Viewer, shows};
use serde_json::json;

/// A German division in attenuated supply that is about to cross the Angerapp.
fn crossing() -> engine::laws::Table<clash_of_giants::ClashOfGiants> {
    let unit = json!({ "piece": "G-35", "hex": "3707", "marks": ["attenuated"] });
    let mut table = moves("eighth", "5", 6).piece(unit).unit("R-25", "5205").table(game());
    table.play(&["pick G-35"]);
    table
}

fn part<'a>(sum: &'a Derivation, label: &str) -> &'a Derivation {
    let found = sum.parts.iter().find(|part| part.label.contains(label));
    found.unwrap_or_else(|| panic!("{label} is not in {:?}", sum.lines()))
}

fn probability(forecast: &Forecast, outcome: &str) -> f64 {
    forecast.chances.iter().filter(|chance| chance.outcome == outcome).map(|chance| chance.probability).sum()
}

#[test]
fn a_move_is_opened_hex_by_hex_down_to_the_river() {
    shows!["std/11.3a", "std/11.3b", "std/8.4a", "std/10.1d"];
    let forecast = crossing().forecast("to 3807");
    assert_eq!(forecast.sum.value, "2");
    assert_eq!(forecast.path, ["3707", "3807"]);
    let step = part(&forecast.sum, "3807");
    assert_eq!(step.value, "2");
    assert_eq!(part(step, "river").value, "+1");
    let allowance = part(&forecast.sum, "movement points it has");
    assert_eq!(allowance.value, "3", "half of five, rounded up");
    assert_eq!(part(part(allowance, "Eighth Army"), "attenuated").value, "halved");
}

#[test]
fn printed_and_camp_allowances_say_where_they_come_from() {
    shows!["tannenberg/11.61a", "tannenberg/10.61f", "marne/10.43b"];
    let mut table = moves("eighth", "2", 6).unit("G-1Cav", "3009").unit("R-25", "5205").table(game());
    table.play(&["pick G-1Cav"]);
    let ride = table.forecast("to 3008");
    assert_eq!(part(part(&ride.sum, "movement points it has"), "printed").value, "8");
    // Von François has points of his own in his Attack State.
    let setting = moves("first-corps", "6", 3).unit("G-1", "4104").unit("R-25", "4404");
    for (turn, label) in [("3", "von François attacks"), ("2", "German I Corps")] {
        let mut table = setting.clone().mark("attack-state", turn).table(game());
        table.play(&["pick G-1"]);
        let march = table.forecast("to 4103");
        assert_eq!(part(part(&march.sum, "movement points it has"), label).value, "6", "{turn}");
    }
    let setting = marne("allied-operational", 6).mark("army", "french-sixth").mark("points", "1");
    let mut table = setting.unit("F-61R", "1013").unit("G-3", "3005").table(game());
    table.play(&["pick F-61R"]);
    let march = table.forecast("to 1413");
    assert_eq!(part(part(&march.sum, "movement points it has"), "Fortified Camp").value, "8");
}

/// Two German divisions against a reduced Russian one in woods behind a river, and a Russian horseman in the open.
fn attack() -> engine::laws::Table<clash_of_giants::ClashOfGiants> {
    let reduced = json!({ "piece": "R-25", "hex": "3803", "steps": 1 });
    let setting = phase("german-combat", 6).unit("G-1", "3804").unit("G-2", "3804").piece(reduced);
    let mut table = setting.table(game());
    table.play(&["target 3803", "join all"]);
    table
}

#[test]
fn an_attack_is_opened_into_factors_shifts_and_ratings() {
    shows!["std/12.4", "std/12.5a", "std/12.7c", "std/12.7g"];
    let forecast = attack().forecast("launch");
    // Four against one is 4-1, and the woods of the Tzulkinner Forst make it 3-1.
    assert_eq!(forecast.sum.value, "3-1");
    assert_eq!(part(&forecast.sum, "attacking factors").value, "4");
    assert_eq!(part(&forecast.sum, "defending factors").value, "1");
    assert_eq!(part(&forecast.sum, "odds").value, "4-1");
    assert_eq!(part(&forecast.sum, "ground").value, "1 left");
    assert_eq!(part(&forecast.sum, "TER of Russian 25").value, "3");
    // At 3-1 a German TER of 4 never fails, and a Russian of 3 fails on 2 and more.
    assert!((probability(&forecast, "1 defender fails") - 5.0 / 6.0).abs() < 1e-9);
    assert!((probability(&forecast, "every check is passed") - 1.0 / 6.0).abs() < 1e-9);
    assert_eq!((forecast.chances.len(), forecast.given.clone()), (2, None), "what cannot come is not told");
}

#[test]
fn a_plan_says_what_it_supposes() {
    let setting = phase("german-combat", 6).unit("G-1", "3804").unit("G-2", "3804").unit("R-25", "3803");
    let mut table = setting.table(game());
    assert_eq!(table.forecast("target 3803").given.as_deref(), Some("all that can join it"));
    table.play(&["target 3803"]);
    let alone = table.forecast("join G-1");
    assert_eq!(alone.given.as_deref(), Some("nothing more is added"));
    assert_eq!(alone.sum.value, "1-2", "two against two, in woods");
}

#[test]
fn ratings_open_into_what_is_taken_off_them() {
    shows!["marne/10.51b", "std/8.4b", "std/14.5b"];
    let weak = json!({ "piece": "F-4Cav", "hex": "2715", "marks": ["unsupplied"] });
    let setting = marne("german-combat", 6).mark("rallied", "").piece(weak).unit("G-3", "2714");
    let mut table = setting.table(game());
    table.play(&["target 2715", "join G-3"]);
    let forecast = table.forecast("launch");
    let ter = part(&forecast.sum, "TER of French 4 Cav");
    assert_eq!(ter.value, "1", "never below one");
    for (label, value) in [("printed", "2"), ("demoralized", "-1"), ("out of supply", "-1"), ("cavalry", "-1")] {
        assert_eq!(part(ter, label).value, value, "{label}");
    }
}

#[test]
fn a_command_roll_shows_the_line_and_its_chances() {
    shows!["std/10.1a", "marne/5.32a"];
    let table = phase("german-operational", 6).unit("G-35", "3707").unit("R-25", "5205").table(game());
    let forecast = table.forecast("roll");
    assert!(forecast.sum.label.starts_with("German Eighth Army"));
    assert_eq!(forecast.sum.value, "2 3 3 4 4 5");
    assert!((probability(&forecast, "3") - 1.0 / 3.0).abs() < 1e-9);
    let table = marne("german-operational", 6).unit("G-3", "2714").unit("F-14", "2020").table(game());
    let forecast = table.forecast("cup");
    assert_eq!(forecast.sum.parts.len(), 4, "four German armies are in the cup");
    assert!((forecast.chances.iter().map(|chance| chance.probability).sum::<f64>() - 1.0).abs() < 1e-9);
}

#[test]
fn attempts_at_replacements_show_their_chances() {
    shows!["marne/9.32b", "marne/9.32c", "marne/9.32d"];
    let chance = |army: &str, phase: &str, unit: &str, hex: &str| {
        let reduced = json!({ "piece": unit, "hex": hex, "steps": 1 });
        let other = if unit.starts_with('G') { ("F-14", "2020") } else { ("G-3", "3005") };
        let setting = marne(phase, 6).mark("army", army).mark("points", "2*").mark("rallied", "french-sixth bef");
        let table = setting.piece(reduced).unit(other.0, other.1).table(game());
        let forecast = table.forecast(&format!("rebuild {unit}"));
        let (gained, not) =
            (probability(&forecast, "a step is regained"), probability(&forecast, "nothing is regained"));
        assert!((gained + not - 1.0).abs() < 1e-9, "{gained} and {not}");
        gained
    };
    assert!((chance("german-first", "german-operational", "G-5", "2714") - 0.5).abs() < 1e-9);
    assert!((chance("french-sixth", "allied-operational", "F-14", "1908") - 0.5).abs() < 1e-9);
    assert!((chance("bef", "allied-operational", "B-1", "2117") - 1.0 / 6.0).abs() < 1e-9);
}

#[test]
fn refusals_name_the_fact_and_the_rule() {
    let table = crossing();
    let refusal = table.refusal("to 3812");
    assert!(refusal.reason.starts_with("3812 costs German 35 division"), "{}", refusal.reason);
    assert_eq!(refusal.clauses[0].0, "std/11.1a");
    assert_eq!(table.refused_by("launch"), "std/5.1");
    let setting = moves("first-corps", "4", 6).unit("G-1", "3804").unit("G-35", "3707").unit("R-25", "5205");
    let table = setting.table(game());
    let refusal = table.refusal("pick G-35");
    assert_eq!(refusal.clauses[0].0, "std/10.1b");
    assert_eq!(
        refusal.reason,
        "German 35 division belongs to the German Eighth Army, and the German I Corps moves now"
    );
}

#[test]
fn the_score_is_shown_hex_by_hex() {
    shows!["tannenberg/4.1d", "marne/4.1b", "marne/4.22c"];
    let table = engine::laws::Table::new(game(), 0, &[]);
    let view = table.view(Viewer::Spectator);
    let fact = view.facts.iter().find(|fact| fact.text.starts_with("German victory points: 15")).unwrap();
    assert!(fact.text.contains("Allenstein 3"), "{}", fact.text);
    assert!(view.facts.iter().any(|fact| fact.text.starts_with("Russian victory points: 0")));
    let table = engine::laws::Table::new(game(), 2, &["german-prizes=on"]);
    let view = table.view(Viewer::All);
    let fact = view.facts.iter().find(|fact| fact.text.starts_with("Primary hexes")).unwrap();
    assert!(fact.text.contains("Meaux German") && fact.text.contains("Vitry-le-François Allied"), "{}", fact.text);
    let control = view.markers.iter().filter(|marker| marker.kind.word() == "control").count();
    assert_eq!(control, 17);
}

#[test]
fn everybody_sees_the_same_table() {
    shows!["std/2.5", "tannenberg/5.37c"];
    let setting = phase("german-reinforcement", 6).mark("intercepted", "russian-second 3").unit("G-1", "3804");
    let table = setting.unit("R-25", "4604").table(game());
    let views = [Viewer::All, Viewer::Spectator, Viewer::Side(engine::Side::First), Viewer::Side(engine::Side::Second)];
    let views = views.map(|viewer| table.view(viewer));
    assert!(views.iter().all(|view| *view == views[0]));
    assert!(views[0].facts.iter().any(|fact| fact.text.contains("Russian Second Army moves first next turn, with 3")));
    let state = table.state();
    assert!(game().resample(state, engine::Side::First, &mut engine::dice::SeededDice::new(1)) == *state);
}

#[test]
fn a_command_roll_of_the_pursuit_names_its_rules() {
    shows!["marne/10.31", "marne/10.34"];
    let clauses = |turn: u32| {
        let table = marne("allied-operational", turn).unit("F-14", "2020").unit("G-3", "3005").table(game());
        let forecast = table.forecast("cup");
        forecast.sum.parts.iter().flat_map(|part| part.clauses.iter().map(|clause| clause.0)).collect::<Vec<_>>()
    };
    assert!(clauses(4).contains(&"marne/10.31") && clauses(4).contains(&"marne/10.34"));
    assert!(!clauses(5).contains(&"marne/10.31") && clauses(5).contains(&"marne/10.52a"));
}

#[test]
fn only_cavalry_pays_for_facing_infantry_and_the_british_do_not() {
    shows!["std/14.5a", "std/14.5b", "marne/16.4"];
    let worse = |unit: &str, hex: &str, target: &str| {
        let mut table =
            marne("german-combat", 6).unit(unit, target).unit("G-3", hex).mark("rallied", "bef").table(game());
        table.play(&[&format!("target {target}"), "join G-3"]);
        let sum = table.forecast("launch").sum;
        let taken_off = sum.parts.iter().filter(|part| part.label.starts_with("TER of")).flat_map(|part| &part.parts);
        taken_off.filter(|part| part.label.contains("cavalry")).count() == 1
    };
    assert!(worse("F-4Cav", "2714", "2715"));
    assert!(!worse("F-1", "2714", "2715"));
    assert!(!worse("B-1Cav", "2417", "2418"));
}

#[test]
fn a_forecast_says_when_others_have_a_say_first() {
    let given = |units: &[(&str, &str)], reduced: &str| {
        let target = json!({ "piece": reduced, "hex": "3822", "steps": 1 });
        let setting = units.iter().fold(phase("german-combat", 6), |setting, (unit, hex)| setting.unit(unit, hex));
        let mut table = setting.piece(target).table(game());
        table.play(&["target 3822", "join all"]);
        table.forecast("launch").given
    };
    let supposed = Some("no cavalry withdraws and the best attackers check".to_string());
    // Six against one: one of three attackers checks, and which one is still to be said.
    assert_eq!(given(&[("G-41", "3821"), ("G-35", "3821"), ("G-36", "3921")], "R-1"), supposed);
    // Cavalry may ride away first.
    assert_eq!(given(&[("G-41", "3821"), ("G-35", "3821")], "R-1Cav"), supposed);
    // Two attackers at 4-1 both check, and nobody is asked.
    assert_eq!(given(&[("G-41", "3821"), ("G-35", "3821")], "R-1"), None);
}

#[test]
fn the_fates_of_the_defenders_are_told_with_their_chances() {
    shows!["std/12.8a", "std/13.2"];
    let fates = |setting: Setting, target: &str| {
        let mut table = setting.table(game());
        table.play(&[&format!("target {target}"), "join all"]);
        let fates = table.forecast("launch").fight.expect("an attack is a fight").fates;
        assert!(fates.iter().all(|told| told.probability > 0.0), "{fates:?}");
        assert!(fates.iter().all(|told| told.probability > 0.0), "{fates:?}");
        let chance = |fate: Fate| fates.iter().filter(|told| told.fate == fate).map(|told| told.probability).sum();
        [Fate::Stands, Fate::Weakened, Fate::Retreats, Fate::Destroyed].map(|fate| {
            let chance: f64 = chance(fate);
            (chance * 36.0).round() as u32
        })
    };
    let open = || phase("german-combat", 6).unit("G-41", "3821").unit("G-35", "3821");
    // At 2-1 a Russian division of TER 3 passes with 1 and 2. A brigade of one step never passes at 4-1, and falls.
    assert_eq!(fates(open().unit("R-1", "3822"), "3822"), [12, 0, 24, 0]);
    assert_eq!(fates(open().unit("R-5Rif", "3822"), "3822"), [0, 0, 0, 36]);
    // At 1-1 they pass with 1 to 3. Of two, one that falls back is enough; where the brigade falls alone the division stays.
    assert_eq!(fates(open().unit("R-1", "3822").unit("R-2", "3822"), "3822"), [9, 0, 27, 0]);
    assert_eq!(fates(open().unit("R-1", "3822").unit("R-5Rif", "3822"), "3822"), [9, 9, 18, 0]);
    // Germans hold on in a fort, weakened.
    let fort = phase("allied-combat", 5).unit("R-25", "3612").unit("R-27", "3612");
    let [stands, weakened, retreats, destroyed] = fates(fort.unit("G-3R", "3512"), "3512");
    assert_eq!((stands + weakened, retreats, destroyed), (36, 0, 0));
    assert!(weakened > 0);
}

#[test]
fn what_may_come_of_the_checks_is_said_in_words() {
    shows!["std/12.7a"];
    let setting = phase("german-combat", 6).unit("G-41", "3821").unit("G-35", "3821");
    let mut table = setting.unit("R-1", "3822").unit("R-2", "3822").table(game());
    table.play(&["target 3822", "join all"]);
    let forecast = table.forecast("launch");
    let told: Vec<(&str, u32)> =
        forecast.chances.iter().map(|told| (&*told.outcome, (told.probability * 36.0).round() as u32)).collect();
    // TER 4 fails with 5 and 6, TER 3 with 4 to 6.
    let expected = [
        ("every check is passed", 4),
        ("1 defender fails", 8),
        ("2 defenders fail", 4),
        ("1 attacker fails", 4),
        ("1 attacker and 1 defender fail", 8),
        ("1 attacker and 2 defenders fail", 4),
        ("2 attackers fail", 1),
        ("2 attackers and 1 defender fail", 2),
        ("2 attackers and 2 defenders fail", 1),
    ];
    assert_eq!(told, expected);
}
