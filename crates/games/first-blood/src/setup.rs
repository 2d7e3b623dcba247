//! 3.0 Set Up.

use crate::FirstBlood;
use crate::action::Action;
use crate::ground::{Ground, Hexes};
use crate::hints::Mind;
use crate::pieces::{GERMAN, GERMANS, Piece, US, US_HEAVY_WEAPONS, US_INFANTRY, US_UNITS};
use crate::state::{State, Step};
use engine::data::{DataError, DataFile, Datum, Provenance, Provenances};
use engine::{Dice, Die, Event, EventKind, Options, Refusal, Role, Roll, Sink, Words, clauses};
use hexboard::Hex;
use serde::Deserialize;
use serde_spanned::Spanned;

/// How the scenario is set up.
#[derive(Debug)]
pub struct Scenario {
    /// The scenario's name.
    pub title: String,
    /// The US units in the order in which they are set up: emplacements and infantry of the forward zone, then of
    /// the rear zone.
    order: Vec<Piece>,
    /// How many of them belong in the forward zone [3.2c].
    forward: usize,
    /// Where the computer puts each of them.
    standard: Vec<Hex>,
    /// How many German units come first [3.6a].
    first_wave: usize,
}

#[derive(Deserialize)]
struct ScenarioFile {
    title: String,
    us: UsTable,
    german: GermanTable,
}

#[derive(Deserialize)]
struct UsTable {
    forward_infantry: Datum<usize>,
    forward_heavy_weapons: Datum<usize>,
    standard: StandardTable,
}

#[derive(Deserialize)]
struct StandardTable {
    source: Provenance,
    forward_heavy_weapons: Spanned<String>,
    forward_infantry: Spanned<String>,
    rear_heavy_weapons: Spanned<String>,
    rear_infantry: Spanned<String>,
}

#[derive(Deserialize)]
struct GermanTable {
    first_wave: Datum<usize>,
}

impl Scenario {
    /// Reads and checks a scenario.
    pub fn read(file: &DataFile, ground: &Ground, provenance: &mut Provenances) -> Result<Scenario, DataError> {
        let ScenarioFile { title, us, german } = file.parse()?;
        let counts = [(&us.forward_infantry, US_INFANTRY), (&us.forward_heavy_weapons, US_HEAVY_WEAPONS)];
        for (datum, most) in counts.into_iter().chain([(&german.first_wave, GERMANS.min(ground.bank.len()))]) {
            if datum.value > most {
                return Err(file.error_at(datum.span(), format!("found {}, expected {most} at most", datum.value)));
            }
        }
        provenance.note("US forward infantry", &us.forward_infantry.source);
        provenance.note("US forward heavy weapons", &us.forward_heavy_weapons.source);
        provenance.note("German first wave", &german.first_wave.source);
        provenance.note("US standard set-up", &us.standard.source);
        let order = set_up_order(us.forward_infantry.value, us.forward_heavy_weapons.value);
        let forward = us.forward_infantry.value + us.forward_heavy_weapons.value;
        let lists = &us.standard;
        let lists = [
            (&lists.forward_heavy_weapons, us.forward_heavy_weapons.value),
            (&lists.forward_infantry, us.forward_infantry.value),
            (&lists.rear_heavy_weapons, US_HEAVY_WEAPONS - us.forward_heavy_weapons.value),
            (&lists.rear_infantry, US_INFANTRY - us.forward_infantry.value),
        ];
        let mut standard: Vec<Hex> = Vec::new();
        for (list, expected) in lists {
            let zone = if standard.len() < forward { &ground.forward } else { &ground.rear };
            let hexes = standard_hexes(file, ground, list, zone)?;
            if hexes.len() != expected {
                return Err(file.error_with(list, format!("found {} hexes, expected {expected}", hexes.len())));
            }
            if let Some(twice) = hexes.iter().find(|hex| standard.contains(hex)) {
                return Err(file.error_with(list, format!("hex {} holds a unit already", ground.label(*twice))));
            }
            standard.extend(hexes);
        }
        Ok(Scenario { title, order, forward, standard, first_wave: german.first_wave.value })
    }
}

fn standard_hexes(
    file: &DataFile,
    ground: &Ground,
    list: &Spanned<String>,
    zone: &[Hex],
) -> Result<Vec<Hex>, DataError> {
    let mut hexes = Vec::new();
    for word in list.as_ref().split_whitespace() {
        let hex = ground.board().parse(word).map_err(|error| file.error_with(list, error.to_string()))?;
        if !zone.contains(&hex) {
            return Err(file.error_with(list, format!("hex {word} is outside the zone of these units")));
        }
        hexes.push(hex);
    }
    Ok(hexes)
}

/// Emplacements first, because they never move; the forward infantry is the 2nd Battalion, companies E to H.
fn set_up_order(forward_infantry: usize, forward_heavy: usize) -> Vec<Piece> {
    let second_battalion = US_INFANTRY / 3;
    let infantry: Vec<usize> = (0..US_INFANTRY).map(|at| (at + second_battalion) % US_INFANTRY).collect();
    let heavy: Vec<usize> = (US_INFANTRY..US_UNITS).collect();
    let (forward_heavy, rear_heavy) = heavy.split_at(forward_heavy);
    let (forward_infantry, rear_infantry) = infantry.split_at(forward_infantry);
    let order = forward_heavy.iter().chain(forward_infantry).chain(rear_heavy).chain(rear_infantry);
    order.map(|&at| Piece(at as u8)).collect()
}

engine::decisions! {
    (FirstBlood, Action, Mind: game, state, out, dice, events, mind)

    /// Where the next US unit is set up.
    SetUp by US => {
        asks: game.set_up_question(state),
        lists: game.list_set_up(state, out),
        points(hex): {
            out.push(Action::Place(hex));
            out.extend(game.own(state, hex).map(Action::Lift));
        },
        Place(hex) => {
            check: game.check_set_up(state, hex),
            play: game.set_up_unit(state, hex, events),
            words: game.ground_words(hex),
            odds: None,
            worth: 0.0,
        }
        Standard => {
            check: Ok(()),
            play: game.end_set_up(state, dice, events),
            words: game.begin_words(state),
            odds: None,
            worth: 1.0,
        }
        Fill => {
            check: game.check_fill(state),
            play: game.set_up_rest(state, events),
            words: "leave the rest of the set-up to the computer",
            odds: None,
            worth: -1.0,
        }
        Lift(piece) => {
            check: game.check_lift(state, piece),
            play: game.take_up(state, piece, events),
            words: format!("take {} up again", game.pieces.name(piece)),
            odds: None,
            worth: f32::MIN,
        }
    }
}

#[engine::by_the_book]
impl FirstBlood {
    /// The table before set-up.
    pub(crate) fn begin(&self, _scenario: usize, options: Options) -> State {
        State::empty(options)
    }

    /// The US unit to be set up next: the US side sets up completely before any German unit is drawn [3.2a].
    pub(crate) fn next_to_set_up(&self, state: &State) -> Piece {
        self.scenario.order[self.next_place(state)]
    }

    /// Whether all US units are set up. What stands can be looked over and changed before the Germans come.
    fn is_set_up(&self, state: &State) -> bool {
        state.on_map.len() == US_UNITS
    }

    fn set_up_question(&self, state: &State) -> String {
        if self.is_set_up(state) {
            return "All units are set up. Look them over: begin, or take one up again.".into();
        }
        let piece = self.next_to_set_up(state);
        let zone = if self.sets_up_forward(state) { "forward" } else { "rear" };
        format!("Set up {} ({}) in the {zone} zone.", self.pieces.name(piece), self.pieces.title(piece))
    }

    /// What it is called to end the set-up: before all stand, it is seldom wanted.
    fn begin_words(&self, state: &State) -> Words {
        let complete = self.is_set_up(state);
        let text = if complete { "begin" } else { "leave the rest to the computer, and begin at once" };
        Words::new(text).rolls(true).role_if(!complete, Role::Aside)
    }

    /// The place of that unit in the order of set-up.
    fn next_place(&self, state: &State) -> usize {
        let mut order = self.scenario.order.iter();
        order.position(|&piece| !state.on_map.contains(piece)).unwrap_or(US_UNITS - 1)
    }

    /// Whether the next US unit belongs in the forward zone [3.2c] or in the rear zone [3.2d].
    pub(crate) fn sets_up_forward(&self, state: &State) -> bool {
        self.next_place(state) < self.scenario.forward
    }

    fn zone(&self, state: &State) -> &[Hex] {
        if self.sets_up_forward(state) { &self.ground.forward } else { &self.ground.rear }
    }

    /// Any free hex of the unit's zone, one unit a hex [3.2e, 6.6].
    pub(crate) fn list_set_up(&self, state: &State, out: &mut Vec<Action>) {
        let taken: &Hexes = &state.held[US.index()];
        if self.may_take_up(state) {
            out.extend(state.on_map.iter().map(Action::Lift));
        }
        if self.is_set_up(state) {
            out.push(Action::Standard);
            return;
        }
        out.extend([Action::Fill, Action::Standard]);
        out.extend(self.zone(state).iter().filter(|&&hex| !taken.contains(hex)).map(|&hex| Action::Place(hex)));
    }

    pub(crate) fn check_set_up(&self, state: &State, hex: Hex) -> Result<(), Refusal> {
        self.check_fill(state)?;
        let at = self.ground.label(hex);
        if self.ground.bank_set.contains(hex) {
            let reason = format!("{at} is a Marne riverbank hex, and no US unit may ever be there");
            return Err(Refusal::new(clauses!["3.3c", "9.8a"], reason));
        }
        if self.ground.in_varennes(hex) {
            return Err(Refusal::new(clauses!["3.3d"], format!("{at} is in Varennes, where no US unit may begin")));
        }
        if self.ground.on_paris_metz_road(hex) {
            return Err(Refusal::new(clauses!["3.3e"], format!("{at} is on the Paris-Metz Road")));
        }
        if !self.zone(state).contains(&hex) {
            return Err(match self.sets_up_forward(state) {
                true => Refusal::new(clauses!["3.2c", "3.3a", "3.3f"], format!("{at} is not in the US forward zone")),
                false => Refusal::new(clauses!["3.2d", "3.4a"], format!("{at} is not in the US rear zone")),
            });
        }
        if state.holder(hex).is_some() {
            return Err(Refusal::new(clauses!["3.2e", "6.6"], format!("{at} holds a unit already")));
        }
        Ok(())
    }

    /// Sets up the next US unit.
    pub(crate) fn set_up_unit(&self, state: &mut State, hex: Hex, events: &mut impl Sink) {
        let piece = self.next_to_set_up(state);
        state.put(piece, hex);
        events.tell(|| {
            let text = format!("{} sets up in {}.", self.pieces.name(piece), self.ground.label(hex));
            let event = Event::new(EventKind::SetUp, text).side(US).at([hex]);
            event.of([self.pieces.name(piece).to_string()]).by(clauses!["3.2b"])
        });
    }

    /// Sets up all that is left as the computer would.
    pub(crate) fn set_up_rest(&self, state: &mut State, events: &mut impl Sink) {
        while !self.is_set_up(state) {
            self.set_up_unit(state, self.standard_hex(state), events);
        }
    }

    /// The set-up is complete, and the Germans come.
    pub(crate) fn end_set_up(&self, state: &mut State, dice: &mut impl Dice, events: &mut impl Sink) {
        self.set_up_rest(state, events);
        self.first_wave(state, dice, events);
    }

    /// Where the computer sets up the next unit; where that hex is taken, the nearest free one of the zone.
    fn standard_hex(&self, state: &State) -> Hex {
        let wanted = self.scenario.standard[self.next_place(state)];
        let free = self.zone(state).iter().filter(|&&hex| state.holder(hex).is_none());
        free.min_by_key(|&&hex| self.ground.board().distance(hex, wanted)).copied().unwrap_or(wanted)
    }

    /// Whether a unit is still to be set up [3.2a].
    pub(crate) fn check_fill(&self, state: &State) -> Result<(), Refusal> {
        match self.is_set_up(state) {
            false => Ok(()),
            true => Err(Refusal::new(clauses!["3.2a"], "all units are set up")),
        }
    }

    /// Whether the set-up is looked over: all stand, or all but one that was taken up.
    fn may_take_up(&self, state: &State) -> bool {
        state.on_map.len() + 1 >= US_UNITS
    }

    fn check_lift(&self, state: &State, piece: Piece) -> Result<(), Refusal> {
        if !self.may_take_up(state) {
            return Err(Refusal::new(clauses!["3.2a"], "units are taken up again when the others are set up"));
        }
        match state.on_map.contains(piece) {
            true => Ok(()),
            false => Err(Refusal::new(clauses!["3.2a"], format!("{} is not set up", self.pieces.name(piece)))),
        }
    }

    /// Takes a unit up again; it is the next to be set up.
    fn take_up(&self, state: &mut State, piece: Piece, events: &mut impl Sink) {
        let hex = state.hex(piece);
        state.lift(piece);
        events.tell(|| {
            let text = format!("{} is taken up again from {}.", self.pieces.name(piece), self.ground.label(hex));
            let event = Event::new(EventKind::SetUp, text).side(US).at([hex]);
            event.of([self.pieces.name(piece).to_string()]).by(clauses!["3.2b"])
        });
    }

    /// The first German units, drawn blindly and put on the riverbank one a hex from west to east, each where it was
    /// drawn for [3.5, 3.6a, 3.6b, 3.6c, 3.6d]. Both sides see them [3.6e]; the rest stays in the container [3.6f].
    fn first_wave(&self, state: &mut State, dice: &mut impl Dice, events: &mut impl Sink) {
        for &hex in self.ground.bank.iter().take(self.scenario.first_wave) {
            let (piece, die) = Self::draw(state, dice);
            state.put(piece, hex);
            events.tell(|| {
                let text = format!(
                    "{} ({}) is drawn for {}.",
                    self.pieces.name(piece),
                    self.pieces.values(piece),
                    self.ground.label(hex)
                );
                let event = Event::new(EventKind::SetUp, text).side(GERMAN).at([hex]);
                event.of([self.pieces.name(piece).to_string()]).by(clauses!["3.6b"]).rolled([drawing(die)])
            });
        }
        state.step = Step::Idle;
    }

    /// Draws a German unit from the container without looking [3.5].
    pub(crate) fn draw(state: &mut State, dice: &mut impl Dice) -> (Piece, Die) {
        debug_assert!(!state.container.is_empty() && state.container.iter().all(|piece| piece.side() == GERMAN));
        let sides = state.container.len() as u16;
        let value = dice.die(sides);
        let piece =
            state.container.iter().nth(usize::from(value) - 1).expect("a die has no more sides than there are units");
        state.container.remove(piece);
        (piece, Die { sides, value })
    }
}

/// The roll by which a unit is drawn.
pub(crate) fn drawing(die: Die) -> Roll {
    Roll::new("which unit is drawn", die.sides, [die.value])
}
