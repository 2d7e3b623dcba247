//! Runs come out the same however they are played, and what is written down adds up.

use ai::Stop;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use sim::{Folder, GameRow, Plan, Run, Shard, Wish, Workshop};
use std::collections::BTreeMap;
use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

const WISH: Wish<'static> =
    Wish { scenario: None, options: &[], seats: &[], both_ways: false, first_seed: 100, games: 12, analyse: None };

/// A plan with shards of three games.
fn plan(game: &str, wish: Wish<'_>) -> Plan {
    let game = catalogue::find(game).unwrap().load(None).unwrap();
    Plan { shard_size: 3, ..Plan::draw_up(&*game, wish).unwrap() }
}

/// A place for a run, empty.
fn place(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    path
}

fn threads(number: usize) -> NonZeroUsize {
    NonZeroUsize::new(number).unwrap()
}

fn play(name: &str, plan: &Plan, number: usize) -> PathBuf {
    let path = place(name);
    let folder = Folder::create(&path, plan, None).unwrap();
    let workshop = Workshop::open(plan, None).unwrap();
    sim::play(&workshop, &folder, threads(number), &Stop::default(), &|| ()).unwrap();
    path
}

/// What was played, without the time it took.
fn timeless(path: &Path) -> Run {
    let mut run = Run::read(path).unwrap();
    run.games.iter_mut().for_each(|game| game.seconds = [0.0; 2]);
    run.turns.iter_mut().for_each(|turn| turn.seconds = [0.0; 2]);
    run
}

fn workshop(plan: &Plan) -> Workshop {
    Workshop::open(plan, None).unwrap()
}

#[test]
fn a_run_is_the_same_whatever_threads_and_shards() {
    let plan = plan("hex-fight", WISH);
    let one = timeless(&play("one-thread", &plan, 1));
    assert_eq!(one.games.len(), 12);
    assert_eq!(one, timeless(&play("three-threads", &plan, 3)));
    let other = Plan { shard_size: 5, ..plan.clone() };
    assert_eq!(Run { plan: other.clone(), ..one }, timeless(&play("other-shards", &other, 2)));
}

#[test]
fn games_have_the_seeds_of_the_plan() {
    let plan = plan("hex-fight", WISH);
    // Game 4 of this plan is game 0 of one that begins with its seed.
    let alone = Plan { first_seed: 104, games: 1, ..plan.clone() };
    let stop = Stop::default();
    let here = &workshop(&plan).shard(1, &stop).unwrap().games[1];
    let there = &workshop(&alone).shard(0, &stop).unwrap().games[0];
    assert_eq!((here.game, here.seed), (4, 104));
    let same = GameRow { game: 4, seconds: here.seconds, ..there.clone() };
    assert_eq!(*here, same);
}

#[test]
fn a_game_is_the_one_that_grognard_play_plays() {
    for id in ["hex-fight", "first-blood", "march-into-battle"] {
        let plan = plan(id, Wish { first_seed: 7, games: 1, ..WISH });
        let row = &workshop(&plan).shard(0, &Stop::default()).unwrap().games[0];
        let game = catalogue::find(id).unwrap().load(None).unwrap();
        let mut table = game.begin(catalogue::NewMatch { seed: 7.into(), ..Default::default() }).unwrap();
        let mind = ai::dice(7.into());
        while let engine::Decision::Choose(_) = table.decision() {
            table.play_computer(ai::Player::GREEDY, &mind).unwrap();
        }
        let engine::Decision::Over(outcome) = table.decision() else { unreachable!() };
        assert_eq!(row.winner, outcome.winner.map(|side| side.index() as u8), "{id}");
        assert_eq!(row.decisions.iter().sum::<u32>() as usize, table.actions(), "{id}");
        let rolls: usize = table.record().lines.iter().map(|line| line.rolls.len()).sum();
        assert_eq!((row.rolls as usize, row.clause.as_str()), (rolls, outcome.clause.0), "{id}");
    }
}

#[test]
fn a_run_stopped_in_the_middle_goes_on_as_if_nothing_had_been() {
    let plan = plan("hex-fight", WISH);
    let whole = timeless(&play("unstopped", &plan, 2));
    let path = place("stopped");
    let folder = Folder::create(&path, &plan, None).unwrap();
    let (stop, games) = (Stop::default(), AtomicUsize::new(0));
    let after_game = || {
        if games.fetch_add(1, Ordering::Relaxed) == 4 {
            stop.stop();
        }
    };
    sim::play(&workshop(&plan), &folder, threads(1), &stop, &after_game).unwrap();
    // The fifth game was told to be the last: the first shard is whole, the second is not there.
    assert_eq!(folder.done().unwrap().into_iter().collect::<Vec<_>>(), [0]);
    folder.write_tables().unwrap();
    assert_eq!(fs::read_to_string(path.join("games.csv")).unwrap().lines().count(), 4);

    let folder = Folder::open(&path).unwrap();
    assert_eq!((folder.plan(), folder.missing().unwrap()), (&plan, vec![1, 2, 3]));
    sim::play(&workshop(&plan), &folder, threads(2), &Stop::default(), &|| ()).unwrap();
    assert_eq!(timeless(&path), whole);
    folder.write_tables().unwrap();
    assert_eq!(fs::read_to_string(path.join("games.csv")).unwrap().lines().count(), 13);
}

#[test]
fn a_shard_that_comes_twice_is_kept_once_and_a_wrong_one_never() {
    let plan = plan("hex-fight", WISH);
    let path = place("twice");
    let folder = Folder::create(&path, &plan, None).unwrap();
    let shard = workshop(&plan).shard(2, &Stop::default()).unwrap();
    folder.keep(&shard).unwrap();
    folder.keep(&shard).unwrap();
    assert_eq!(Run::read(&path).unwrap().games, shard.games);
    assert_eq!(Shard::from_bytes(&shard.to_bytes().unwrap()).unwrap(), shard);
    let wrong = Shard { number: 1, ..shard };
    assert!(folder.keep(&wrong).unwrap_err().to_string().ends_with("the games of shard 1 are not those of the plan"));
    fs::write(path.join("shards/000000.json.gz"), b"").unwrap();
    assert_eq!(folder.missing().unwrap(), [0, 1, 3], "what has no content is not there");
    fs::write(path.join("shards/000000.json.gz"), b"half").unwrap();
    let error = Run::read(&path).unwrap_err().to_string();
    assert!(error.contains("000000.json.gz: this is no whole shard; delete the file and resume the run"), "{error}");
}

/// What a run is made of adds up in every game.
#[test]
fn totals_add_up() {
    for (game, games) in catalogue::GAMES.iter().map(|entry| (entry.id, 2)).chain([("hex-fight", 9)]) {
        let plan = plan(game, Wish { games, ..WISH });
        let run = timeless(&play(&format!("totals-{game}"), &plan, 2));
        assert_eq!(run.games.len() as u64, games);
        let rolls: u64 = run.games.iter().map(|row| u64::from(row.rolls)).sum();
        assert_eq!(run.dice.iter().map(|row| row.count).sum::<u64>(), rolls, "{game}");
        assert!(run.dice.iter().all(|row| (1..=row.sides).contains(&row.value)), "{game}");
        for row in &run.games {
            for side in 0..2 {
                let left = row.strength_start[side] + row.gained[side] - row.lost[side];
                assert_eq!(row.strength_end[side], left, "{game}: {row:?}");
            }
            assert_eq!(row.margin, row.points[0] - row.points[1]);
            let turns: Vec<_> = run.turns.iter().filter(|turn| turn.game == row.game).collect();
            assert!(turns.windows(2).all(|pair| pair[0].turn < pair[1].turn), "{game}");
            assert!(turns.windows(2).all(|pair| (0..2).all(|side| pair[0].lost[side] <= pair[1].lost[side])), "{game}");
            let last = turns.last().unwrap();
            assert_eq!((last.turn, last.lost, last.points), (row.turns, row.lost, row.points), "{game}");
            assert_eq!(last.decisions, row.decisions, "{game}");
        }
        for side in 0..2_u8 {
            let lost: u64 = run.games.iter().map(|row| u64::from(row.lost[usize::from(side)])).sum();
            let died: u64 = run.hexes.iter().filter(|row| row.side == side).map(|row| row.died).sum();
            // Who is lost on the way to the board falls in no hex.
            assert!(died <= lost && (died > 0 || lost == 0), "{game}: {died} of {lost}");
        }
        assert!(run.hexes.iter().any(|row| row.front > 0), "{game}");
    }
}

#[test]
fn hex_fight_loses_what_it_lacks_in_the_end() {
    let run = timeless(&play("hex-fight", &plan("hex-fight", WISH), 1));
    for row in &run.games {
        assert_eq!((row.strength_start, row.gained), ([12, 12], [0, 0]));
        assert_eq!(row.points, row.lost.map(|lost| 12 - lost as i32));
    }
    // Nothing comes from outside, so each loss has its hex; and a loss is a six-sided die.
    let lost: u64 = run.games.iter().flat_map(|row| row.lost).map(u64::from).sum();
    assert_eq!(run.hexes.iter().map(|row| row.died).sum::<u64>(), lost);
    assert!(run.dice.iter().all(|row| row.sides == 6));
}

#[test]
fn both_ways_exchanges_the_players() {
    let seats = ["blue=greedy".to_string(), "red=random".to_string()];
    let plan = plan("hex-fight", Wish { seats: &seats, both_ways: true, ..WISH });
    let path = play("both-ways", &plan, 2);
    let run = timeless(&path);
    let seeds: Vec<_> = run.games.iter().map(|row| (row.seed, row.swapped)).collect();
    assert_eq!(seeds[..4], [(100, false), (100, true), (101, false), (101, true)]);
    // Greedy wins on either side.
    let summary = sim::Summary::of(&run);
    let [greedy, random] = summary.players.unwrap();
    assert_eq!((greedy.name.as_str(), greedy.wins, random.wins), ("greedy", 12, 0));
    assert_eq!(summary.sides.map(|side| side.wins), [6, 6]);
    Folder::open(&path).unwrap().write_tables().unwrap();
    let table = csv(&path.join("games.csv"));
    assert_eq!(table["player_blue"][..2], ["greedy", "random"]);
    assert_eq!(table["winner"][..2], ["blue", "red"]);
}

/// The columns of a CSV file without quotation marks.
fn csv(file: &Path) -> BTreeMap<String, Vec<String>> {
    let text = fs::read_to_string(file).unwrap();
    let mut lines = text.lines().map(|line| line.split(',').map(str::to_string).collect::<Vec<_>>());
    let names = lines.next().unwrap();
    let rows: Vec<_> = lines.collect();
    let column = |at: usize| rows.iter().map(|row| row[at].clone()).collect();
    names.iter().enumerate().map(|(at, name)| (name.clone(), column(at))).collect()
}

/// The columns of a Parquet file, as text.
fn parquet(file: &Path) -> BTreeMap<String, Vec<String>> {
    let reader = SerializedFileReader::new(fs::File::open(file).unwrap()).unwrap();
    let mut columns: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for row in reader.get_row_iter(None).unwrap() {
        for (name, field) in row.unwrap().get_column_iter() {
            let text = match field {
                Field::ULong(value) => value.to_string(),
                Field::Long(value) => value.to_string(),
                Field::Double(value) => value.to_string(),
                Field::Bool(value) => value.to_string(),
                Field::Str(value) => value.clone(),
                Field::Null => String::new(),
                other => panic!("{name} is {other:?}"),
            };
            columns.entry(name.clone()).or_default().push(text);
        }
    }
    columns
}

#[test]
fn csv_and_parquet_hold_the_same() {
    let plan = plan("first-blood", Wish { games: 4, ..WISH });
    let path = play("tables", &plan, 2);
    Folder::open(&path).unwrap().write_tables().unwrap();
    for table in ["games", "turns"] {
        let [csv, parquet] = [csv(&path.join(format!("{table}.csv"))), parquet(&path.join(format!("{table}.parquet")))];
        assert!(!csv.is_empty() && csv.values().all(|column| !column.is_empty()));
        assert_eq!(csv, parquet, "{table}");
    }
    let run = Run::read(&path).unwrap();
    let games = csv(&path.join("games.csv"));
    assert_eq!(games["seed"], ["100", "101", "102", "103"]);
    assert_eq!(games["lost_us"], run.games.iter().map(|row| row.lost[1].to_string()).collect::<Vec<_>>());
    assert_eq!(csv(&path.join("turns.csv"))["turn"].len(), run.turns.len());
    assert_eq!(csv(&path.join("dice.csv"))["count"].len(), run.dice.len());
    assert_eq!(csv(&path.join("hexes.csv"))["hex"].len(), run.hexes.len());
    assert_eq!(csv(&path.join("actions.csv"))["taken"].len(), run.actions.len());
    assert_eq!(csv(&path.join("habits.csv"))["habit"].len(), run.habits.len());
    let left: Vec<_> = fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(left.iter().all(|name| !name.to_str().unwrap().starts_with('.')), "{left:?}");
}

#[test]
fn what_does_not_fit_is_refused_with_a_sentence() {
    let game = catalogue::find("hex-fight").unwrap().load(None).unwrap();
    let refused = |wish: Wish<'_>| Plan::draw_up(&*game, wish).unwrap_err().to_string();
    assert_eq!(refused(Wish { games: 0, ..WISH }), "a run has at least one game");
    let odd = "each seed is played twice with --both-ways, so the number of games must be even";
    assert_eq!(refused(Wish { games: 7, both_ways: true, ..WISH }), odd);
    assert!(refused(Wish { first_seed: u64::MAX, ..WISH }).contains("beyond the largest number"));
    let seat = |seat: &str| refused(Wish { seats: &[seat.to_string()], ..WISH });
    assert_eq!(seat("greedy"), "a seat is SIDE=PLAYER, such as blue=greedy, not \"greedy\"");
    assert!(seat("green=greedy").ends_with("has no side \"green\" (it has blue, red)"));
    assert!(seat("blue=human").starts_with("there is no computer player \"human\" (there are random, "));
    assert!(refused(Wish { scenario: Some("x"), ..WISH }).contains("has no scenario \"x\""));

    let plan = plan("hex-fight", WISH);
    let opened = |plan: Plan| Workshop::open(&plan, None).err().unwrap().to_string();
    let rules = opened(Plan { rules: 99, ..plan.clone() });
    assert!(rules.starts_with("this run was begun with version 99 of the rules of Hex-fight, and"), "{rules}");
    let data = opened(Plan { data: "abc".into(), ..plan.clone() });
    assert!(data.starts_with("this run was begun with other data files of Hex-fight than these (digest abc"), "{data}");

    let path = place("refused");
    let no_run = Folder::open(&path).unwrap_err().to_string();
    assert!(no_run.ends_with("there is no run in this folder (no run.json)"), "{no_run}");
    Folder::create(&path, &plan, None).unwrap();
    let again = Folder::create(&path, &plan, None).unwrap_err().to_string();
    assert!(again.contains("there is a run in this folder already; go on with it by --resume"), "{again}");
    fs::write(path.join("run.json"), "{\"game\": 3}").unwrap();
    assert!(Folder::open(&path).unwrap_err().to_string().contains("run.json: "));
    fs::remove_file(path.join("run.json")).unwrap();
    let full = Folder::create(&path, &plan, None).unwrap_err().to_string();
    assert!(full.ends_with("this folder is not empty; name a new one"), "{full}");
}

#[test]
fn changed_data_files_are_kept_with_the_run() {
    let overlay = place("overlay");
    fs::create_dir_all(overlay.join("first-blood")).unwrap();
    let tables = concat!(env!("CARGO_MANIFEST_DIR"), "/../games/first-blood/data/tables.toml");
    let text = fs::read_to_string(tables).unwrap();
    fs::write(overlay.join("first-blood/tables.toml"), format!("{text}\n# changed\n")).unwrap();
    let game = catalogue::find("first-blood").unwrap().load(Some(&overlay)).unwrap();
    let plan = Plan::draw_up(&*game, Wish { games: 1, ..WISH }).unwrap();
    let folder = Folder::create(&place("with-data"), &plan, Some(&overlay)).unwrap();
    fs::remove_dir_all(&overlay).unwrap();
    assert!(Workshop::open(&plan, folder.data().as_deref()).is_ok());
    assert!(Workshop::open(&plan, None).is_err());
}

#[test]
fn every_decision_takes_a_kind_of_action_that_was_offered() {
    let seats = ["german=greedy".to_string(), "us=random".to_string()];
    let plan = plan("first-blood", Wish { seats: &seats, both_ways: true, games: 4, ..WISH });
    let run = Run::read(&play("offered", &plan, 2)).unwrap();
    for player in 0..2 {
        for side in 0..2 {
            let seated = |game: &&GameRow| usize::from(game.swapped) == player ^ side;
            let decisions: u64 = run.games.iter().filter(seated).map(|game| u64::from(game.decisions[side])).sum();
            let own = run.actions.iter().filter(|row| (row.player as usize, row.side as usize) == (player, side));
            assert_eq!(own.clone().map(|row| row.taken).sum::<u64>(), decisions);
            assert!(own.clone().all(|row| row.taken <= row.offered));
            assert!(own.clone().any(|row| row.action == "bombard"), "an action without a verb has its name");
            let habits = run.habits.iter().filter(|row| (row.player as usize, row.side as usize) == (player, side));
            assert!(habits.clone().all(|row| row.games == 2) && habits.count() == engine::Habit::ALL.len());
        }
    }
}
