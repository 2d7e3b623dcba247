//! Matches at the terminal and between computers.

use crate::common::Folder;

const COMPUTERS: [&str; 8] = ["play", "hex-fight", "--seat", "blue=greedy", "--seat", "red=random", "--seed", "12"];

#[test]
fn computers_play_the_same_game_from_the_same_seed() {
    let here = Folder::new("computers");
    let first = here.good(&[&COMPUTERS[..], &["--record", "a"]].concat(), "");
    assert!(first.contains("wins. (4.") && first.ends_with("The record is in a.\n"), "{first}");
    here.good(&[&COMPUTERS[..], &["--record", "b"]].concat(), "");
    assert_eq!(here.read("a"), here.read("b"));
    assert!(here.read("a").contains("seats: blue=greedy red=random\n"));
    here.good(&COMPUTERS, "");
    assert_eq!(here.files().len(), 2, "without --record computers leave nothing behind");
    let right = here.good(&["check", "a", "b"], "");
    assert!(right.starts_with("a: right. hex-fight, corners: ") && right.lines().count() == 2, "{right}");
}

#[test]
fn check_says_that_dice_were_committed_to_and_rolled_again() {
    let here = Folder::new("committed");
    let game = catalogue::HEX_FIGHT.load(None).unwrap();
    let commitment = engine::dice::Commitment::new([3; 32]).with_salts(vec![("red".into(), "abc".into())]).unwrap();
    let digest = commitment.digest();
    let new = catalogue::NewMatch { commitment: Some(commitment), ..Default::default() };
    let mut table = game.begin(new).unwrap();
    table.raise_tries(2);
    let thoughts = ai::dice(1.into());
    while let engine::Decision::Choose(_) = table.decision() {
        table.play_computer(ai::Player::GREEDY, &thoughts).unwrap();
    }
    let text = table.record().to_string();
    here.write("true", &text);
    let said = here.good(&["check", "true"], "");
    let plain = "salts not pledged before they were opened";
    let committed = format!(", dice as committed before play (sha256 {}…; {plain}), ", &digest[..16]);
    assert!(said.contains(&committed) && said.contains(" dice (some rolled again after 2 take-backs), "), "{said}");
    here.write("false", &text.replace("red=abc", "red=abd"));
    assert!(here.bad(&["check", "false"]).contains("10: the seal does not fit"));
}

#[test]
fn check_says_by_which_scheme_the_dice_were_stirred() {
    use engine::dice::{Commitment, WITHDRAWN, pledge_of};
    let here = Folder::new("pledged");
    let game = catalogue::HEX_FIGHT.load(None).unwrap();
    let by_side = |texts: &[(&str, &str)]| texts.iter().map(|&(side, text)| (side.into(), text.into())).collect();
    let said = |salts: &[(&str, &str)], pledges: &[(&str, &str)]| {
        let dice = Commitment::new([3; 32]).with_salts(by_side(salts)).unwrap().with_pledges(by_side(pledges)).unwrap();
        let new = catalogue::NewMatch { commitment: Some(dice), ..Default::default() };
        let mut table = game.begin(new).unwrap();
        table.concede(engine::Side::First).unwrap();
        here.write("it", &table.record().to_string());
        here.good(&["check", "it"], "")
    };
    let abc = pledge_of("abc");
    assert!(said(&[], &[]).contains("…; nobody added a salt)"));
    assert!(said(&[("red", "abc")], &[("red", &abc)]).contains("…; scheme 2, salts pledged before any was opened)"));
    let mixed = said(&[("blue", "x"), ("red", "abc")], &[("red", &abc)]);
    assert!(mixed.contains("salts pledged before any was opened but not that of blue)"), "{mixed}");
    let lost = said(&[("red", "abc")], &[("blue", WITHDRAWN), ("red", &abc)]);
    assert!(lost.contains("; blue took its pledge back and could choose between two seeds)"), "{lost}");
}

#[test]
fn a_record_of_older_rules_is_still_read() {
    let here = Folder::new("older");
    here.good(&[&COMPUTERS[..], &["--record", "now"]].concat(), "");
    let mut record = engine::Record::parse(&here.read("now")).unwrap();
    record.head.rules = 0;
    here.write("old", &record.to_string());
    let older = "Played by version 0 of the rules of Hex-fight, an older one; this program has version 1.";
    let told = here.good(&["replay", "old"], "");
    assert_eq!(told, format!("{older}\n{}", here.good(&["replay", "now"], "")));
    let said = here.good(&["check", "old"], "");
    assert!(
        said.starts_with(&format!("old: sealed, and its dice are the seed's. {older} hex-fight, corners: ")),
        "{said}"
    );
    assert!(said.ends_with("; both versions agree on all of it\n"), "{said}");
    // Where the rules part, the rest is shown as it was written.
    let quiet = record.lines.iter().rposition(|line| line.rolls.is_empty()).unwrap();
    record.lines[quiet].action = "castle".into();
    here.write("parted", &record.to_string());
    let told = here.good(&["replay", "parted"], "");
    let from = format!("From action {} on this program's rules go another way", quiet + 1);
    assert!(told.contains(&from) && told.contains(" castle\n"), "{told}");
    assert!(told.ends_with(&format!("The record says: {}\n", record.result.unwrap())), "{told}");
    let (said, line) = (here.good(&["check", "parted"], ""), record.head.lines_before_play() + quiet + 1);
    assert!(said.contains(&format!("; both versions agree up to line {line}: ")), "{said}");
    // Nobody plays on where the rules have gone another way.
    let said = here.bad(&["play", "--resume", "parted"]);
    assert!(said.starts_with(&format!("parted: line {line}: ")) && said.contains(older), "{said}");
}

#[test]
fn who_goes_on_by_other_rules_says_from_where() {
    let here = Folder::new("newer");
    here.good(&["play", "hex-fight", "--seed", "5", "--record", "a"], "1\n1\n");
    let mut record = engine::Record::parse(&here.read("a")).unwrap();
    record.head.rules = 0;
    here.write("a", &record.to_string());
    here.good(&["play", "--resume", "a"], "1\n");
    let after = engine::Record::parse(&here.read("a")).unwrap();
    assert_eq!((after.head.rules, after.played_by()), (0, (1, &*record.head.data)));
    assert_eq!(after.changes.iter().map(|change| change.after).collect::<Vec<_>>(), [record.lines.len()]);
    let (said, from) = (here.good(&["check", "a"], ""), record.lines.len() + 1);
    let by = format!(", from action {from} on by version 1 of the rules with the data files {}, ", record.head.data);
    assert!(said.starts_with("a: right. ") && said.contains(&by), "{said}");
    let told = here.good(&["replay", "a"], "");
    assert!(told.contains("From here on the match goes by version 1 of the rules (before: 0)."), "{told}");
    assert!(here.good(&["replay", "a", "--at", "1"], "").starts_with("Played by version 0 of the rules of Hex-fight"));
}

#[test]
fn a_match_goes_on_where_it_was_left() {
    let here = Folder::new("resume");
    here.good(&[&COMPUTERS[..], &["--record", "whole"]].concat(), "");
    let whole = engine::Record::parse(&here.read("whole")).unwrap();
    let part = engine::Record { lines: whole.lines[..30].to_vec(), result: None, ..whole };
    here.write("part", &part.to_string());
    here.good(&["play", "--resume", "part"], "");
    assert_eq!(here.read("part"), here.read("whole"));
    let strange =
        engine::Record { head: engine::record::Head { seats: vec!["blue=bot-7".into()], ..part.head }, ..part };
    here.write("strange", &strange.to_string());
    assert!(here.good(&["play", "--resume", "strange"], "").contains("blue > "));
}

#[test]
fn a_human_plays_asks_takes_back_and_leaves() {
    let here = Folder::new("human");
    let said = here.good(
        &["play", "hex-fight", "--seed", "5"],
        "why 0402\nwhy 1\nodds\nodds 1\n0101-0102\n99\nnonsense\n0403-0404\nlog\nundo\nboard 0909\nboard 9999\n\
         look 0101\nlook 0909\nlook 99\nstatus\noptions 0502\nmore\nsave copy\nsave copy\nwhy\nhelp\n1\nquit\n",
    );
    for expected in [
        "Blue, ply 1: move one unit.",
        "0401-0402 (0401: move to 0402): no. Blue has a unit in 0402 already (2.3)",
        "  2.3: No two units of a side may stand in one hex.",
        "0103-0104 (0103: move to 0104): allowed.",
        "No option rolls dice now",
        "It costs nothing and leaves nothing to chance.",
        "Blue has a unit in 0102 already\n  2.3: ",
        "\"99\" is not a move",
        "\"nonsense\" is not a move",
        "  Blue moves from 0403 to 0404.  [2.2]",
        "Blue, ply 3: move one unit.",
        "hex 9999 is not on the board",
        "0101: Field\n  Blue unit\n",
        "0909: Field\n  Red unit\n",
        "\"99\" is not a hex number",
        "Turn 1, Move\n200 plies are left.  [4.2]\n",
        "7  0401: move to 0502",
        "Saved in copy.",
        "Not saved: copy: ",
        "why what?",
        "NUMBER or NOTATION",
        "Go on with: grognard play --resume hex-fight-1.record",
    ] {
        assert!(said.contains(expected), "\"{expected}\" is missing in:\n{said}");
    }
    assert!(!said.contains('\x1b'), "no colour where there is no terminal");
    assert!(said.contains(" 0101 .Bu    0301 .Bu   *0501 ."), "{said}");
    // Everything up to the last action is safe, the action taken back is not there.
    let record = engine::Record::parse(&here.read("hex-fight-1.record")).unwrap();
    assert_eq!(record.lines[0].action, "0103-0104");
    assert_eq!(record.lines.len(), 2);
    assert!(here.good(&["check", "hex-fight-1.record"], "").contains("unfinished"));
    assert!(engine::Record::parse(&here.read("copy")).unwrap().lines.is_empty());
    let on = here.good(&["play", "--resume", "hex-fight-1.record"], "resign\nno\nresign\nyes\n");
    assert!(on.contains("Red wins. (4.3)"), "{on}");
    let over = here.good(&["play", "--resume", "hex-fight-1.record"], "");
    assert!(over.contains("Red wins. (4.3)"), "{over}");
    here.good(&["play", "hex-fight"], "");
    assert!(here.path().join("hex-fight-2.record").exists());
}

#[test]
fn two_humans_share_a_terminal() {
    let here = Folder::new("hot-seat");
    let said = here.good(
        &["play", "hex-fight", "--seat", "blue=human", "--seat", "red=human", "--seed", "5"],
        "0403-0404\n0809-0808\nundo\n0809-0709\n",
    );
    assert!(said.contains("red > ") && said.contains("Red moves from 0809 to 0709."), "{said}");
    let record = engine::Record::parse(&here.read("hex-fight-1.record")).unwrap();
    assert_eq!(record.lines.iter().map(|line| line.action.as_str()).collect::<Vec<_>>(), ["0403-0404", "0809-0709"]);
}

#[test]
fn a_recorded_game_is_told() {
    let here = Folder::new("replay");
    here.good(&[&COMPUTERS[..], &["--record", "a"]].concat(), "");
    let all = here.good(&["replay", "a"], "");
    assert!(all.starts_with("1 blue 0403-0504\n  Blue moves from 0403 to 0504.  [2.2]\n2 red "), "{all}");
    assert!(all.trim_end().ends_with("wins. (4.1)") || all.trim_end().ends_with("wins. (4.2)"), "{all}");
    let part = here.good(&["replay", "a", "--at", "3", "--board", "--side", "red"], "");
    assert!(part.starts_with("3 blue ") && part.contains("\n. field, B Blue, R Red\n"), "{part}");
    assert!(part.ends_with("Red, ply 4: move one unit.\n"), "{part}");
    assert!(here.good(&["replay", "a", "--at", "0", "--picture", "a.svg"], "").starts_with("Blue, ply 1"));
    // A square for each counter in the colour of its side, beside those of the map.
    let squares = |picture: &str| picture.matches("rx=\"2\"").count();
    here.good(&["map", "hex-fight", "--out", "map.svg"], "");
    assert!(squares(&here.read("a.svg")) > squares(&here.read("map.svg")));
}

#[test]
fn clauses_are_counted_for_programs_and_for_people() {
    let here = Folder::new("clauses");
    let games: Vec<serde_json::Value> = serde_json::from_str(&here.good(&["clauses", "--json"], "")).unwrap();
    assert_eq!(games.len(), catalogue::GAMES.len());
    for game in &games {
        let count = |key: &str| game[key].as_u64().unwrap();
        let list = |key: &str| game[key].as_array().unwrap().len() as u64;
        assert!(count("carried") + count("explained") + list("named_only") <= count("total"), "{game}");
        assert!(list("named_only") <= list("lacking"), "{game}");
        assert!(count("carried") <= count("cited") && count("tested") <= count("total"), "{game}");
        let said = here.good(&["clauses", game["game"].as_str().unwrap()], "");
        let explained = count("explained");
        let totals = format!(
            "  {} carried by running code or data, {explained} explained, {} named only\n",
            count("carried"),
            list("named_only")
        );
        assert!(said.contains(&totals), "{said}");
    }
    assert!(here.bad(&["clauses", "hex-fight"]).contains("no ledger of clauses is kept"));
}

#[test]
fn other_data_make_another_game() {
    let here = Folder::new("overlay");
    let map = include_str!("../../../examples/hex-fight/data/map.toml");
    here.write("data/hex-fight/map.toml", &map.replace("0103 0201", "0103 0606 0201"));
    assert!(here.good(&["data", "check", "data"], "").starts_with("hex-fight: right. "));
    assert!(here.good(&["data", "check"], "").contains("hex-fight: right. 11 clauses, "));
    let args = [&COMPUTERS[..], &["--data", "data", "--record", "a"]].concat();
    here.good(&args, "");
    assert!(here.good(&["check", "a", "--data", "data"], "").contains("right"));
    let said = here.bad(&["check", "a"]);
    assert!(said.ends_with("(it was played with other data files; --data names their folder)"), "{said}");
    // Where they make no difference it is right, and whoever goes on with it goes on with the other ones.
    here.write("alike/hex-fight/map.toml", &format!("# Mine.\n{map}"));
    here.good(&["play", "hex-fight", "--seed", "5", "--record", "b"], "1\n");
    let before = engine::Record::parse(&here.read("b")).unwrap();
    let said = here.good(&["check", "b", "--data", "alike"], "");
    assert!(said.ends_with(" (played with other data files, which make no difference to it)\n"), "{said}");
    here.good(&["play", "--resume", "b", "--data", "alike"], "1\n");
    let after = engine::Record::parse(&here.read("b")).unwrap();
    assert_eq!((after.lines.len() > before.lines.len(), &after.head), (true, &before.head));
    assert_eq!(after.changes.iter().map(|change| change.after).collect::<Vec<_>>(), [before.lines.len()]);
    assert_ne!(after.played_by(), before.played_by());
    assert!(here.good(&["check", "b", "--data", "alike"], "").ends_with("unfinished\n"));
}

/// Options that a copy has on by itself are in the head of the record, which anybody can check without the copy.
#[test]
fn an_archive_is_played_with_its_own_options() {
    let here = Folder::new("options");
    let option = "[[option]]\nid = \"show-counts\"\ndefault = \"on\"\nsource = \"published my copy\"\n";
    here.write("mine/first-blood/options.toml", option);
    let said = here.good(&["data", "check", "mine"], "");
    assert!(said.starts_with("first-blood: right. ") && said.contains(" 1 published"), "{said}");
    here.good(&["data", "pack", "mine", "--out", "mine.grognard"], "");
    here.good(&["play", "mine.grognard", "--seed", "5", "--record", "a"], "1\n");
    let head = engine::Record::parse_open(&here.read("a")).unwrap().0.head;
    assert!(head.options.contains(&"show-counts=on".to_string()), "{:?}", head.options);
    here.good(&["check", "a"], "");
    here.good(&["play", "mine.grognard", "--option", "show-counts=off", "--seed", "5", "--record", "b"], "1\n");
    assert!(here.read("b").contains("show-counts=off"));
}

#[test]
fn the_games_are_listed() {
    let here = Folder::new("games");
    let games: serde_json::Value = serde_json::from_str(&here.good(&["games", "--json"], "")).unwrap();
    let short = here.good(&["games"], "");
    for game in games.as_array().unwrap() {
        for key in ["game", "title", "sides", "scenarios", "options"] {
            assert!(game.get(key).is_some(), "{key} is missing in {game}");
        }
        for words in [&game["game"], &game["shelf"]["designer"]] {
            assert!(short.contains(words.as_str().unwrap()), "{words} is missing in {short}");
        }
    }
    let all = here.good(&["games", "--options", "--sources"], "");
    assert!(short.lines().count() < 60 && all.lines().count() > 300, "{short}");
}

#[test]
fn every_board_can_be_drawn() {
    let here = Folder::new("boards");
    for game in ["first-blood", "hex-fight"] {
        here.good(&["map", game, "--out", "board.svg"], "");
        assert!(here.read("board.svg").starts_with("<svg "), "{game}");
    }
    assert!(
        here.bad(&["map", "hex-fight", "--out", "board.png", "--scale", "1000"]).starts_with("a picture cannot have ")
    );
}

#[test]
fn the_bench_has_its_shape() {
    let here = Folder::new("bench");
    let report = here.good(&["bench", "--json", "--seconds", "0.01"], "");
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    assert!(report["games"].is_array());
    for figure in ["ours_us", "pathfinding_us", "hexx_us", "ratio"] {
        assert!(report["range"][figure].as_f64().unwrap() > 0.0, "{figure}");
    }
    assert!(report["hex_fight"]["ratio"].as_f64().unwrap() > 0.0);
    assert_eq!(report["hex_fight"]["allocations_per_ply"], 0.0);
}

#[test]
fn charts_are_told_and_written_as_sheets() {
    let here = Folder::new("charts");
    let told = here.good(&["charts", "rock-of-the-marne"], "");
    let line = "  5         A3r1,D1  A3r1,D1  A3r1,D1  A3r1,D1  A2,D1    A1,D2    A1,D2";
    assert!(told.starts_with("Combat Results Table\nWhat an attack") && told.contains(line), "{told}");
    assert!(told.contains("  A1,D2: the attacker loses 1 step, the defender loses 2 steps\n"), "{told}");
    let ardre = here.good(&["charts", "rock-of-the-marne", "--scenario", "ardre"], "");
    assert!(told.contains("AM 15 July") && !ardre.contains("AM 15 July"), "each scenario has its own turns");
    for (file, start) in [("a.html", "<!doctype html>"), ("a.svg", "<svg ")] {
        here.good(&["charts", "rock-of-the-marne", "--out", file], "");
        let sheet = here.read(file);
        assert!(sheet.starts_with(start) && sheet.contains("Terrain Effects Chart") && sheet.contains(">A3r1,D1<"));
    }
}

/// A game between computers, the first actions of which go another way in two variations, as somebody writes it down by hand.
fn study(here: &Folder) -> String {
    here.good(&[&COMPUTERS[..], &["--record", "game"]].concat(), "");
    let record = here.read("game");
    let other =
        here.good(&["engine"], "{\"cmd\": \"new\", \"game\": \"hex-fight\", \"seed\": 12}\n{\"cmd\": \"decision\"}\n");
    let options: serde_json::Value = serde_json::from_str(other.lines().nth(1).unwrap()).unwrap();
    let first = engine::Record::parse(&record).unwrap().lines[0].action.clone();
    let another = options["options"].as_array().unwrap().iter().find(|option| **option != first.as_str()).unwrap();
    let another = another.as_str().unwrap();
    format!(
        "{record}grognard study 1\ntitle: What blue could do\nnote 0 after 0: Blue begins.\nvariation 1 of 0 after 0: Elsewhere\n\
         1.1 blue {another}\nbookmark 1 after 1: The other way\n"
    )
}

#[test]
fn a_study_is_checked_with_its_variations_and_told_with_its_notes() {
    let here = Folder::new("study");
    let text = study(&here);
    here.write("a.study", &text);
    let said = here.good(&["check", "a.study"], "");
    assert!(said.starts_with("a.study: right. hex-fight, corners: "), "{said}");
    assert!(said.ends_with("; a study with 1 note, 1 bookmark and 1 variation by the rules\n"), "{said}");
    let told = here.good(&["replay", "a.study"], "");
    let begin = "What blue could do\n    Note: Blue begins.\n    Variation 1 begins here: Elsewhere\n1 blue ";
    assert!(told.starts_with(begin), "{told}");
    let other = here.good(&["replay", "a.study", "--variation", "1"], "");
    assert!(other.contains("\n    Bookmark: The other way\n"), "{other}");
    assert!(other.ends_with("Red, ply 2: move one unit.\n"), "{other}");
    assert_eq!(here.bad(&["replay", "a.study", "--variation", "2"]), "a.study: there is no variation 2 (there are 1)");
}

#[test]
fn a_study_that_is_not_true_is_refused() {
    let here = Folder::new("untrue-study");
    let text = study(&here);
    let (record, written) = text.split_once("grognard study 1").unwrap();
    let action = written.lines().find_map(|line| line.strip_prefix("1.1 ")).unwrap();
    let against = text.replace(action, "blue 0101-1111");
    here.write("against", &against);
    assert!(here.bad(&["check", "against"]).starts_with("against: variation 1, action 1: "), "it is against the rules");
    let changed = format!("{}grognard study 1{written}", record.replacen("2 red ", "2 red x", 1));
    here.write("changed", &changed);
    assert!(here.bad(&["check", "changed"]).contains("the seal does not fit"), "the record is sealed as ever");
    here.write("open", &text);
    assert!(here.bad(&["play", "--resume", "open"]).starts_with("open: this is a study, "));
}
