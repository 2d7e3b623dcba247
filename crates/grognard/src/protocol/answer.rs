//! Answers to requests about one match at a time.

use super::request::{Request, SeedValue, Settings};
use catalogue::wire::{self, Detail};
use catalogue::{Game, NewMatch, Table};
use engine::{Event, PlayError, Record, Side, Viewer};
use serde_json::{Map, Value, json};
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

/// Why a request was not done, as it is sent.
pub struct Fault(pub Value);

impl Fault {
    fn new(kind: &str, message: impl ToString) -> Fault {
        Fault(json!({ "kind": kind, "message": message.to_string() }))
    }

    /// The line is no request at all.
    pub fn bad_line(message: impl ToString) -> Fault {
        Fault::new("bad_line", message)
    }
}

type Answer = Result<Value, Fault>;

/// The match being played, and the games loaded so far.
pub struct Answerer {
    data: Option<PathBuf>,
    games: HashMap<&'static str, Arc<dyn Game>>,
    table: Option<Box<dyn Table>>,
}

impl Answerer {
    /// Nothing is played yet.
    pub fn new(data: Option<PathBuf>) -> Answerer {
        Answerer { data, games: HashMap::new(), table: None }
    }

    /// Does what a request asks. Nothing changes if it cannot be done.
    pub fn answer(&mut self, request: Map<String, Value>) -> Answer {
        let request: Request = serde_json::from_value(Value::Object(request)).map_err(|error| {
            Fault::new("bad_request", error.to_string().replacen("unknown variant", "unknown command", 1))
        })?;
        match request {
            Request::Games { game: None } => self.list(),
            Request::Games { game: Some(game) } => Ok(json!({ "games": [wire::about(&*self.game(&game)?)] })),
            Request::New { game, scenario, options, seed, seats } => {
                let options = options.list();
                let (scenario, seed) = (scenario.as_deref(), read_seed(&seed)?);
                let new = NewMatch { scenario, options: &options, seed, seats, commitment: None };
                let table = self.game(&game)?.begin(new).map_err(|error| Fault::new("setup", error))?;
                Ok(self.sit_down(table))
            }
            Request::Position { game, mut position, seed } => {
                let seed = read_seed(&seed)?;
                if let Some(options) = position.get_mut("options") {
                    let settings: Settings =
                        serde_json::from_value(options.take()).map_err(|error| Fault::new("position", error))?;
                    *options = json!(settings.list());
                }
                let table = self.game(&game)?.begin_at(&position.to_string(), seed);
                Ok(self.sit_down(table.map_err(|error| Fault::new("position", error))?))
            }
            Request::Load { record } => {
                let record = Record::parse(&record).map_err(|error| Fault::new("record", error))?;
                let table = self.game(&record.head.game)?.replay(&record);
                Ok(self.sit_down(table.map_err(|error| Fault::new("record", error))?))
            }
            Request::Play { action, side, viewer } => self.play(&action, side.as_deref(), viewer.as_deref()),
            Request::Computer { player, viewer } => self.computer(&player, viewer.as_deref()),
            Request::Concede { side } => self.concede(&side),
            Request::Undo {} => {
                let table = self.table()?;
                table.undo().map_err(|error| play_fault(&**table, &error))?;
                Ok(wire::standing(&**table))
            }
            Request::Roll { rolls } => self.roll(&rolls),
            about_the_match => self.tell(about_the_match),
        }
    }

    /// Answers a request that changes nothing.
    fn tell(&mut self, request: Request) -> Answer {
        let table: &dyn Table = &**self.table()?;
        let fault = |error| play_fault(table, &error);
        Ok(match request {
            Request::Decision { choices, forecasts } => {
                let detail = match (choices, forecasts) {
                    (_, true) => Detail::Forecast,
                    (true, false) => Detail::Words,
                    (false, false) => Detail::Notation,
                };
                wire::decision(table, detail)
            }
            Request::Check { action } => match table.check(&action) {
                Ok(()) => json!({ "accepted": true }),
                Err(PlayError::Refused(refusal)) => {
                    json!({ "accepted": false, "refusal": wire::refusal(table.book(), &refusal) })
                }
                Err(error) => return Err(fault(error)),
            },
            Request::Why { about } => json!({ "why": wire::why(table.book(), &table.why(&about).map_err(fault)?) }),
            Request::Forecast { action } => json!({ "forecast": table.forecast(&action).map_err(fault)? }),
            Request::View { side } => json!({ "view": table.view(Viewer::Side(find_side(table, &side)?)) }),
            Request::State {} => json!({ "view": table.view(Viewer::All) }),
            Request::Log { viewer } => {
                json!({ "events": tell_events(table, table.log(), read_viewer(table, viewer.as_deref())?) })
            }
            Request::Record {} => json!({ "record": table.record().to_string() }),
            _ => return Err(Fault::new("bad_request", "this command is not about a match")),
        })
    }

    fn list(&self) -> Answer {
        let games = catalogue::load_all().into_iter().collect::<Result<Vec<_>, _>>();
        let games = games.map_err(|error| Fault::new("data", error))?;
        Ok(json!({ "games": games.iter().map(|game| wire::about(&**game)).collect::<Vec<_>>() }))
    }

    /// The game with this id, loaded when it is first asked for.
    fn game(&mut self, id: &str) -> Result<Arc<dyn Game>, Fault> {
        let entry = catalogue::find(id).map_err(|error| Fault::new("unknown_game", error))?;
        if let Some(game) = self.games.get(entry.id) {
            return Ok(game.clone());
        }
        let game = entry.load(self.data.as_deref()).map_err(|error| Fault::new("data", error))?;
        self.games.insert(entry.id, game.clone());
        Ok(game)
    }

    fn table(&mut self) -> Result<&mut Box<dyn Table>, Fault> {
        self.table.as_mut().ok_or_else(|| Fault::new("no_match", "begin a match first: new, position or load"))
    }

    fn sit_down(&mut self, table: Box<dyn Table>) -> Value {
        let answer = wire::standing(&*table);
        self.table = Some(table);
        answer
    }

    fn play(&mut self, action: &str, side: Option<&str>, viewer: Option<&str>) -> Answer {
        let table = self.table()?;
        let viewer = read_viewer(&**table, viewer)?;
        let side = match (side, table.decision()) {
            (Some(side), _) => find_side(&**table, side)?,
            (None, engine::Decision::Choose(side)) => side,
            (None, engine::Decision::Over(_)) => return Err(play_fault(&**table, &PlayError::Over)),
        };
        let before = table.log().len();
        table.play(side, action).map(drop).map_err(|error| play_fault(&**table, &error))?;
        Ok(told(&**table, before, viewer))
    }

    fn computer(&mut self, player: &str, viewer: Option<&str>) -> Answer {
        let table = self.table()?;
        let viewer = read_viewer(&**table, viewer)?;
        let player = player.parse().map_err(|error: ai::UnknownPlayer| Fault::new("unknown_player", error))?;
        let before = table.log().len();
        let thoughts = ai::dice(table.record().head.seed);
        table.play_computer(player, &thoughts).map(drop).map_err(|error| play_fault(&**table, &error))?;
        let mut answer = told(&**table, before, viewer);
        answer["action"] = json!(table.record().lines.last().map(|line| &line.action));
        Ok(answer)
    }

    fn concede(&mut self, side: &str) -> Answer {
        let table = self.table()?;
        let side = find_side(&**table, side)?;
        let before = table.log().len();
        table.concede(side).map(drop).map_err(|error| play_fault(&**table, &error))?;
        Ok(told(&**table, before, Viewer::All))
    }

    fn roll(&mut self, rolls: &[u16]) -> Answer {
        if rolls.contains(&0) {
            return Err(Fault::new("bad_request", "a die shows 1 at least"));
        }
        self.table()?.force(rolls);
        Ok(json!({ "rolls": rolls }))
    }
}

fn read_seed(seed: &SeedValue) -> Result<engine::dice::Seed, Fault> {
    seed.seed().map_err(|error| Fault::new("bad_request", error))
}

fn find_side(table: &dyn Table, id: &str) -> Result<Side, Fault> {
    let [first, second] = &table.about().sides;
    let message = || format!("there is no side \"{id}\" (there are {}, {})", first.id, second.id);
    table.about().side(id).ok_or_else(|| Fault::new("unknown_side", message()))
}

fn read_viewer(table: &dyn Table, viewer: Option<&str>) -> Result<Viewer, Fault> {
    match viewer {
        None | Some("all") => Ok(Viewer::All),
        Some("spectator") => Ok(Viewer::Spectator),
        Some(side) => find_side(table, side).map(Viewer::Side),
    }
}

fn play_fault(table: &dyn Table, error: &PlayError) -> Fault {
    Fault(wire::play_error(table.book(), error))
}

/// How the match stands, and what has happened.
fn told(table: &dyn Table, before: usize, viewer: Viewer) -> Value {
    let mut answer = wire::standing(table);
    answer["events"] = tell_events(table, &table.log()[before..], viewer);
    answer
}

fn tell_events(table: &dyn Table, log: &[(usize, Event)], viewer: Viewer) -> Value {
    let events = log.iter().map(|(_, event)| event).filter(|event| event.is_for(viewer));
    json!(events.map(|event| wire::event(table.about(), &table.map().board, event)).collect::<Vec<_>>())
}
