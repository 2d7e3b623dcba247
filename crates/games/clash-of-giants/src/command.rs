//! 10.0 Command: which army moves, and how far.

use crate::ClashOfGiants;
use crate::action::Action;
use crate::charts::COMMAND;
use crate::hints::Mind;
use crate::pieces::{ALLIED, Army, GERMAN, Piece, Units};
use crate::sequence::Phase;
use crate::state::{State, Step, option};
use crate::tables::{Allowance, Line, Track};
use engine::{
    Aim, Chance, Clause, Derivation, Dice, Die, Event, EventKind, FigureName, Forecast, Refusal, Roll, Sink, Wish,
    Words, clauses,
};

/// The armies that the Russian commands.
const RUSSIANS: [Army; 2] = [Army::RussianFirst, Army::RussianSecond];

engine::decisions! {
    (ClashOfGiants, Action, Mind: game, state, out, dice, events, mind)

    /// Which Russian army is listened to.
    Intercept by state.side => {
        asks: "Choose the Russian army whose orders are read.",
        lists: out.extend(RUSSIANS.map(Action::Intercept)),
        points(_): {},
        Intercept(army) => {
            check: ClashOfGiants::check_interception(army),
            play: game.intercept(state, army, dice, events),
            words: Words::new(format!("listen to the {}", army.title())).rolls(true),
            odds: Some(game.intercept_forecast(state, army)),
            worth: f32::from(u8::from(army == Army::RussianSecond)),
        }
    }

    /// Which Russian army is activated.
    Activate by state.side => {
        asks: "Choose the army that moves first.",
        stakes: Some,
        lists: out.extend(RUSSIANS.map(Action::Activate)),
        points(_): {},
        Activate(army) => {
            check: ClashOfGiants::check_activation(army),
            play: game.activate(state, army, dice, events),
            words: Words::new(format!("the {} moves first", army.title())).rolls(true),
            odds: Some(game.command_forecast(state, army, state.turn)),
            worth: f32::from(u8::from(army == Army::RussianFirst)),
        }
    }

    /// A command roll, or what stands in its place.
    Command by state.side => {
        asks: game.command_question(state),
        stakes: Some,
        lists: game.list_commands(state, out),
        points(_): {},
        Roll => {
            check: game.check_moment(state, Action::Roll, state.is_tannenberg()),
            play: game.roll_command(state, dice, events),
            words: Words::new(format!("roll for the {}", state.army.title())).rolls(true),
            odds: Some(game.command_forecast(state, state.army, state.turn)),
            worth: 0.0,
        }
        Draw => {
            check: game.check_moment(state, Action::Draw, state.is_marne()),
            play: game.draw(state, dice, events),
            words: Words::new("draw an army from the cup and roll for it").rolls(true),
            odds: Some(game.draw_forecast(state)),
            worth: 0.0,
        }
        AttackState => {
            check: game.try_attack_state(state),
            play: game.declare_attack_state(state, events),
            words: "von François attacks: six points, and the I Corps must attack",
            odds: None,
            worth: 1.0,
        }
    }
}

#[engine::by_the_book]
impl ClashOfGiants {
    /// Finds the next command of an Operational Phase, or ends it.
    pub(crate) fn go_on_operating(&self, state: &mut State, events: &mut impl Sink) {
        if state.activated == 0 {
            self.look_at_the_rails(state);
        }
        match state.phase {
            Phase::FirstOperational if state.activated == 0 => self.begin_first_phase(state, events),
            Phase::SecondOperational if self.may_second_army_move(state) => {
                self.await_next(state, Self::other_russian_army(state), events);
            }
            Phase::Operational if state.is_tannenberg() => {
                self.await_next(state, Self::next_german_command(state), events);
            }
            Phase::Operational if self.cup(state).next().is_some() => state.step = Step::Command,
            _ => self.end_operations(state, events),
        }
    }

    fn await_next(&self, state: &mut State, army: Option<Army>, events: &mut impl Sink) {
        match army {
            Some(army) => self.await_command(state, army),
            None => self.end_operations(state, events),
        }
    }

    /// The Russian army that was not active first, which has a roll of its own [tannenberg/5.332b].
    fn other_russian_army(state: &State) -> Option<Army> {
        [Army::RussianFirst, Army::RussianSecond].into_iter().find(|&army| !state.is_activated(army))
    }

    /// The Germans have two commands [tannenberg/5.333a]: the I Corps finishes before the Eighth Army rolls
    /// [tannenberg/5.333b, tannenberg/10.6a, tannenberg/10.6b], and the cavalry goes with the latter [tannenberg/11.61b].
    fn next_german_command(state: &State) -> Option<Army> {
        [Army::FirstCorps, Army::Eighth].into_iter().find(|&army| !state.is_activated(army))
    }

    /// Stacking is looked at, once, when the phase is over [std/6.1b, std/6.1c].
    fn end_operations(&self, state: &mut State, events: &mut impl Sink) {
        state.ready = Units::EMPTY;
        match self.crowds(state, Units::EMPTY).iter().next() {
            Some(hex) => state.step = Step::Crowd(hex),
            None => self.end_phase(state, events),
        }
    }

    /// The First Army on turn 1 [tannenberg/5.331b, tannenberg/10.4b]; on turns 2 to 4 as the Russian likes
    /// [tannenberg/5.331c]; then whichever the Germans listened to, as it was rolled for then [tannenberg/5.331e]
    /// [tannenberg/10.5c].
    fn begin_first_phase(&self, state: &mut State, events: &mut impl Sink) {
        if let Some(army) = state.intercepted.take() {
            let march = state.markers[army.index()];
            self.begin_segment(state, army, march, Luck::NONE, events);
        } else if self.may_second_army_move(state) {
            state.step = Step::Activate;
        } else {
            self.await_command(state, Army::RussianFirst);
        }
    }

    /// The Second Army stands still on turn 1 [tannenberg/5.332a, tannenberg/10.42a].
    pub(crate) fn may_second_army_move(&self, state: &State) -> bool {
        state.turn >= self.theatre(state).tables.east.command.second_army_from
    }

    /// An army whose command is to be rolled for; one without units is passed over [std/10.1f].
    fn await_command(&self, state: &mut State, army: Army) {
        state.army = army;
        if self.forces(state, army).is_empty() {
            state.activated |= 1 << army.index();
        } else {
            state.step = Step::Command;
        }
    }

    /// The Army Command markers still in the cup: all of the side's are put in every turn [marne/5.32a, std/10.1f]; the
    /// cavalry of the German First Army has one only if it is a command of its own [marne/3.12c, marne/16.3c].
    pub(crate) fn cup(&self, state: &State) -> impl Iterator<Item = Army> + use<'_> {
        let (side, activated) = (state.side, state.activated);
        let cavalry = state.options.has(option::CAVALRY_COMMAND);
        let marne = Army::ALL.into_iter().filter(|army| army.campaign() == crate::pieces::Campaign::Marne);
        marne.filter(move |&army| {
            army.side() == side && activated >> army.index() & 1 == 0 && (army != Army::FirstCavalry || cavalry)
        })
    }

    /// The units on the map that belong to an army now.
    pub(crate) fn forces(&self, state: &State, army: Army) -> Units {
        let units = state.on_map.and(self.theatre(state).of[army.side().index()]);
        units.iter().filter(|&piece| self.army(state, piece) == army).collect()
    }

    /// The line of an army's Command Track that is in force on a turn: the First Army's after a loss
    /// [tannenberg/10.41a, tannenberg/10.41b], the Second's of turns 2 to 4 [tannenberg/10.42b], and Hindenburg's if the I Corps
    /// has had its Attack State [tannenberg/10.61i, tannenberg/10.62].
    pub(crate) fn line(&self, state: &State, army: Army, turn: u8) -> Line {
        let east = &self.theatre(state).tables.east;
        match army {
            // For good, from the first roll after a defending infantry unit of it has lost a step.
            Army::RussianFirst if state.after_loss => Line::AfterLoss,
            Army::RussianSecond if turn <= east.command.early_until => Line::Early,
            Army::Eighth if turn >= east.command.new_command_from && state.attack_turn > 0 => {
                Line::HindenburgLudendorff
            }
            Army::FrenchSixth | Army::FrenchFifth | Army::FrenchNinth | Army::FrenchFourth | Army::Bef => {
                if state.rallied[army.index()] > 0 { Line::Rallied } else { Line::Demoralized }
            }
            _ => Line::Normal,
        }
    }

    /// The boxes of an army's track as they count on a turn.
    pub(crate) fn track_boxes(&self, state: &State, army: Army, turn: u8) -> Track {
        self.printed_boxes(state, army, turn).map(|march| self.as_it_counts(state, army, march))
    }

    /// The boxes of an army's track as they are printed.
    fn printed_boxes(&self, state: &State, army: Army, turn: u8) -> &Track {
        let track = self.theatre(state).tables.track(army, self.line(state, army, turn));
        track.expect("no track without its lines is read")
    }

    /// A box of a track as it counts now: in the pursuit a 2* is a 3 for both sides [marne/10.31] (ruling M49). The
    /// French inside the Fortified Camp may ignore that [marne/10.43d], so the Sixth Army's star is kept for them.
    pub(crate) fn as_it_counts(&self, state: &State, army: Army, march: Allowance) -> Allowance {
        if march.star && state.is_marne() && self.is_pursuit(state) {
            let points = self.theatre(state).tables.west.command.pursuit_star;
            Allowance { points, star: army == Army::FrenchSixth }
        } else {
            march
        }
    }

    /// The turn whose line an intercepted roll uses: the one on which it is rolled, or by the switch the one it serves
    /// (ruling T34).
    fn intercept_turn(state: &State) -> u8 {
        if state.options.has(option::INTERCEPT_LINE) { state.turn + 1 } else { state.turn }
    }

    /// Whether the Pursuit rules are in force [marne/10.3].
    #[inline]
    pub(crate) fn is_pursuit(&self, state: &State) -> bool {
        state.turn <= self.theatre(state).tables.west.command.pursuit_until
    }

    /// Two points without a roll, on the first turn of the battle [marne/17.4]; no replacements come of it (ruling
    /// M38).
    fn fixed_march(&self, state: &State, army: Army) -> Option<Allowance> {
        let west = &self.theatre(state).tables.west;
        let armies = [Army::FrenchSixth, Army::FrenchFourth, Army::Bef];
        let is_battle = self.scenarios[usize::from(state.scenario)].setup.is_some();
        let fixed = state.options.has(option::SLOW_START) && is_battle && state.turn == west.command.halted_turn;
        (fixed && armies.contains(&army)).then_some(Allowance { points: west.command.halted_allowance, star: false })
    }

    /// One die on the army's Command Track [tannenberg/5.331a, tannenberg/10.1a, marne/5.321a, std/10.1a].
    fn roll_march(&self, state: &State, army: Army, turn: u8, dice: &mut impl Dice) -> (Allowance, u8) {
        let die = dice.d6();
        (self.track_boxes(state, army, turn)[usize::from(die) - 1], die)
    }

    /// The roll on a Command Track as it is told.
    fn march_roll(&self, state: &State, army: Army, turn: u8, die: u8) -> Roll {
        let roll = Roll::d6(format!("the command of the {}", army.title()), die).hoped(army.side(), Wish::High);
        let printed = march_text(self.printed_boxes(state, army, turn)[usize::from(die) - 1]);
        roll.read(self.track_aim(state, army, turn).in_column(die.to_string()), printed)
    }

    /// The line of the Command Tracks on which an army rolls.
    fn track_aim(&self, state: &State, army: Army, turn: u8) -> Aim {
        Aim::new(COMMAND).in_line(Self::track_head(army, self.line(state, army, turn)))
    }

    fn command_question(&self, state: &State) -> String {
        if state.is_marne() {
            "Draw an army from the cup.".into()
        } else {
            format!("Roll for the command of the {}.", state.army.title())
        }
    }

    pub(crate) fn list_commands(&self, state: &State, out: &mut Vec<Action>) {
        if state.is_marne() {
            return out.push(Action::Draw);
        }
        out.push(Action::Roll);
        if self.check_attack_state(state, |_, _| ()).is_ok() {
            out.push(Action::AttackState);
        }
    }

    /// Rolls for the army whose command it is [tannenberg/5.333c, tannenberg/10.4a] (ruling T7).
    pub(crate) fn roll_command(&self, state: &mut State, dice: &mut impl Dice, events: &mut impl Sink) {
        let army = state.army;
        let (march, die) = self.roll_march(state, army, state.turn, dice);
        self.begin_segment(state, army, march, Luck { die: Some(die), ..Luck::NONE }, events);
    }

    /// Draws a marker from the cup, and rolls for its army [marne/5.32a, marne/10.2a, marne/5.321c].
    pub(crate) fn draw(&self, state: &mut State, dice: &mut impl Dice, events: &mut impl Sink) {
        let sides = self.cup(state).count() as u16;
        let value = dice.die(sides);
        let Some(army) = self.cup(state).nth(usize::from(value) - 1) else { return };
        let fixed = self.fixed_march(state, army).map(|march| (march, None));
        let (march, die) = fixed.unwrap_or_else(|| {
            let (march, die) = self.roll_march(state, army, state.turn, dice);
            (march, Some(die))
        });
        self.begin_segment(state, army, march, Luck { drawn: Some(Die { sides, value }), die }, events);
    }

    /// The marker goes on the track [tannenberg/5.331d], and the units of the army may move: those that stand in its area
    /// now and are not Done [std/10.1e, marne/10.44g].
    pub(crate) fn begin_segment(
        &self,
        state: &mut State,
        army: Army,
        march: Allowance,
        luck: Luck,
        events: &mut impl Sink,
    ) {
        state.army = army;
        state.march = march;
        state.markers[army.index()] = march;
        state.activated |= 1 << army.index();
        state.ready = self.forces(state, army).without(state.rebuilt).without(state.crossed);
        state.step = if state.ready.is_empty() { Step::Idle } else { Step::Moves };
        if state.is_marne() {
            self.note_the_barred(state);
        }
        events.tell(|| {
            let drawn = luck.drawn.map(|die| Roll::new("which army is drawn", die.sides, [die.value]));
            let rolled = luck.die.map(|die| self.march_roll(state, army, state.turn, die));
            let how = [drawn.as_ref().map(|_| "is drawn".into()), luck.die.map(|die| format!("rolls {die}"))];
            let how: String = how.into_iter().flatten().map(|what: String| what + " and ").collect();
            let text = format!("The {} {how}has a Movement Allowance of {}.", army.title(), march_text(march));
            let event = Event::new(EventKind::Command, text).side(army.side()).by(clauses!["std/10.1a"]);
            let event = event.rolled(drawn).rolled(rolled).figure(FigureName::Allowance, march.points);
            event.outcome(self.command_outcome(state, army, march))
        });
    }

    /// The label of what a command roll gave.
    fn command_outcome(&self, state: &State, army: Army, march: Allowance) -> String {
        if state.is_marne() { format!("{} {}", army.title(), march_text(march)) } else { march_text(march) }
    }

    /// What an army may get in a turn, and how likely each of it is.
    fn ways(&self, state: &State, army: Army, turn: u8) -> Vec<(String, f64)> {
        let boxes = self.track_boxes(state, army, turn).map(|march| (march, 1.0 / 6.0));
        let marches = self.fixed_march(state, army).map_or(boxes.to_vec(), |march| vec![(march, 1.0)]);
        marches.into_iter().map(|(march, p)| (self.command_outcome(state, army, march), p)).collect()
    }

    fn track_derivation(&self, state: &State, army: Army, turn: u8) -> Derivation {
        let line = self.line(state, army, turn);
        let boxes: Vec<String> = self.track_boxes(state, army, turn).into_iter().map(march_text).collect();
        let clauses = match line {
            Line::AfterLoss => clauses!["tannenberg/10.41b"],
            Line::Early => clauses!["tannenberg/10.42b"],
            Line::HindenburgLudendorff => clauses!["tannenberg/10.62"],
            Line::Demoralized | Line::Rallied if self.is_pursuit(state) => clauses!["marne/10.31", "marne/10.34"],
            Line::Demoralized | Line::Rallied => clauses!["marne/10.52a"],
            Line::Normal => clauses!["std/10.1a"],
        };
        Derivation::new(format!("{}, {} line", army.title(), line.title()), boxes.join(" "), clauses)
    }

    /// What a command roll may give.
    pub(crate) fn command_forecast(&self, state: &State, army: Army, turn: u8) -> Forecast {
        let chances = Chance::tally(self.ways(state, army, turn));
        let aim = self.track_aim(state, army, turn);
        Forecast::new(self.track_derivation(state, army, turn), chances).aimed([aim])
    }

    /// What drawing a marker may give.
    pub(crate) fn draw_forecast(&self, state: &State) -> Forecast {
        let armies: Vec<Army> = self.cup(state).collect();
        let sum = Derivation::new("Markers in the cup", armies.len(), clauses!["marne/5.32a"]);
        let tracks = armies.iter().map(|&army| self.track_derivation(state, army, state.turn));
        let sum = tracks.fold(sum, Derivation::with);
        let drawn = 1.0 / armies.len() as f64;
        let ways = armies.iter().flat_map(|&army| self.ways(state, army, state.turn));
        Forecast::new(sum, Chance::tally(ways.map(|(outcome, p)| (outcome, drawn * p))))
    }

    fn check_interception(army: Army) -> Result<(), Refusal> {
        Self::check_russian(army).map_err(|reason| Refusal::new(clauses!["tannenberg/5.37b"], reason))
    }

    fn check_activation(army: Army) -> Result<(), Refusal> {
        let clauses = || clauses!["tannenberg/5.331c", "tannenberg/10.4b"];
        Self::check_russian(army).map_err(|reason| Refusal::new(clauses(), reason))
    }

    /// Whether an army is Russian; else the sentence that it is not.
    fn check_russian(army: Army) -> Result<(), String> {
        match army {
            Army::RussianFirst | Army::RussianSecond => Ok(()),
            _ => Err(format!("the {} is not a Russian army", army.title())),
        }
    }

    /// The Russian chooses the army of the First Operational Phase, and rolls for it [tannenberg/5.331c].
    pub(crate) fn activate(&self, state: &mut State, army: Army, dice: &mut impl Dice, events: &mut impl Sink) {
        state.army = army;
        self.roll_command(state, dice, events);
    }

    /// The Germans choose a Russian army; its roll is open to them a turn ahead [tannenberg/5.37b, tannenberg/5.37c]
    /// [tannenberg/10.5b], and it moves first then [tannenberg/5.37d]. A loss that comes later does not change it
    /// (ruling T11).
    pub(crate) fn intercept(&self, state: &mut State, army: Army, dice: &mut impl Dice, events: &mut impl Sink) {
        let turn = Self::intercept_turn(state);
        let (march, die) = self.roll_march(state, army, turn, dice);
        state.markers[army.index()] = march;
        state.intercepted = Some(army);
        events.tell(|| {
            let text = format!("Intercepted: the {} will have {} next turn.", army.title(), march_text(march));
            let event = Event::new(EventKind::Command, text).by(clauses!["tannenberg/10.5b", "tannenberg/5.37c"]);
            let event = event.side(GERMAN).rolled([self.march_roll(state, army, turn, die)]);
            let event = event.figure(FigureName::Allowance, march.points);
            event.outcome(self.command_outcome(state, army, march))
        });
        self.end_phase(state, events);
    }

    /// What listening to an army may tell.
    pub(crate) fn intercept_forecast(&self, state: &State, army: Army) -> Forecast {
        self.command_forecast(state, army, Self::intercept_turn(state))
    }

    /// Whether the German I Corps may be put in its Attack State now.
    pub(crate) fn try_attack_state(&self, state: &State) -> Result<(), Refusal> {
        self.check_attack_state(state, |clauses, reason| Refusal::new(clauses.to_vec(), reason()))
    }

    /// The same, with what is made of a refusal's clauses and words: who lists has no use for them.
    fn check_attack_state<E>(&self, state: &State, refusal: fn(&[Clause], &dyn Fn() -> String) -> E) -> Result<(), E> {
        let theatre = self.theatre(state);
        let east = &theatre.tables.east;
        let refuse = |clauses: &[Clause], reason: &str| Err(refusal(clauses, &|| reason.to_string()));
        if state.army != Army::FirstCorps {
            return refuse(&[Clause("tannenberg/10.61b")], "only the German I Corps has an Attack State");
        }
        if state.turn > east.command.attack_until {
            return refuse(&[Clause("tannenberg/10.61a")], "the Attack State is for turns 1 to 4");
        }
        if state.attack_turn > 0 {
            return refuse(&[Clause("tannenberg/10.61a")], "the I Corps has had its Attack State");
        }
        let corps = self.forces(state, Army::FirstCorps);
        let able = |piece: Piece| {
            state.edge.contains(piece)
                && state.is_supplied(piece)
                && self.is_near_prey(state, piece, east.command.attack_reach)
        };
        if !corps.iter().any(able) {
            let reason = "no I Corps division in full supply from the map edge is within six points of a Russian unit";
            return refuse(&[Clause("tannenberg/10.61c")], reason);
        }
        let mut divisions = corps.iter();
        if let (Some(first), Some(second)) = (divisions.next(), divisions.next()) {
            let apart = theatre.ground.board().distance(state.hex(first), state.hex(second));
            if apart > u16::from(east.command.attack_apart) {
                let most = east.command.attack_apart;
                let reason = || format!("the two divisions are {apart} hexes apart, more than {most}");
                return Err(refusal(&[Clause("tannenberg/10.61d")], &reason));
            }
        }
        Ok(())
    }

    /// In place of its command roll the I Corps attacks [tannenberg/10.61b, tannenberg/10.61e]: six points, and at
    /// least one of its units must attack [tannenberg/10.61f, tannenberg/10.61g].
    pub(crate) fn declare_attack_state(&self, state: &mut State, events: &mut impl Sink) {
        state.attack_turn = state.turn;
        state.francois = false;
        let points = self.theatre(state).tables.east.command.attack_allowance;
        events.tell(|| {
            let text = "Von François attacks: the German I Corps is in its Attack State.";
            Event::new(EventKind::Command, text).side(GERMAN).by(clauses!["tannenberg/10.61b", "tannenberg/10.61e"])
        });
        self.begin_segment(state, Army::FirstCorps, Allowance { points, star: false }, Luck::NONE, events);
    }

    /// Whether the I Corps is in its Attack State this turn.
    pub(crate) fn is_attack_state(state: &State) -> bool {
        state.attack_turn == state.turn
    }

    /// At the end of the German Combat Phase the attack must have been made, whatever the reason
    /// [tannenberg/10.61g, tannenberg/10.61h] (ruling T10).
    pub(crate) fn judge_attack_state(&self, state: &mut State) {
        if Self::is_attack_state(state) && !state.francois {
            self.forfeit(state);
        }
    }

    /// The printed army, or that of the switch for the Russian II Corps.
    #[inline]
    pub(crate) fn eastern_army(&self, state: &State, piece: Piece, printed: Army) -> Army {
        let moved = printed == Army::RussianSecond
            && state.options.has(option::SECOND_CORPS)
            && self.theatre(state).second_corps.contains(piece);
        if moved { Army::RussianFirst } else { printed }
    }

    /// The cavalry of the German First Army while it is a command of its own [marne/16.3c, marne/16.3d] (ruling M41).
    #[inline]
    pub(crate) fn is_army_cavalry(&self, state: &State, piece: Piece) -> bool {
        state.options.has(option::CAVALRY_COMMAND) && self.theatre(state).army_cavalry.contains(piece)
    }

    /// Whether an army of the Allies is demoralized: all are until they rally [marne/10.51a], and on turns 1 to 4 in
    /// any case [marne/10.34].
    #[inline]
    pub(crate) fn is_demoralized(&self, state: &State, army: Army) -> bool {
        state.is_marne() && army.side() == ALLIED && state.rallied[army.index()] == 0
    }

    /// Why a segment may not end yet: some unit must do something first.
    pub(crate) fn check_segment_end(&self, state: &State) -> Result<(), Refusal> {
        if let Some((piece, clause, why)) = self.undone(state) {
            return Err(Refusal::new(vec![clause], format!("{} {why}", self.name(state, piece))));
        }
        let Some(hex) = self.crowd_to_thin(state) else { return Ok(()) };
        let reason = format!("there are too many units in {}, and they can still be thinned", self.label(state, hex));
        Err(Refusal::new(clauses!["std/6.1e"], reason))
    }

    /// A unit that must do something before the segment of its army can end.
    fn undone(&self, state: &State) -> Option<(Piece, Clause, &'static str)> {
        state.ready.iter().find_map(|piece| self.duty(state, piece).map(|(clause, why)| (piece, clause, why)))
    }

    /// Whether the segment of the active army can end.
    pub(crate) fn may_end_segment(&self, state: &State) -> bool {
        self.undone(state).is_none() && self.crowd_to_thin(state).is_none()
    }

    /// Ends the segment of the active army: what it has not done it cannot do any more [marne/10.2b].
    pub(crate) fn end_segment(&self, state: &mut State) {
        state.ready = Units::EMPTY;
        state.step = Step::Idle;
    }
}

/// A box of a Command Track as it is printed.
pub(crate) fn march_text(march: Allowance) -> String {
    format!("{}{}", march.points, if march.star { "*" } else { "" })
}

/// The dice behind an army's command: its marker drawn from the cup, and the roll on its track.
#[derive(Copy, Clone)]
pub(crate) struct Luck {
    drawn: Option<Die>,
    die: Option<u8>,
}

impl Luck {
    /// Nothing was left to luck.
    pub(crate) const NONE: Luck = Luck { drawn: None, die: None };
}
