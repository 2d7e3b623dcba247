//! Every byte that is sent to a seat is what its side may know: each message is compared with what the rules tell this
//! viewer, worked out apart from the server, and searched for the names of pieces that the viewer was never shown.

use crate::players::{Player, Socket, id_of, token_of};
use crate::support::running::{Running, config};
use catalogue::{AnyMatch, GAMES, Game, HEX_FIGHT};
use engine::dice::SeededDice;
use engine::{Decision, Record, Side, View, Viewer};
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::ControlFlow;
use std::sync::Arc;
use wire::{Change, LogEvent};

/// A game is given up after so many actions.
const LONGEST: u64 = 800;

/// What one viewer may know, action by action.
struct Knowledge<'a> {
    viewer: Viewer,
    /// The names of all pieces.
    all_names: &'a HashSet<String>,
    /// What each action was to him.
    steps: Vec<Told>,
    views: Vec<View>,
    /// After how many actions a name had first been shown.
    names: HashMap<&'a str, usize>,
}

/// What one action was to one viewer.
struct Told {
    /// How many actions had been played.
    at: usize,
    /// The events, the change of the view, and what is asked of the viewer next.
    events: Vec<LogEvent>,
    change: Value,
    asked: Option<Vec<String>>,
    /// Whether it was another's, and told to others alone: then the viewer does not even know that there was one.
    is_secret: bool,
}

impl<'a> Knowledge<'a> {
    fn new(viewer: Viewer, all_names: &'a HashSet<String>) -> Knowledge<'a> {
        Knowledge { viewer, all_names, steps: Vec::new(), views: Vec::new(), names: HashMap::new() }
    }

    fn see(&mut self, table: &dyn AnyMatch, actions: usize) {
        let view = table.view(self.viewer);
        assert_eq!(u32::from(table.turn()), view.turn, "the lobby tells the same turn");
        let happened: Vec<_> = table.log().iter().filter(|(at, _)| at + 1 == actions).collect();
        // What comes with the end is open to all, and so is how much was played in secret.
        let counted = self.steps.iter().filter(|step| !step.is_secret).count();
        let at = if table.is_over() { actions.saturating_sub(1) } else { counted };
        let known = happened.iter().filter(|(_, event)| event.is_for(self.viewer));
        let events: Vec<_> =
            known.map(|(_, event)| LogEvent::of(table.about(), &table.map().board, at, event)).collect();
        let asked = match table.decision() {
            Decision::Choose(side) if self.viewer == Viewer::Side(side) => Some(table.notations()),
            _ => None,
        };
        let choices = asked.as_ref().map(|_| json!([table.prompt(), table.choices()]));
        let change = self.views.last().map(|before| json!(Change::between(before, &view)));
        // What is new to him stands in the change; only the first view is searched whole.
        let told = json!([change.clone().unwrap_or_else(|| json!(view)), events, choices]).to_string();
        for name in words(&told).filter_map(|word| self.all_names.get(word)) {
            self.names.entry(name).or_insert(actions);
        }
        if let Some(change) = change {
            let actor = table.lines().last().and_then(|line| table.about().side(&line.side));
            let goes_on = matches!(table.decision(), Decision::Choose(side) if Some(side) == actor);
            let is_others = !actor.is_some_and(|side| self.viewer.is(side)) && goes_on;
            let is_secret = is_others && !happened.is_empty() && events.is_empty();
            assert!(!is_secret || change == json!({}), "{:?} sees what he is not told: {change}", self.viewer);
            self.steps.push(Told { at: actions, events, change, asked, is_secret });
        }
        self.views.push(view);
    }

    /// What he is told, step by step.
    fn told(&self) -> Vec<&Told> {
        self.steps.iter().filter(|step| !step.is_secret).collect()
    }

    /// Whether a name had been shown after so many actions.
    fn shown(&self, name: &str, actions: usize) -> bool {
        self.names.get(name).is_some_and(|&first| first <= actions)
    }
}

/// Everything in a text that could be a piece's name.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_alphanumeric() && !"/-".contains(letter))
}

/// One who listens, and with whose eyes.
struct Ear {
    viewer: Viewer,
    socket: Socket,
    /// What is asked of him now.
    options: Option<Vec<String>>,
    /// Who has to choose, as he was told, and after how many actions.
    chooser: Value,
    actions: u64,
}

fn notations(decision: &Value) -> Option<Vec<String>> {
    let text = |value: &Value| value.as_str().map(str::to_string);
    let short = decision["options"].as_array().map(|list| list.iter().filter_map(text).collect());
    short.or_else(|| {
        decision["choices"].as_array().map(|list| list.iter().filter_map(|one| text(&one["action"])).collect())
    })
}

impl Ear {
    fn new(viewer: Viewer, (socket, table): (Socket, Value)) -> Ear {
        let chooser = table["decision"]["side"].clone();
        Ear { viewer, socket, options: notations(&table["decision"]), chooser, actions: 0 }
    }

    /// Waits until he is told of a step.
    async fn step(&mut self) {
        let step = self.socket.push_of("step").await["step"].take();
        self.actions = step["actions"].as_u64().expect("a number");
        self.options = notations(&step["decision"]);
        self.chooser = step["decision"]["side"].clone();
    }
}

/// Plays a whole random game and returns what everybody heard, and the record.
async fn play(game: &dyn Game, options: &Value, seed: u64) -> (Vec<Ear>, Record) {
    let running = Running::start(config()).await;
    let about = game.about();
    let [first, second] = about.sides.each_ref().map(|side| side.id.clone());
    let mut host = Player::new(&running);
    let new = json!({ "game": about.id, "options": options, "seats": { &first: "me", &second: "link" } });
    let made = host.create(new).await;
    let id = id_of(&made);
    let guest = Player::new(&running);
    let spectator = Player::new(&running);
    let token = token_of(&made, &second);
    // The second seat is taken first, so that everybody hears of every action.
    let short = json!({ "do": "enter", "token": token, "choices": "short" });
    let guests = Ear::new(Viewer::Side(Side::Second), guest.enter(&id, short).await);
    let hosts = Ear::new(Viewer::Side(Side::First), host.enter(&id, json!({ "do": "enter" })).await);
    let spectators = Ear::new(Viewer::Spectator, spectator.enter(&id, json!({ "do": "enter" })).await);
    let mut ears = vec![hosts, guests, spectators];
    let mut dice = SeededDice::new(seed);
    for number in 0..LONGEST {
        let Some(chooser) = ears.iter().position(|ear| ear.options.is_some()) else { break };
        let options = ears[chooser].options.take().expect("options");
        let action = &options[dice.below(options.len())];
        let actions = ears[chooser].actions;
        if number % 50 == 7 {
            for (place, ear) in ears.iter_mut().enumerate().filter(|(place, _)| *place != chooser) {
                let kind = ear.socket.refused(json!({ "do": "forecast", "action": action })).await;
                assert_eq!(kind, if place == 2 { "forbidden" } else { "not_your_choice" });
                ear.socket.refused(json!({ "do": "why", "about": action })).await;
                ear.socket.refused(json!({ "do": "play", "action": action, "after": actions })).await;
            }
        }
        ears[chooser].socket.ok(json!({ "do": "play", "action": action, "after": actions })).await;
        // Whoever has played is told of it, and so is whoever has to choose then. Others may never hear that there was anything.
        while ears[chooser].actions == actions {
            ears[chooser].step().await;
        }
        let next = about.sides.iter().position(|side| ears[chooser].chooser == side.id.as_str());
        if let Some(next) = next {
            while ears[next].options.is_none() {
                ears[next].step().await;
            }
        }
    }
    if host.get(&id, "").await.expect("the match")["status"] != "over" {
        host.act(&id, json!({ "do": "concede" })).await.expect("an end");
    }
    for ear in &mut ears {
        // What comes with the end is open to all.
        while ear.socket.push_of("table").await["table"]["because"] != "over" {}
    }
    let record = Record::parse(&host.record(&id).await).expect("a record");
    running.stop().await;
    (ears, record)
}

/// Checks everything that one viewer heard until the match was over.
fn check(about: &engine::About, ear: &Ear, known: &Knowledge, shared_by: &[&Knowledge]) {
    let (mut actions, told, mut at) = (0, known.told(), 0);
    for text in &ear.socket.heard {
        let message: Value = serde_json::from_str(text).expect("JSON");
        let table = [&message["table"], &message["push"]].into_iter().find(|table| table.is_object());
        if table.or(Some(&message["table"])).is_some_and(|table| table["because"] == "over") {
            return;
        }
        if let Some(table) = table {
            let counted = table["match"]["actions"].as_u64().expect("a number") as usize;
            let shown = counted.checked_sub(1).map_or(0, |last| told[last].at);
            assert_eq!(table["view"], json!(known.views[shown]));
            assert_eq!(table["match"]["dice"]["secret"], Value::Null);
        }
        if message["push"] == "step" {
            let step = &message["step"];
            let Told { events, change, asked, .. } = told[actions];
            (actions, at) = (actions + 1, told[actions].at);
            let counted = if at == known.steps.len() { at } else { actions };
            assert_eq!(step["actions"], counted as u64);
            assert_eq!(step["events"], json!(events), "{:?} after {actions} actions", known.viewer);
            assert_eq!(&step["change"], change, "{:?} after {actions} actions", known.viewer);
            assert_eq!(&notations(&step["decision"]), asked);
            assert_eq!(step["decision"].get("prompt").is_some(), asked.is_some());
            let own = about.side(step["side"].as_str().expect("a side")).is_some_and(|side| known.viewer.is(side));
            assert_eq!(step.get("action").is_some(), own);
            let keys: Vec<_> = step.as_object().expect("a step").keys().map(String::as_str).collect();
            let expected = ["action", "actions", "change", "clock", "decision", "events", "side"];
            assert_eq!(keys, expected[usize::from(!own)..]);
        }
        for word in words(text).filter(|&word| known.all_names.contains(word)) {
            assert!(known.shown(word, at), "{:?} heard of {word}: {text}", known.viewer);
            assert!(shared_by.iter().all(|one| one.shown(word, at)), "not shared: {word}: {text}");
        }
    }
    panic!("the match was never over");
}

async fn no_leak(game: &Arc<dyn Game>, options: Value, seed: u64) {
    let (ears, record) = play(&**game, &options, seed).await;
    let viewers = [Viewer::Side(Side::First), Viewer::Side(Side::Second), Viewer::Spectator];
    let mut all_names = HashSet::new();
    game.replay_each(&record, &mut |table, _| {
        all_names.extend(table.view(Viewer::All).pieces.into_iter().filter_map(|piece| piece.id));
        ControlFlow::Continue(())
    })
    .expect("the record is true");
    let mut known = viewers.map(|viewer| Knowledge::new(viewer, &all_names));
    game.replay_each(&record, &mut |table, actions| {
        known.iter_mut().for_each(|known| known.see(table, actions));
        ControlFlow::Continue(())
    })
    .expect("the record is true");
    let [first, second, _] = &known;
    for (ear, known) in ears.iter().zip(&known) {
        assert_eq!(ear.viewer, known.viewer);
        let shared_by: &[_] = if known.viewer == Viewer::Spectator { &[first, second] } else { &[] };
        check(game.about(), ear, known, shared_by);
    }
}

/// Plays the first option that begins with a word.
async fn choose(player: &mut Player, id: &str, word: &str) {
    let table = player.get(id, "/table?choices=short").await.expect("a table");
    let mut options = table["decision"]["options"].as_array().expect("options").iter().filter_map(Value::as_str);
    let action = options.find(|option| option.starts_with(word)).expect("such an option");
    let play = json!({ "do": "play", "action": action, "after": table["match"]["actions"] });
    player.act(id, play).await.expect("it is played");
}

/// What the Germans hear of it when the Allies choose these modes first, as many of them as are named, and take the last
/// one back: every message, and how many actions they know of.
async fn heard_of_modes(chosen: usize) -> (Vec<Value>, Value) {
    let running = Running::start(config()).await;
    let mut allied = Player::new(&running);
    let seats = json!({ "allied": "me", "german": "link" });
    let made = allied.create(json!({ "game": "miracle-on-the-marne", "seats": seats })).await;
    let id = id_of(&made);
    let enter = json!({ "do": "enter", "token": token_of(&made, "german"), "choices": "short" });
    let (mut german, _) = Player::new(&running).enter(&id, enter).await;
    for number in 0..chosen {
        choose(&mut allied, &id, "mode").await;
        if number + 1 == chosen {
            allied.act(&id, json!({ "do": "undo", "after": chosen })).await.expect("it is taken back");
        }
    }
    choose(&mut allied, &id, "standard").await;
    let mut heard = Vec::new();
    loop {
        let push = german.push().await;
        let is_his = push["step"]["decision"]["side"] == "german";
        heard.push(push);
        if is_his {
            break;
        }
    }
    let lobby = Player::new(&running).get(&id, "").await.expect("the match")["actions"].clone();
    let replay = Player::with_token(&running, &token_of(&made, "german")).get(&id, "/replay").await.expect("a replay");
    let known = json!([lobby, replay["actions"], replay["steps"].as_array().map(Vec::len)]);
    running.stop().await;
    (heard, known)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn how_much_was_chosen_in_secret_is_secret() {
    let (nothing, known) = heard_of_modes(0).await;
    assert_eq!(heard_of_modes(3).await, (nothing, known));
}

/// Nobody hears more than he may know.
async fn assert_fog(id: &str) {
    let entry = GAMES.iter().chain([&HEX_FIGHT]).find(|entry| entry.id == id).expect("a game");
    let game = entry.load(None).expect("the game loads");
    no_leak(&game, json!({}), 1).await;
    let all_on: BTreeMap<_, _> = game.about().options.iter().map(|option| (option.id.clone(), true)).collect();
    no_leak(&game, json!(all_on), 2).await;
}

/// A test for each game, so that they can run side by side.
macro_rules! fog_in {
    ($($test:ident: $game:literal,)*) => {
        $(
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $test() {
                assert_fog($game).await;
            }
        )*

        #[test]
        fn no_game_is_forgotten() {
            assert_eq!([$($game),*].len(), GAMES.len() + 1);
        }
    };
}

fog_in! {
    holds_in_first_blood: "first-blood",
    holds_in_rock_of_the_marne: "rock-of-the-marne",
    holds_in_miracle_on_the_marne: "miracle-on-the-marne",
    holds_in_clash_of_giants: "clash-of-giants",
    holds_in_march_into_battle: "march-into-battle",
    holds_in_the_hex_fight: "hex-fight",
}
