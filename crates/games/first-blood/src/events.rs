//! 7.0 Random Events.

use crate::FirstBlood;
use crate::action::Action;
use crate::charts::EVENTS;
use crate::hints::Mind;
use crate::pieces::{GERMAN, US};
use crate::reinforcements::{Handful, coming};
use crate::state::{Entry, State, Step};
use engine::chart::span_head;
use engine::{Clause, Dice, Event, EventKind, FigureName, Roll, Side, Sink, Wish, clauses};

engine::named! {
    /// The nine events of the table.
    pub enum RandomEvent {
        /// Event 2 [7.2a].
        UsArtilleryProblems = "us-artillery-problems": "US artillery problems",
        /// Event 3 [7.3a].
        GermanArtilleryProblems = "german-artillery-problems": "German artillery problems",
        /// Event 4 [7.4a].
        PoisonGas = "poison-gas": "poison gas",
        /// Event 5 [7.5a].
        BreakthroughWest = "breakthrough-west": "German breakthrough in the west",
        /// Event 6-7 [7.6a].
        UsRally = "us-rally": "US rally",
        /// Event 8-9 [7.7a].
        BreakthroughEast = "breakthrough-east": "German breakthrough in the east",
        /// Event 10 [7.8a].
        GermanMachineguns = "german-machineguns": "German heavy machineguns",
        /// Event 11 [7.9a].
        GermanRally = "german-rally": "German rally",
        /// Event 12 [7.10a].
        ArtillerySpotting = "artillery-spotting": "superb artillery spotting",
    }
}

/// What is in force all this turn.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum TurnEvent {
    /// Nothing.
    None,
    /// A side's artillery drifts more [7.2a, 7.3a].
    ArtilleryProblems(Side),
    /// Slower infantry and short lines of fire [7.4a, 7.4b].
    PoisonGas,
    /// A side moves and fires better [7.6a, 7.6f, 7.9a, 7.9d].
    Rally(Side),
    /// A German unit has heavy machineguns in each German fire phase [7.8a].
    Machineguns,
    /// A side's artillery does not drift [7.10a].
    Spotting(Side),
}

#[engine::by_the_book]
impl TurnEvent {
    /// The rule behind it and what it says.
    pub(crate) fn told(self) -> Option<(Clause, &'static str)> {
        Some(match self {
            TurnEvent::None => return None,
            TurnEvent::ArtilleryProblems(US) => (Clause("7.2a"), "US artillery problems: US bombardments drift more."),
            TurnEvent::ArtilleryProblems(_) => {
                (Clause("7.3a"), "German artillery problems: German bombardments drift more.")
            }
            TurnEvent::PoisonGas => (Clause("7.4a"), "Poison gas: infantry moves 1 less, lines of fire are short."),
            TurnEvent::Rally(US) => (Clause("7.6a"), "US rally: US infantry moves 1 more, US units fire with 1 more."),
            TurnEvent::Rally(_) => (Clause("7.9a"), "German rally: German units move 1 more and fire with 1 more."),
            TurnEvent::Machineguns => {
                (Clause("7.8a"), "German heavy machineguns: in each German fire phase one unit fires far.")
            }
            TurnEvent::Spotting(US) => (Clause("7.10a"), "Superb artillery spotting: US bombardments do not drift."),
            TurnEvent::Spotting(_) => (Clause("7.10a"), "Superb artillery spotting: German bombardments do not drift."),
        })
    }
}

engine::decisions! {
    (FirstBlood, Action, Mind: game, state, out, dice, events, mind)

    /// Whether the US rally is accepted.
    Rally by US => {
        asks: "Accept the US rally this turn?",
        lists: out.extend([Action::Accept, Action::Decline]),
        points(_): {},
        Accept => {
            check: Ok(()),
            play: game.decide_rally(state, true, events),
            words: "rally this turn, once a game",
            odds: None,
            worth: if mind.is_time_to_rally(state) { 1.0 } else { -1.0 },
        }
        Decline => {
            check: Ok(()),
            play: game.decide_rally(state, false, events),
            words: "let the rally pass",
            odds: None,
            worth: 0.0,
        }
    }
}

#[engine::by_the_book]
impl FirstBlood {
    /// Each side rolls a die, and the event for the total happens [7.1a].
    pub(crate) fn roll_event(&self, state: &mut State, dice: &mut impl Dice, events: &mut impl Sink) {
        let rolled = dice.two_d6();
        let total = rolled[0] + rolled[1];
        state.step = Step::Idle;
        state.event = TurnEvent::None;
        let kind = self.tables.events[usize::from(total) - 2];
        if let Some((clause, before)) = Self::used_up(state, kind) {
            let text = || format!("Random event {total}. No event: {before} before.");
            return events.tell(|| {
                Event::new(EventKind::Event, text()).by(vec![clause]).rolled([self.event_roll(rolled, kind)])
            });
        }
        let mut spotting = None;
        match kind {
            RandomEvent::UsArtilleryProblems => state.event = TurnEvent::ArtilleryProblems(US),
            RandomEvent::GermanArtilleryProblems => state.event = TurnEvent::ArtilleryProblems(GERMAN),
            RandomEvent::PoisonGas => state.event = TurnEvent::PoisonGas,
            RandomEvent::GermanMachineguns => state.event = TurnEvent::Machineguns,
            RandomEvent::GermanRally => state.event = TurnEvent::Rally(GERMAN),
            RandomEvent::ArtillerySpotting => {
                let die = dice.d6();
                spotting = Some(die);
                state.event = Self::who_spots(die);
            }
            RandomEvent::BreakthroughWest => return self.break_through(state, rolled, Entry::West, dice, events),
            RandomEvent::BreakthroughEast => return self.break_through(state, rolled, Entry::East, dice, events),
            RandomEvent::UsRally => state.step = Step::Rally,
        }
        let told = state.event.told();
        events.tell(|| {
            let (clause, text) = told.unwrap_or((Clause("7.6d"), "The US side may rally."));
            let event = Event::new(EventKind::Event, format!("Random event {total}. {text}")).by(vec![clause]);
            let spotting = spotting.map(|die| Roll::d6("whose artillery spots", die));
            event.rolled([self.event_roll(rolled, kind)]).rolled(spotting)
        });
    }

    /// Which rule says that an event does not happen again, and what has been before: a breakthrough that was rolled
    /// [7.5e, 7.7e], and the US rally once it was accepted [7.6e]. The others may happen any number of times
    /// [7.1b, 7.2b, 7.3b, 7.4c, 7.8c, 7.9c, 7.10b].
    fn used_up(state: &State, kind: RandomEvent) -> Option<(Clause, &'static str)> {
        let [west, east] = state.broken_through;
        match kind {
            RandomEvent::BreakthroughWest if west => {
                Some((Clause("7.5e"), "the Germans have broken through in the west"))
            }
            RandomEvent::BreakthroughEast if east => {
                Some((Clause("7.7e"), "the Germans have broken through in the east"))
            }
            RandomEvent::UsRally if state.rallied => Some((Clause("7.6e"), "the US side has rallied")),
            _ => None,
        }
    }

    /// The German rolls: odd gives the spotting to him, even to the US side [7.10a].
    fn who_spots(die: u8) -> TurnEvent {
        TurnEvent::Spotting(if die % 2 == 1 { GERMAN } else { US })
    }

    /// The US side accepts the rally at once, or lets it pass and may have it another time [7.6d, 7.6e].
    pub(crate) fn decide_rally(&self, state: &mut State, accept: bool, events: &mut impl Sink) {
        state.step = Step::Idle;
        if accept {
            state.event = TurnEvent::Rally(US);
            state.rallied = true;
        }
        events.tell(|| {
            let text = if accept { "The US side rallies." } else { "The US side lets the rally pass." };
            Event::new(EventKind::Event, text).side(US).by(clauses!["7.6d"])
        });
    }

    /// Germans break through at a map edge: once a game [7.5e, 7.7e], as many as the dice say [7.5a, 7.7a] or as are
    /// left [7.5f, 7.7f], drawn at once and then placed. The German may not refuse [7.5d, 7.7d], but where every entry
    /// hex holds US units the breakthrough is thwarted [7.5c, 7.7c].
    fn break_through(
        &self,
        state: &mut State,
        rolled: [u8; 2],
        entry: Entry,
        dice: &mut impl Dice,
        events: &mut impl Sink,
    ) {
        let total = rolled[0] + rolled[1];
        let at = entry as usize - Entry::West as usize;
        let (edge, kind, thwarted, clauses) = match entry {
            Entry::West => ("west", RandomEvent::BreakthroughWest, Clause("7.5c"), clauses!["7.5a", "7.5f"]),
            _ => ("east", RandomEvent::BreakthroughEast, Clause("7.7c"), clauses!["7.7a", "7.7f"]),
        };
        let told =
            |text: String| Event::new(EventKind::Event, text).side(GERMAN).rolled([self.event_roll(rolled, kind)]);
        state.broken_through[at] = true;
        let open = self.entry_hexes(entry).iter().any(|&hex| state.holder(hex) != Some(US));
        if !open {
            let text = "is thwarted: US units hold every hex.";
            let text = || format!("Random event {total}. A German breakthrough in the {edge} {text}");
            return events.tell(|| told(text()).by(vec![thwarted]));
        }
        let handful = Handful::roll(self.tables.breakthrough_dice[at], dice);
        let number = handful.total();
        let count = state.container.len().min(number.into());
        events.tell(|| {
            let text = format!("Random event {total}. German breakthrough in the {edge}: {}.", coming(number, count));
            let roll = handful.told("how many units break through").hoped(GERMAN, Wish::High);
            told(text).by(clauses).rolled([roll]).figure(FigureName::Units, count as u8)
        });
        state.entry = entry;
        for _ in 0..count {
            let (piece, die) = Self::draw(state, dice);
            state.hand.insert(piece);
            self.tell_draw(state, piece, die, events);
        }
        state.to_draw = 0;
        state.step = Step::Entering;
    }

    /// The roll for the event of the turn, as the table has it.
    fn event_roll(&self, rolled: [u8; 2], kind: RandomEvent) -> Roll {
        let roll = Roll::two_d6("the random event", rolled).on(EVENTS, kind.title());
        let line = span_head(&self.event_lines(), roll.total);
        roll.in_line(line)
    }
}
