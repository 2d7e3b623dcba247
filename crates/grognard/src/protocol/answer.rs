//! Answers to requests about one match at a time.

use ai::Limits;
use catalogue::told::{self, Detail};
use catalogue::{AnyMatch, Game, NewMatch};
use engine::{Event, PlayError, Record, Side, Viewer};
use serde_json::{Map, Value, json};
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use wire::line::{Answer, Request, SeedValue, Settings, Told};
use wire::{ErrorInfo, Hinted, Refusal};

type Answered = Result<Answer, ErrorInfo>;

/// The match being played, and the games loaded so far.
pub struct Answerer {
    data: Option<PathBuf>,
    games: HashMap<&'static str, Arc<dyn Game>>,
    table: Option<Box<dyn AnyMatch>>,
}

impl Answerer {
    /// Nothing is played yet.
    pub fn new(data: Option<PathBuf>) -> Answerer {
        Answerer { data, games: HashMap::new(), table: None }
    }

    /// Does what a request asks. Nothing changes if it cannot be done.
    pub fn answer(&mut self, request: Map<String, Value>) -> Answered {
        let request: Request = serde_json::from_value(Value::Object(request)).map_err(|error| {
            ErrorInfo::new("bad_request", error.to_string().replacen("unknown variant", "unknown command", 1))
        })?;
        match request {
            Request::Games { game: None } => self.list(),
            Request::Games { game: Some(game) } => Ok(Answer::Games { games: vec![told::about(&*self.game(&game)?)] }),
            Request::Charts { game, scenario, options } => {
                let charts = self.game(&game)?.charts(scenario.as_deref(), &options.list());
                Ok(Answer::Charts { charts: charts.map_err(|error| ErrorInfo::new("setup", error))? })
            }
            Request::New { game, scenario, options, seed, seats } => {
                let options = options.list();
                let (scenario, seed) = (scenario.as_deref(), read_seed(&seed)?);
                let new = NewMatch { scenario, options: &options, seed, seats, commitment: None };
                let table = self.game(&game)?.begin(new).map_err(|error| ErrorInfo::new("setup", error))?;
                Ok(self.sit_down(table))
            }
            Request::Position { game, mut position, seed } => {
                let seed = read_seed(&seed)?;
                if let Some(options) = position.get_mut("options") {
                    let settings: Settings =
                        serde_json::from_value(options.take()).map_err(|error| ErrorInfo::new("position", error))?;
                    *options = json!(settings.list());
                }
                let table = self.game(&game)?.begin_at(&position.to_string(), seed);
                Ok(self.sit_down(table.map_err(|error| ErrorInfo::new("position", error))?))
            }
            Request::Load { record } => {
                let record = Record::parse(&record).map_err(|error| ErrorInfo::new("record", error))?;
                let table = self.game(&record.head.game)?.replay(&record);
                Ok(self.sit_down(table.map_err(|error| ErrorInfo::new("record", error))?))
            }
            Request::Play { action, side, viewer } => self.play(&action, side.as_deref(), viewer.as_deref()),
            Request::Computer { player, viewer } => self.computer(&player, viewer.as_deref()),
            Request::Concede { side } => self.concede(&side),
            Request::Undo {} => {
                let table = self.table()?;
                table.undo().map_err(|error| play_fault(&**table, &error))?;
                Ok(Answer::Standing(told::standing(&**table)))
            }
            Request::Roll { rolls } => self.roll(&rolls),
            about_the_match => self.tell(about_the_match),
        }
    }

    /// Answers a request that changes nothing.
    fn tell(&mut self, request: Request) -> Answered {
        let table: &dyn AnyMatch = &**self.table()?;
        let fault = |error| play_fault(table, &error);
        Ok(match request {
            Request::Decision { choices, forecasts } => {
                let detail = match (choices, forecasts) {
                    (_, true) => Detail::Forecast,
                    (true, false) => Detail::Words,
                    (false, false) => Detail::Notation,
                };
                Answer::Asked(told::decision(table, detail))
            }
            Request::Check { action } => match table.check(&action) {
                Ok(()) => Answer::Checked { accepted: true, refusal: None },
                Err(PlayError::Refused(refusal)) => {
                    Answer::Checked { accepted: false, refusal: Some(Refusal::of(table.book(), &refusal)) }
                }
                Err(error) => return Err(fault(error)),
            },
            Request::Why(asked) => Answer::Why(told::why(table, &asked).map_err(fault)?),
            Request::Forecast(asked) => Answer::Forecast(told::forecast(table, &asked).map_err(fault)?.into()),
            Request::Hint {} => {
                let thoughts = ai::dice(table.record().head.seed);
                let hint = table.consult(&thoughts).map_err(fault)?.give(&Limits::default());
                Answer::Hint(Hinted { hint })
            }
            Request::Overlay(asked) => {
                let viewer = read_viewer(table, asked.see.as_deref())?;
                Answer::Overlay(told::overlay(table, viewer, &asked).map_err(fault)?)
            }
            Request::View { side } => Answer::View { view: table.view(Viewer::Side(find_side(table, &side)?)) },
            Request::State {} => Answer::View { view: table.view(Viewer::All) },
            Request::Log { viewer } => {
                Answer::Log { events: tell_events(table, table.log(), read_viewer(table, viewer.as_deref())?) }
            }
            Request::Record {} => Answer::Record { record: table.record().to_string() },
            _ => return Err(ErrorInfo::new("bad_request", "this command is not about a match")),
        })
    }

    fn list(&self) -> Answered {
        let games = catalogue::load_all().into_iter().collect::<Result<Vec<_>, _>>();
        let games = games.map_err(|error| ErrorInfo::new("data", error))?;
        Ok(Answer::Games { games: games.iter().map(|game| told::about(&**game)).collect() })
    }

    /// The game with this id, loaded when it is first asked for.
    fn game(&mut self, id: &str) -> Result<Arc<dyn Game>, ErrorInfo> {
        let entry = catalogue::find(id).map_err(|error| ErrorInfo::new("unknown_game", error))?;
        if let Some(game) = self.games.get(entry.id) {
            return Ok(game.clone());
        }
        let game = entry.load(self.data.as_deref()).map_err(|error| ErrorInfo::new("data", error))?;
        self.games.insert(entry.id, game.clone());
        Ok(game)
    }

    fn table(&mut self) -> Result<&mut Box<dyn AnyMatch>, ErrorInfo> {
        self.table.as_mut().ok_or_else(|| ErrorInfo::new("no_match", "begin a match first: new, position or load"))
    }

    fn sit_down(&mut self, table: Box<dyn AnyMatch>) -> Answer {
        let answer = Answer::Standing(told::standing(&*table));
        self.table = Some(table);
        answer
    }

    fn play(&mut self, action: &str, side: Option<&str>, viewer: Option<&str>) -> Answered {
        let table = self.table()?;
        let viewer = read_viewer(&**table, viewer)?;
        let side = match (side, table.decision()) {
            (Some(side), _) => find_side(&**table, side)?,
            (None, engine::Decision::Choose(side)) => side,
            (None, engine::Decision::Over(_)) => return Err(play_fault(&**table, &PlayError::Over)),
        };
        let before = table.log().len();
        table.play(side, action).map(drop).map_err(|error| play_fault(&**table, &error))?;
        Ok(Answer::Told(told(&**table, before, viewer)))
    }

    fn computer(&mut self, player: &str, viewer: Option<&str>) -> Answered {
        let table = self.table()?;
        let viewer = read_viewer(&**table, viewer)?;
        let player = player.parse().map_err(|error: ai::UnknownPlayer| ErrorInfo::new("unknown_player", error))?;
        let before = table.log().len();
        let thoughts = ai::dice(table.record().head.seed);
        table.play_computer(player, &thoughts).map(drop).map_err(|error| play_fault(&**table, &error))?;
        let action = table.lines().last().map(|line| line.action.clone());
        Ok(Answer::Told(Told { action, ..told(&**table, before, viewer) }))
    }

    fn concede(&mut self, side: &str) -> Answered {
        let table = self.table()?;
        let side = find_side(&**table, side)?;
        let before = table.log().len();
        table.concede(side).map(drop).map_err(|error| play_fault(&**table, &error))?;
        Ok(Answer::Told(told(&**table, before, Viewer::All)))
    }

    fn roll(&mut self, rolls: &[u16]) -> Answered {
        if rolls.contains(&0) {
            return Err(ErrorInfo::new("bad_request", "a die shows 1 at least"));
        }
        self.table()?.force(rolls);
        Ok(Answer::Rolls { rolls: rolls.to_vec() })
    }
}

fn read_seed(seed: &SeedValue) -> Result<engine::dice::Seed, ErrorInfo> {
    seed.seed().map_err(|error| ErrorInfo::new("bad_request", error))
}

fn find_side(table: &dyn AnyMatch, id: &str) -> Result<Side, ErrorInfo> {
    let [first, second] = &table.about().sides;
    let message = || format!("there is no side \"{id}\" (there are {}, {})", first.id, second.id);
    table.about().side(id).ok_or_else(|| ErrorInfo::new("unknown_side", message()))
}

fn read_viewer(table: &dyn AnyMatch, viewer: Option<&str>) -> Result<Viewer, ErrorInfo> {
    match viewer {
        None | Some("all") => Ok(Viewer::All),
        Some("spectator") => Ok(Viewer::Spectator),
        Some(side) => find_side(table, side).map(Viewer::Side),
    }
}

fn play_fault(table: &dyn AnyMatch, error: &PlayError) -> ErrorInfo {
    ErrorInfo::of(table.book(), error)
}

/// How the match stands, and what has happened.
fn told(table: &dyn AnyMatch, before: usize, viewer: Viewer) -> Told {
    let events = tell_events(table, &table.log()[before..], viewer);
    Told { standing: told::standing(table), events, action: None }
}

fn tell_events(table: &dyn AnyMatch, log: &[(usize, Event)], viewer: Viewer) -> Vec<wire::Event> {
    let events = log.iter().map(|(_, event)| event).filter(|event| event.is_for(viewer));
    events.map(|event| wire::Event::of(table.about(), &table.map().board, event)).collect()
}
