//! 5 Unit Modes, and 15.3 Command and Control.

use crate::MiracleOnTheMarne;
use crate::action::Action;
use crate::charts::{COMMAND, command_cell};
use crate::deployment::{Deploy, FILL};
use crate::hints::Mind;
use crate::pieces::{ALLIED, Corps, Piece};
use crate::state::{PieceSet, State, Step, option};
use crate::tables::{Command, Mode};
use engine::{Bar, Clause, Dice, Event, EventKind, Refusal, Roll, Side, Sink, clauses};
use hexboard::Hex;

/// After so many dice in a row that do not count, the HQ does what no table forbids.
const MOST_DICE: usize = 1000;

/// What ending the choice of modes does, in words.
const CHOSEN: &str = "the modes are chosen";

engine::decisions! {
    (MiracleOnTheMarne, Action, Mind: game, state, out, dice, events, mind)

    /// In which modes the HQs of a side begin the game.
    StartModes by state.active => {
        asks: "Choose the modes in which your HQs begin, or go on to deploy.",
        lists: {
            game.list_modes(state, out);
            out.extend([Action::Fill, Action::Standard, Action::Done]);
        },
        points(hex): game.point_modes(state, hex, out),
        ..Deploy => Standard;
        Mode(hq, mode) => {
            check: game.check_mode(state, hq, mode),
            play: game.set_mode(state, hq, mode, events),
            words: game.mode_words(hq, mode),
            odds: None,
            worth: 0.0,
        }
        Fill => { check: Ok(()), play: game.deploy_rest(state, events), words: FILL, odds: None, worth: -1.0 }
        Done => {
            check: Ok(()),
            play: state.step = Step::Deploy,
            words: "the modes are chosen: deploy",
            odds: None,
            worth: 0.0,
        }
    }

    /// Which HQs change their modes.
    Modes by state.active => {
        asks: match game.check_modes_done(state) {
            Ok(()) => "Change the modes of your HQs, or end the phase.".into(),
            Err(refusal) => format!("Change the modes of your HQs: {}.", refusal.reason),
        },
        lists: {
            game.list_modes(state, out);
            game.list_done(state, out);
        },
        points(hex): game.point_modes(state, hex, out),
        Mode(hq, mode) => {
            check: game.check_mode(state, hq, mode),
            play: game.set_mode(state, hq, mode, events),
            words: game.mode_words(hq, mode),
            odds: None,
            worth: mind.appraise_mode(state, hq, mode),
        }
        Done => {
            check: game.check_modes_done(state),
            play: game.end_own_modes(state, dice, events),
            words: CHOSEN,
            odds: None,
            worth: 0.0,
        }
    }

    /// Which HQs shall try to change their modes under command and control.
    Notes by state.active => {
        asks: "Note which HQs shall try to change their modes.",
        lists: {
            game.list_notes(state, out);
            game.list_done(state, out);
        },
        points(hex): out.extend(game.own_hqs(state, hex).map(Action::Note)),
        ..Modes => Done;
        Note(hq) => {
            check: game.check_note(state, hq),
            play: game.note(state, hq, events),
            words: format!("{} shall try to change its mode", game.pieces.title(hq)),
            odds: None,
            worth: mind.appraise_note(state, hq),
        }
    }

    /// What modes HQs take that may change normally under command and control.
    Granted by state.active => {
        asks: "Choose the modes of the HQs that may change normally.",
        lists: {
            game.list_modes(state, out);
            game.list_done(state, out);
        },
        points(hex): game.point_modes(state, hex, out),
        ..Modes => Mode, Done;
    }

    /// The mode of the HQ of an arriving corps.
    ArrivalMode by state.active => {
        asks: "Choose the mode of the arriving corps.",
        lists: game.list_modes(state, out),
        points(hex): game.point_modes(state, hex, out),
        Mode(hq, mode) => {
            check: game.check_mode(state, hq, mode),
            play: game.set_mode(state, hq, mode, events),
            words: game.mode_words(hq, mode),
            odds: None,
            worth: if mode == Mode::Transfer { 1.0 } else { 0.0 },
        }
    }
}

#[engine::by_the_book]
impl MiracleOnTheMarne {
    /// The HQs whose modes the choosing side can set now: all of its own on the map [4.A1]; before the first turn those
    /// about to be deployed [5.2.1]; of an arriving corps the one that arrives (ruling R29); under command and control
    /// those that may change normally [15.3.1e].
    pub(crate) fn hqs_in_question(&self, state: &State) -> PieceSet {
        let own = match state.step {
            Step::StartModes => self.pieces.hqs().collect::<PieceSet>().without(state.waiting),
            Step::ArrivalMode => state.joined.iter().map(|piece| state.corps_of(piece).hq()).collect(),
            _ => state.hqs,
        };
        let open = |hq: &Piece| {
            let bit = 1 << state.corps_of(*hq).0;
            state.settled & bit == 0 && (state.step != Step::Granted || state.noted & bit != 0)
        };
        own.and(self.pieces_of(state.active)).iter().filter(open).collect()
    }

    /// Why a HQ whose mode is in question may not take a mode.
    fn mode_bar(&self, state: &State, hq: Piece, mode: Mode) -> Result<(), Bar> {
        let now = state.mode(hq);
        if state.step == Step::ArrivalMode {
            return Ok(());
        }
        if now == mode {
            return Err((&[Clause("5a")], "is in that mode already"));
        }
        if mode != Mode::Offensive || state.step == Step::StartModes {
            return Ok(());
        }
        if state.unsupplied.contains(hq) {
            return Err((&[Clause("11.2.3a")], "is out of supply and may not be in Offensive mode"));
        }
        // Change Normally leads to any mode [15.3.1e], with the switch not to this one (ruling R83).
        if now == Mode::Regroup && (state.step != Step::Granted || state.has(option::NORMAL_BAN)) {
            let clauses: &[Clause] = &[Clause("5.1.4e"), Clause("5.2.6")];
            return Err((clauses, "cannot go from Regroup directly to Offensive mode"));
        }
        Ok(())
    }

    pub(crate) fn check_mode(&self, state: &State, hq: Piece, mode: Mode) -> Result<(), Refusal> {
        if !hq.is_hq() || !self.hqs_in_question(state).contains(hq) {
            let bar: Bar = match state.step {
                Step::Granted => (&[Clause("15.3.1e")], "may not change normally now"),
                _ => (&[Clause("5.2.3")], "is no HQ whose mode is yours to choose now, once"),
            };
            return Err(self.refusal(hq, bar));
        }
        self.mode_bar(state, hq, mode).map_err(|bar| self.refusal(hq, bar))
    }

    pub(crate) fn list_modes(&self, state: &State, out: &mut Vec<Action>) {
        for hq in self.hqs_in_question(state).iter() {
            let open = |mode: &Mode| self.mode_bar(state, hq, *mode).is_ok();
            out.extend(Mode::ALL.into_iter().filter(open).map(|mode| Action::Mode(hq, mode)));
        }
    }

    /// Lists `done` where modes are chosen and nothing forbids to end that.
    fn list_done(&self, state: &State, out: &mut Vec<Action>) {
        if self.check_modes_done(state).is_ok() {
            out.push(Action::Done);
        }
    }

    /// All modes of the HQs in a hex.
    fn point_modes(&self, state: &State, hex: Hex, out: &mut Vec<Action>) {
        out.extend(self.own_hqs(state, hex).flat_map(|hq| Mode::ALL.map(|mode| Action::Mode(hq, mode))));
    }

    fn mode_words(&self, hq: Piece, mode: Mode) -> String {
        format!("{} to {} mode", self.pieces.title(hq), mode.title())
    }

    /// Gives a HQ a mode: its counter is exchanged in its hex, and all its units have the new mode [4.A2, 5.2.4].
    pub(crate) fn set_mode(&self, state: &mut State, hq: Piece, mode: Mode, events: &mut impl Sink) {
        let corps = state.corps_of(hq);
        state.modes[corps.index()] = mode;
        if state.step == Step::ArrivalMode {
            state.briefed |= 1 << corps.0;
            state.step = Step::Enter;
        } else {
            state.settled |= 1 << corps.0;
        }
        // The counter lies face down [5.2.5a].
        events.tell(|| {
            let text = format!("{} is in {} mode.", self.pieces.title(hq), mode.title());
            let event = Event::new(EventKind::Command, text)
                .of([self.pieces.name(hq).to_string()])
                .by(clauses!["4.A2", "5.2.3"]);
            event.side(self.pieces.side(hq)).only_for(self.pieces.side(hq))
        });
    }

    /// Whether a HQ must leave Offensive mode: it is out of supply [5.1.1d, 11.2.3b].
    pub(crate) fn must_change(&self, state: &State, hq: Piece) -> bool {
        state.unsupplied.contains(hq) && state.mode(hq) == Mode::Offensive
    }

    /// The first HQ of the choosing side that must still leave Offensive mode.
    fn laggard(&self, state: &State) -> Option<Piece> {
        let noted = |hq: Piece| state.step == Step::Notes && state.noted >> state.corps_of(hq).0 & 1 == 1;
        let own = self.hqs(state, state.active);
        own.iter().find(|&hq| self.must_change(state, hq) && !noted(hq))
    }

    pub(crate) fn check_modes_done(&self, state: &State) -> Result<(), Refusal> {
        let Some(hq) = self.laggard(state) else { return Ok(()) };
        let reason = format!("{} is out of supply and must leave Offensive mode", self.pieces.title(hq));
        Err(Refusal::new(clauses!["11.2.3b", "5.1.1d"], reason))
    }

    /// Ends a side's choice of modes. Both choose at the same time: neither learns what the other chose [4.A1, 4.A3].
    pub(crate) fn end_own_modes(&self, state: &mut State, dice: &mut impl Dice, events: &mut impl Sink) {
        if state.active == ALLIED {
            state.active = ALLIED.other();
            return;
        }
        if state.step == Step::Notes {
            self.roll_commands(state, dice, events);
            state.active = ALLIED;
            state.step = Step::Granted;
            return;
        }
        self.end_modes(state, dice, events);
    }

    pub(crate) fn check_note(&self, state: &State, hq: Piece) -> Result<(), Refusal> {
        let own = self.hqs(state, state.active);
        if hq.is_hq() && own.contains(hq) && state.noted >> state.corps_of(hq).0 & 1 == 0 {
            return Ok(());
        }
        let reason = format!("{} is no HQ of yours that could be noted now", self.pieces.title(hq));
        Err(Refusal::new(clauses!["15.3.3a"], reason))
    }

    pub(crate) fn list_notes(&self, state: &State, out: &mut Vec<Action>) {
        let open = |hq: &Piece| state.noted >> state.corps_of(*hq).0 & 1 == 0;
        out.extend(self.hqs(state, state.active).iter().filter(open).map(Action::Note));
    }

    /// Notes secretly that a HQ shall try to change [15.3.3a].
    pub(crate) fn note(&self, state: &mut State, hq: Piece, events: &mut impl Sink) {
        state.noted |= 1 << state.corps_of(hq).0;
        events.tell(|| {
            let text = format!("{} shall try to change its mode.", self.pieces.title(hq));
            let event = Event::new(EventKind::Command, text).by(clauses!["15.3.3a"]);
            event.side(self.pieces.side(hq)).only_for(self.pieces.side(hq))
        });
    }

    /// Rolls for every HQ that was noted, by either side [15.3.3c]: no mode changes at will [15.3].
    fn roll_commands(&self, state: &mut State, dice: &mut impl Dice, events: &mut impl Sink) {
        for corps in self.pieces.all_corps() {
            if state.noted >> corps.0 & 1 == 1 {
                let command = self.roll_command(state, corps, dice, events);
                self.obey(state, corps, command);
            }
        }
    }

    /// Rolls on the line of a HQ's Army [15.3.1a], again as long as the result cannot be: Must Offensive out of supply
    /// [15.3.1g], and for a HQ that must leave Offensive mode No Change too [15.3.2].
    fn roll_command(&self, state: &State, corps: Corps, dice: &mut impl Dice, events: &mut impl Sink) -> Command {
        let hq = corps.hq();
        let army = &self.pieces.armies[self.pieces.army(corps).index()];
        let cannot_be = |command: Command| match command {
            Command::MustOffensive => state.unsupplied.contains(hq),
            Command::NoChange => self.must_change(state, hq),
            _ => false,
        };
        for _ in 0..MOST_DICE {
            let die = dice.d10();
            let command = self.tables.command(&army.id, die);
            let again = cannot_be(command);
            // The dice are rolled openly, or secretly by agreement [15.3.3b].
            events.tell(|| {
                let again = if again { ", and rolls again" } else { "" };
                let text = format!("{} rolls {die} for command: {}{again}.", self.pieces.title(hq), title(command));
                let roll = Roll::d10(format!("the command of {}", self.pieces.title(hq)), die);
                let roll = roll.on(COMMAND, command_cell(command).code).in_column(die.to_string());
                let roll = roll.in_line(army.title.clone());
                let event = Event::new(EventKind::Command, text).side(self.pieces.side(hq)).rolled([roll]);
                let event = event.by(clauses!["15.3.1a", "15.3.3b"]).reveals();
                match state.has(option::SECRET_ROLLS) {
                    true => event.only_for(self.pieces.side(hq)),
                    false => event,
                }
            });
            if !again {
                return command;
            }
        }
        Command::MustDefensive
    }

    /// Does what the table says: Must Regroup [15.3.1b], Must Defensive [15.3.1c], No Change [15.3.1d], Change Normally
    /// [15.3.1e] (rulings R83, R84), Must Offensive, even from Regroup [15.3.1f] (ruling R85).
    fn obey(&self, state: &mut State, corps: Corps, command: Command) {
        let bit = 1 << corps.0;
        let mode = match command {
            Command::MustRegroup => Some(Mode::Regroup),
            Command::MustDefensive => Some(Mode::Defensive),
            Command::MustOffensive => Some(Mode::Offensive),
            Command::NoChange => None,
            Command::ChangeNormally => return,
        };
        state.noted &= !bit;
        if let Some(mode) = mode {
            state.modes[corps.index()] = mode;
            if !state.has(option::SECRET_ROLLS) {
                state.revealed |= bit;
            }
        }
    }

    /// Shows the enemy the modes of the corps of units that fight [5.2.5b] (ruling R31).
    pub(crate) fn reveal(&self, state: &mut State, units: PieceSet, events: &mut impl Sink) {
        for unit in units.iter() {
            let corps = state.corps_of(unit);
            let bit = 1 << corps.0;
            if state.revealed & bit == 0 {
                state.revealed |= bit;
                let mode = state.modes[corps.index()];
                events.tell(|| {
                    let text = format!("{} is in {} mode.", self.pieces.corps_title(corps), mode.title());
                    Event::new(EventKind::Reveal, text).by(clauses!["5.2.5b"]).reveals()
                });
            }
        }
    }

    /// Whether a side may know the mode of a corps now.
    pub(crate) fn knows_mode(&self, state: &State, side: Side, corps: Corps) -> bool {
        self.pieces.side(corps.hq()) == side || state.revealed >> corps.0 & 1 == 1
    }
}

fn title(command: Command) -> &'static str {
    match command {
        Command::MustRegroup => "Must Regroup",
        Command::MustDefensive => "Must Defensive",
        Command::NoChange => "No Change",
        Command::ChangeNormally => "Change Normally",
        Command::MustOffensive => "Must Offensive",
    }
}
