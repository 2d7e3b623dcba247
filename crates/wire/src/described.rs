//! The types as JSON Schema: what the API's description and the page's types are made from.

use crate::socket::{Answer, Done, Entered, Played, Push, Rematch, Reply, Request};
use crate::{
    AnalysisTold, Archive, AskAnalysis, Ban, Board, BotName, ChangeMe, Charts, Clauses, Closing, Code, College,
    Computers, Created, Credentials, DeskUser, DeskUsers, Door, Drawn, Email, Error, Forgotten, FreshPassword,
    GameInfo, Games, GuestName, Hinted, Lesson, Log, MatchInfo, MatchList, Me, NewMatch, NewPassword, NewToken, Opened,
    Password, Problem, Reasons, Replay, ReplayPart, ResetPassword, Retention, Scene, Swept, Tokens, Tried,
};
use crate::{ArchiveEnd, ArchivedMatch, NewTournament, RatingTable, Reckoned, Tournament, TournamentList};
use crate::{
    AskTrial, ChartsTried, EditProject, LaidOut, LayOut, MapSheet, NewProject, ProjectState, Projects, Sheets, Trial,
    TryCharts,
};
use crate::{StudyInfo, StudyList};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value};

/// Schemas by name.
pub type Schemas = Map<String, Value>;

/// Where the schemas of others are looked up.
const PLACE: &str = "/components/schemas";

macro_rules! describe {
    ($generator:ident: $($name:ty),+ $(,)?) => { $($generator.subschema_for::<$name>();)+ };
}

/// Everything that goes over HTTP.
pub fn over_http() -> Schemas {
    let (mut said, mut asked) = generators();
    describe!(said: AnalysisTold, Answer, Board, Charts, Clauses, College, Computers, Created, DeskUser, DeskUsers, Door, Drawn, Error, FreshPassword, GameInfo, Games, Lesson, Log, MatchInfo,
        MatchList,
        Me, NewToken, Problem, Replay, Scene, Swept, Tokens, Tried);
    describe!(said: RatingTable, Reckoned, Tournament, TournamentList);
    describe!(asked: NewTournament);
    describe!(said: StudyInfo, StudyList);
    describe!(said: ChartsTried, LaidOut, MapSheet, ProjectState, Projects, Sheets, Trial);
    describe!(asked: AskTrial, EditProject, LayOut, NewProject, TryCharts);
    describe!(asked: Archive, AskAnalysis, Ban, BotName, ChangeMe, Closing, Code, Credentials, Email, Forgotten, GuestName, NewMatch, NewPassword, Password, Request,
        ResetPassword, Retention);
    merged(said, asked)
}

/// That, and everything that goes over sockets or line by line.
pub fn everything() -> Schemas {
    let (mut said, asked) = generators();
    describe!(said: Answers, ArchiveEnd, ArchivedMatch, Push, ReplayPart, Reply);
    let mut schemas = over_http();
    schemas.extend(merged(said, asked));
    schemas
}

/// What each request to a match is answered with, by its word.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only described, for those who ask")]
struct Answers {
    /// The table.
    enter: Entered,
    /// The table.
    see: Entered,
    /// Nothing more.
    sit: Done,
    /// How many actions have been played.
    play: Played,
    /// How many actions have been played.
    undo: Played,
    /// Nothing more.
    concede: Done,
    /// Nothing more.
    offer: Done,
    /// Nothing more.
    answer: Done,
    /// The reasons.
    why: Reasons,
    /// The forecast.
    forecast: Opened,
    /// The hint.
    hint: Hinted,
    /// The overlay.
    overlay: Drawn,
    /// Nothing more.
    say: Done,
    /// Nothing more.
    pledge: Done,
    /// Nothing more.
    salt: Done,
    /// Nothing more.
    seen: Done,
    /// Nothing more.
    notices: Done,
    /// The new match.
    rematch: Rematch,
    /// Nothing more.
    ping: Done,
}

/// One for what we say and one for what others may ask: in a request whatever has a default may be left out.
fn generators() -> (SchemaGenerator, SchemaGenerator) {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.definitions_path = PLACE.into();
        settings.meta_schema = None;
    });
    (settings.clone().for_serialize().into_generator(), settings.for_deserialize().into_generator())
}

fn merged(mut said: SchemaGenerator, mut asked: SchemaGenerator) -> Schemas {
    let mut schemas = said.take_definitions(true);
    schemas.values_mut().for_each(leave_out_rather_than_null);
    schemas.values_mut().for_each(plain);
    let mut asked = asked.take_definitions(true);
    asked.values_mut().for_each(plain_and_bounded);
    schemas.extend(asked);
    schemas
}

/// What we leave out where there is nothing to say is never null, unless it is marked so.
fn leave_out_rather_than_null(schema: &mut Value) {
    each_part(schema, leave_out_rather_than_null);
    let required = schema.get("required").cloned().unwrap_or_default();
    let is_required = |name: &str| required.as_array().is_some_and(|list| list.iter().any(|one| one == name));
    let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) else { return };
    for (name, property) in properties {
        let marked = property.as_object_mut().and_then(|fields| fields.remove("nullable")).is_some();
        if !marked && !is_required(name) {
            never_null(property);
        }
    }
}

fn never_null(schema: &mut Value) {
    if let Some(types) = schema.get_mut("type").and_then(Value::as_array_mut) {
        types.retain(|one| one != "null");
        if let [only] = &types[..] {
            schema["type"] = only.clone();
        }
    }
    if let Some(any) = schema.get_mut("anyOf").and_then(Value::as_array_mut) {
        any.retain(|one| one["type"] != "null");
        if let [only] = &any[..] {
            let (only, description) = (only.clone(), schema["description"].take());
            *schema = only;
            if description.is_string() {
                schema["description"] = description;
            }
        }
    }
}

/// What others may ask: an integer must be one that we can read.
fn plain_and_bounded(schema: &mut Value) {
    each_part(schema, plain_and_bounded);
    let format = schema.get("format").and_then(Value::as_str).unwrap_or_default();
    let bounds = match format {
        "uint8" => Some((0, u8::MAX.into())),
        "uint16" => Some((0, u16::MAX.into())),
        "uint32" => Some((0, u32::MAX.into())),
        "uint" | "uint64" => Some((0, u64::MAX)),
        "int64" => Some((i64::MIN, i64::MAX as u64)),
        _ => None,
    };
    without_sizes(schema);
    if let Some((least, most)) = bounds {
        (schema["minimum"], schema["maximum"]) = (least.into(), most.into());
    }
}

/// What we say.
fn plain(schema: &mut Value) {
    each_part(schema, plain);
    without_sizes(schema);
}

/// Without the sizes of our integers, which concern nobody else, and with documentation as one line.
fn without_sizes(schema: &mut Value) {
    let Some(fields) = schema.as_object_mut() else { return };
    if fields.contains_key("type") {
        for size in ["format", "minimum", "maximum"] {
            fields.remove(size);
        }
    }
    if let Some(Value::String(text)) = fields.get_mut("description") {
        *text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    }
}

/// Every schema inside a schema.
fn each_part(schema: &mut Value, change: fn(&mut Value)) {
    let Some(fields) = schema.as_object_mut() else { return };
    for (key, value) in fields {
        match (key.as_str(), value) {
            ("properties", Value::Object(properties)) => properties.values_mut().for_each(change),
            ("anyOf" | "oneOf" | "prefixItems", Value::Array(parts)) => parts.iter_mut().for_each(change),
            ("items" | "additionalProperties", part) => change(part),
            _ => {}
        }
    }
}
