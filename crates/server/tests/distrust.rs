//! The server trusts nobody: what was not offered, is another's, old or malformed changes nothing, in any game.

use crate::players::{Player, Socket, id_of, token_of};
use crate::support::running::{Running, config};
use catalogue::{Entry, GAMES, HEX_FIGHT};
use engine::Record;
use engine::dice::SeededDice;
use serde_json::{Value, json};
use server::store;
use std::collections::BTreeSet;

/// How much is tried in each game, at the least.
const TRIES: usize = 3000;
/// How many actions are played between two positions where everything is tried.
const BETWEEN: usize = 7;

/// What can be tried at one position: the texts, and how many actions the trier says he has seen.
struct Try {
    request: Value,
    /// Whether a text may turn out to be another spelling of something offered.
    spelling: bool,
}

fn exact(request: Value) -> Try {
    Try { request, spelling: false }
}

/// A match of two players, with two more who have no seat in it.
struct Scene {
    running: Running,
    id: String,
    /// The one who holds the first side, and the one who holds the second by his link.
    seated: [Socket; 2],
    /// A spectator with a session, and somebody with the link to another match.
    strangers: [Socket; 2],
    sides: [String; 2],
    dice: SeededDice,
    /// Every notation seen so far.
    pool: BTreeSet<String>,
}

impl Scene {
    async fn new(game: &str, sides: [String; 2]) -> Scene {
        let running = Running::start(config()).await;
        let [first, second] = &sides;
        let mut host = Player::new(&running);
        let new = json!({ "game": game, "seats": { first: "me", second: "link" } });
        let (made, other) = (host.create(new.clone()).await, Player::new(&running).create(new).await);
        let (id, token, others) = (id_of(&made), token_of(&made, second), token_of(&other, second));
        let short = |token: Option<&str>| json!({ "do": "enter", "token": token, "choices": "short" });
        let hosts = host.enter(&id, short(None)).await.0;
        let guests = Player::new(&running).enter(&id, short(Some(&token))).await.0;
        let spectator = Player::known(&running).await.enter(&id, short(None)).await.0;
        let stranger = Player::new(&running).enter(&id, short(Some(&others))).await.0;
        let (seated, strangers) = ([hosts, guests], [spectator, stranger]);
        Scene { running, id, seated, strangers, sides, dice: SeededDice::new(7), pool: BTreeSet::new() }
    }

    /// Who must choose, among what, after how many actions; `None` when it is over.
    async fn decision(&mut self) -> Option<(usize, Vec<String>, usize)> {
        for (place, socket) in self.seated.iter_mut().enumerate() {
            let see = json!({ "do": "see", "viewer": self.sides[place] });
            let table = socket.ok(see).await["table"].take();
            if let Some(options) = table["decision"]["options"].as_array() {
                let options = options.iter().map(|option| option.as_str().expect("a notation").to_string()).collect();
                return Some((place, options, table["match"]["actions"].as_u64().expect("a number") as usize));
            }
        }
        None
    }

    /// All that is kept of the match.
    async fn kept(&self) -> (i64, Vec<String>, Vec<store::Entry>) {
        let store = &self.running.app.store;
        let row = store.match_row(&self.id).await.expect("a row").expect("a match");
        let record = store.record(&self.id).await.expect("a record");
        (row.version, record, store.talk(&self.id).await.expect("its talk"))
    }

    /// Everything that the chooser himself may try in vain.
    fn own_tries(&mut self, options: &[String], actions: usize) -> Vec<Try> {
        let pick = options[self.dice.below(options.len())].clone();
        let play = |action: &str, after: usize| json!({ "do": "play", "action": action, "after": after });
        let mut tries: Vec<_> = [actions + 1, actions.wrapping_sub(1), actions / 2, 0, usize::MAX]
            .into_iter()
            .filter(|&after| after != actions)
            .map(|after| exact(play(&pick, after)))
            .collect();
        // Options of other positions, and words that only records know.
        let not_offered = |text: &&String| !options.contains(text);
        let old: Vec<_> = self.pool.iter().filter(not_offered).cloned().collect();
        for _ in 0..20.min(old.len()) {
            tries.push(Try { request: play(&old[self.dice.below(old.len())], actions), spelling: true });
        }
        for word in ["concede", "draw", "timeout", "undo", "", " ", "0", "null", "\u{0}", "\u{202e}", "[d6=6]"] {
            tries.push(exact(play(word, actions)));
        }
        tries.push(exact(play(&"x".repeat(201), actions)));
        // Options with a letter changed, dropped, doubled, or something after them.
        for _ in 0..12 {
            let mut letters: Vec<char> = options[self.dice.below(options.len())].chars().collect();
            let at = self.dice.below(letters.len());
            match self.dice.below(4) {
                0 => letters[at] = char::from(b'0' + self.dice.below(75) as u8),
                1 => drop(letters.remove(at)),
                2 => letters.insert(at, letters[at]),
                _ => letters.extend(" [d6=6]".chars()),
            }
            tries.push(Try { request: play(&letters.into_iter().collect::<String>(), actions), spelling: true });
        }
        for request in [
            json!({ "do": "play", "action": pick }),
            json!({ "do": "play", "action": pick, "after": "now" }),
            json!({ "do": "play", "action": pick, "after": -1 }),
            json!({ "do": "play", "action": [pick], "after": actions }),
            json!({ "do": "play", "action": pick, "after": actions, "side": self.sides[1] }),
            json!({ "do": "Play", "action": pick, "after": actions }),
            json!({ "do": ["play"], "action": pick, "after": actions }),
            json!({ "do": "undo", "after": actions + 1 }),
            json!({ "do": "answer", "accept": true }),
            json!({ "do": "sit", "side": "nobody's" }),
            json!({ "do": "offer", "what": "take_back", "to": actions }),
            json!({ "do": "offer", "what": "victory" }),
            json!({ "do": "rematch" }),
            json!({ "do": "see", "viewer": "all" }),
        ] {
            tries.push(exact(request));
        }
        tries
    }

    /// Everything that somebody may try who has not to choose, or no seat at all.
    fn others_tries(&mut self, options: &[String], actions: usize, chooser: usize) -> Vec<Value> {
        let pick = options[self.dice.below(options.len())].clone();
        vec![
            json!({ "do": "play", "action": pick, "after": actions }),
            json!({ "do": "play", "action": pick, "after": actions + 1 }),
            json!({ "do": "why", "about": pick }),
            json!({ "do": "forecast", "action": pick }),
            json!({ "do": "concede", "side": self.sides[chooser] }),
            json!({ "do": "answer", "accept": true }),
            json!({ "do": "sit", "side": self.sides[chooser] }),
            json!({ "do": "see", "viewer": self.sides[chooser] }),
            json!({ "do": "see", "viewer": "all" }),
            json!({ "do": "rematch" }),
        ]
    }

    /// Tries everything; how much it was.
    async fn distrust(&mut self, chooser: usize, options: &[String], actions: usize) -> usize {
        let before = self.kept().await;
        let own = self.own_tries(options, actions);
        let mut tried = own.len();
        for Try { request, spelling } in own {
            let answer = self.seated[chooser].ask(request.clone()).await;
            if answer["ok"] == true && spelling {
                // Then it was one of the options in other letters: nothing else may have been played.
                let (_, after, _) = self.kept().await;
                let (record, closed) = Record::parse_open(&after.join("\n")).expect("a record");
                assert_eq!(after.len(), before.1.len() + 1 + usize::from(closed), "{request}");
                let action = record.lines.last().expect("an action").action.clone();
                assert!(options.contains(&action), "{request} was played as {action}, which was not offered");
                return tried;
            }
            assert_eq!(answer["ok"], false, "{request}");
        }
        for request in self.others_tries(options, actions, chooser) {
            tried += 3;
            let undo = json!({ "do": "undo", "after": actions });
            let salt = json!({ "do": "salt", "text": "late" });
            for stranger in &mut self.strangers {
                stranger.refused(request.clone()).await;
                assert_eq!(stranger.refused(undo.clone()).await, "forbidden");
                assert_eq!(stranger.refused(salt.clone()).await, "forbidden");
            }
            self.seated[1 - chooser].refused(request).await;
        }
        for text in ["", "{", "[]", "null", "7", "{\"id\":1}", "{\"id\":\"x\",\"do\":\"concede\"}", "\u{feff}{}"] {
            tried += 1;
            let socket = &mut self.seated[chooser];
            socket.send_text(text.into()).await;
            loop {
                let answer = socket.hear().await.expect("an answer");
                if answer.get("push").is_none() {
                    assert_eq!(answer["ok"], false, "{text}");
                    break;
                }
            }
        }
        assert_eq!(self.kept().await, before, "something was written at {actions} actions");
        let (_, again, after) = self.decision().await.expect("a decision");
        assert_eq!((again.as_slice(), after), (options, actions));
        tried
    }

    /// Plays at random, trying everything at many positions, until that much is tried or the game is over; how much it was.
    async fn play(&mut self, wanted: usize) -> usize {
        let mut tried = 0;
        for number in 0.. {
            let Some((chooser, options, actions)) = self.decision().await else { break };
            self.pool.extend(options.iter().cloned());
            if number % BETWEEN == 0 {
                if tried >= wanted {
                    break;
                }
                tried += self.distrust(chooser, &options, actions).await;
            } else {
                let action = &options[self.dice.below(options.len())];
                self.seated[chooser].ok(json!({ "do": "play", "action": action, "after": actions })).await;
            }
        }
        tried
    }
}

async fn distrust(entry: &Entry) {
    let game = entry.load(None).expect("the game loads");
    let sides = game.about().sides.each_ref().map(|side| side.id.clone());
    // The dice are the server's own, so a match may be short or a try hit upon an option: then another match is played.
    let mut tried = 0;
    while tried < TRIES {
        let mut scene = Scene::new(entry.id, sides.clone()).await;
        let more = scene.play(TRIES - tried).await;
        assert!(more > 0, "{}: nothing to try", entry.id);
        tried += more;
        scene.running.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_that_was_not_offered_changes_anything() {
    for entry in GAMES.iter().chain([&HEX_FIGHT]) {
        distrust(entry).await;
    }
}
