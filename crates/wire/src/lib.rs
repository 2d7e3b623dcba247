//! Everything that is said to a page, to a bot or to another program, as types; and what these may ask.
//!
//! What a game says by itself ([`View`], [`Forecast`], [`SideInfo`], ...) stays where the games can reach it, in `engine`.
//! Here is the rest: what is told of events, refusals and changes, of matches and of those who play them; [`socket`] has
//! what is said over the server's sockets and [`line`](mod@line) what is said in the line protocol.
//!
//! With the feature `described` each type has a JSON Schema. The API's description (`docs/openapi.json`) and the page's
//! types (`web/src/lib/wire.ts`) are made from them, and tests hold them to it: the first line of documentation at a type
//! or a field is what is read there.

mod accounts;
mod analysis;
mod change;
mod company;
#[cfg(feature = "described")]
pub mod described;
mod desk;
mod event;
mod failure;
mod fortune;
mod games;
mod health;
pub mod line;
mod matches;
mod object;
mod overlay;
mod question;
mod replay;
mod scene;
pub mod socket;
mod study;
mod workshop;

pub use accounts::{
    BotName, ChangeMe, ChangeNotices, Code, Credentials, Email, Forgotten, GuestName, Me, NewPassword, NewToken,
    Notices, Password, ResetPassword, TokenInfo, Tokens, User,
};
pub use analysis::{
    Analysis, AnalysisStatus, AnalysisTold, AskAnalysis, Better, Estimate, Grade, GraphPoint, LineStep, Moment,
    MomentKind, SideAccount, TurnAccount,
};
pub use change::{Change, Edit};
pub use company::{
    Appointment, ArchiveEnd, ArchivedMatch, NewTournament, Outcome, OwnRating, Pairing, Rated, RatingTable, Reckoned,
    Round, Standing, Star, Tournament, TournamentInfo, TournamentKind, TournamentList, TournamentStatus,
};
pub use desk::{Ban, Closing, DeskUser, DeskUsers, FreshPassword, Retention, Swept};
pub use engine::data::Door;
pub use engine::view::Result as GameResult;
pub use engine::{
    Chart, Clause, ClauseEntry, Forecast, NationInfo, OptionInfo, OverlayInfo, ScenarioInfo, SideInfo, View,
};
pub use event::{Event, LogEvent, Loss, Luck, Roll};
pub use failure::{Error, ErrorInfo};
pub use fortune::Fortune;
pub use games::{
    BattleInfo, Board, BoardHex, Charts, Clauses, College, ComputerInfo, Computers, GameInfo, Games, Lesson,
    LessonInfo, Problem, ProblemInfo, Shelf, Strength, StyleInfo,
};
pub use health::{Alive, Health};
pub use matches::{
    Archive, ChatLine, Clock, Created, DiceInfo, EndResult, FromMoment, Log, MatchInfo, MatchList, NewMatch, Offer,
    Pace, Presence, Proposal, RulesChange, Seat, SeatKind, Status, TurnTold, Wish,
};
pub use overlay::{AskOverlay, Drawn, Overlay, OverlayHex, OverlayLine};
pub use question::{AskForecast, AskWhy, CitedClause, Hint, Hinted, Opened, Reasons, Refusal, Verdict, Why};
pub use replay::{Replay, ReplayPart, ReplayStep, Tried};
pub use scene::{Because, Choice, Choices, Decision, Scene, Step};
pub use study::{StudyInfo, StudyList};
pub use workshop::{
    AskTrial, ChangedGame, ChartsTried, EditProject, FromMatch, LaidOut, LayOut, MapHex, MapKind, MapRegion, MapSheet,
    MapSide, Misfit, NewProject, ProjectHead, ProjectState, Projects, Sheet, SheetCard, SheetRow, Sheets, Tally,
    Titled, Trial, TrialReport, TryCharts,
};

use serde::Serialize;

/// What is said, as the text that is sent.
pub fn text(said: &impl Serialize) -> String {
    serde_json::to_string(said).expect("the types of the wire have names for keys and write without fail")
}
