//! How much a person has to press: kept games, played again by a hand at the page, as the page was and as it is.
//!
//! `cargo test -p catalogue presses:: -- --nocapture` prints the table that is in `docs/playing.md`.

use catalogue::{AnyMatch, find};
use engine::view::Place;
use engine::{Choice, Decision, Record, Role, Side, Viewer};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

/// A question as it was asked in a kept game, and its answer.
struct Asked {
    side: Side,
    turn: u32,
    phase: String,
    choices: Vec<Choice>,
    chosen: usize,
    /// The hexes of the counters on the board.
    places: BTreeMap<String, String>,
    /// Whether the answer's odds can be seen before it is pressed.
    is_told: bool,
}

impl Asked {
    fn of(table: &dyn AnyMatch, answer: &str) -> Option<Asked> {
        let Decision::Choose(side) = table.decision() else { return None };
        let choices = table.choices();
        let chosen = choices.iter().position(|choice| choice.action == answer)?;
        let view = table.view(Viewer::Side(side));
        let is_asked_for = choices[chosen].rolls || matches!(choices[chosen].role, Some(Role::Aim | Role::Join));
        let is_told = is_asked_for && table.forecast(answer).is_ok_and(|odds| odds.is_some());
        let places = view.pieces.into_iter().filter_map(|piece| match (piece.id, piece.place) {
            (Some(id), Place::Hexes(hexes)) => Some((id, hexes.into_iter().next()?)),
            _ => None,
        });
        let places = places.collect();
        Some(Asked { side, turn: view.turn, phase: view.phase.id, choices, chosen, places, is_told })
    }

    fn answer(&self) -> &Choice {
        &self.choices[self.chosen]
    }

    /// What is said in answer: the phase, and the verb.
    fn kind(&self) -> String {
        format!("{}/{}", self.phase, verb(self.answer()))
    }

    /// Says by its hex what a counter faces that was put down just now, and nothing else would be meant by that hex.
    fn turns(&self) -> bool {
        let Choice { hex, rolls, role, .. } = self.answer();
        let there = self.choices.iter().filter(|one| one.hex == *hex && one.role != Some(Role::Aside));
        self.asks_facing() && hex.is_some() && !rolls && *role != Some(Role::Aside) && there.count() == 1
    }

    /// Whether the answer is what is meant by its hex, by a press there and without dice.
    fn is_of_hex(&self) -> bool {
        let Choice { piece, hex, rolls, leaves, role, .. } = self.answer();
        let there = self.choices.iter().filter(|one| one.hex == *hex && one.role != Some(Role::Aside));
        let quiet = !rolls && leaves.is_none() && *role != Some(Role::Aside);
        piece.is_none() && hex.is_some() && quiet && there.count() == 1
    }

    /// The counters in a hex.
    fn standing_in(&self, hex: &str) -> BTreeSet<&str> {
        self.places.iter().filter(|(_, place)| *place == hex).map(|(piece, _)| piece.as_str()).collect()
    }

    /// Whether the counter that is taken up lies on the map, from where it can be dragged.
    fn is_placed(&self) -> bool {
        self.answer().piece.as_ref().is_some_and(|piece| self.places.contains_key(piece))
    }

    /// Whether the answer is a button beside the map, over which a counter can be let go: the panel has nine.
    fn is_button(&self) -> bool {
        let placeless: Vec<&Choice> = self.choices.iter().filter(|one| one.hex.is_none()).collect();
        let many = placeless.len() > 4 && wanted_some(&self.choices);
        let shown = placeless.iter().filter(|one| one.piece.is_none() && !(many && one.role == Some(Role::Aside)));
        shown.take(9).any(|one| one.action == self.answer().action)
    }

    /// Whether the answer makes the only attack that can be made, and leaves nothing undone.
    fn makes_it(&self) -> bool {
        let makes = self.choices.iter().filter(|one| one.role == Some(Role::Fight));
        self.answer().role == Some(Role::Fight) && self.answer().leaves.is_none() && makes.count() == 1
    }

    /// Whether it is asked what something faces.
    fn asks_facing(&self) -> bool {
        self.choices.iter().any(|one| one.role == Some(Role::Turn))
    }

    /// Takes up a counter, and no more.
    fn takes_up(&self) -> bool {
        self.answer().piece.is_some() && self.answer().hex.is_none()
    }

    /// All that may go together with the counter that is taken up, and it itself.
    fn stack(&self) -> BTreeSet<&str> {
        let Some(hex) = self.answer().piece.as_ref().and_then(|piece| self.places.get(piece)) else {
            return BTreeSet::new();
        };
        let leads = |one: &Choice| one.role == Some(Role::Lead);
        let at_once = self.choices.iter().any(|one| leads(one) && one.piece.is_none() && one.hex.as_ref() == Some(hex));
        let plain = self.choices.iter().filter(|one| one.hex.is_none() && (at_once || leads(one)));
        plain.filter_map(|one| one.piece.as_deref()).filter(|piece| self.places.get(*piece) == Some(hex)).collect()
    }

    /// The hex to which what was taken up goes, where nothing else can be meant by it.
    fn goal(&self) -> Option<&str> {
        let Choice { piece: None, hex: Some(hex), rolls: false, .. } = self.answer() else { return None };
        let there = self.choices.iter().filter(|one| one.hex.as_ref() == Some(hex) && one.role != Some(Role::Aside));
        (there.count() == 1).then_some(hex)
    }

    /// Whether everybody who can might join at once: all are named together, or there is but one.
    fn offers_all(&self) -> bool {
        let mut joins = self.choices.iter().filter(|one| one.role == Some(Role::Join) && one.hex.is_none());
        joins.clone().count() == 1 || joins.any(|one| one.piece.is_none())
    }

    /// Whether the standing order that all join an attack is obeyed here: nobody has joined it yet.
    fn obeys(&self) -> bool {
        self.offers_all() && self.choices.iter().all(|one| one.role != Some(Role::Fight))
    }

    /// Whether the answer lets all join who can, be there support beside them or not.
    fn says_all(&self) -> bool {
        let Choice { role, piece, hex, .. } = self.answer();
        *role == Some(Role::Join) && piece.is_none() && hex.is_none()
    }

    /// Whether what is asked of several counters, and of nothing on the map, is asked in rows of buttons beside it.
    fn is_in_rows(&self) -> bool {
        let mut rows: BTreeMap<&str, usize> = BTreeMap::new();
        for one in &self.choices {
            if one.hex.is_some() || (one.piece.is_some() && one.role.is_some()) {
                return false;
            }
            if let Some(piece) = &one.piece {
                *rows.entry(piece).or_default() += 1;
            }
        }
        rows.len() > 1 && rows.values().all(|options| *options > 1)
    }

    /// Whether somebody could still join.
    fn offers_more(&self) -> bool {
        self.choices.iter().any(|one| one.role == Some(Role::Join) && one.piece.is_some())
    }

    /// What can be done with all of a stack together, where the answer is one of that kind: for each of its counters there is one
    /// option, the same for all.
    fn alike(&self) -> BTreeSet<&str> {
        let same = |one: &Choice| verb(one) == verb(self.answer()) && one.hex == self.answer().hex;
        let place = self.answer().piece.as_ref().and_then(|piece| self.places.get(piece));
        let wanted: Vec<&Choice> = self.choices.iter().filter(|one| one.role != Some(Role::Aside)).collect();
        // What must be said of one of them is not asked again of the others.
        if !wanted.iter().any(|one| one.piece.is_none() && one.hex.is_none()) {
            return BTreeSet::new();
        }
        let only = |one: &&&Choice| wanted.iter().filter(|other| other.piece == one.piece).count() == 1;
        let there = |one: &&str| place.is_some() && self.places.get(*one) == place;
        let fits = |one: &&&Choice| same(one) && !one.rolls && matches!(one.role, None | Some(Role::Join)) && only(one);
        wanted.iter().filter(fits).filter_map(|one| one.piece.as_deref()).filter(there).collect()
    }
}

/// The first word of what is said.
fn verb(choice: &Choice) -> &str {
    choice.action.split(' ').next().unwrap_or_default()
}

/// The page, as somebody finds it.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Page {
    /// Every question is asked, every die is confirmed, and a counter with several deeds opens a menu.
    Before,
    /// By clicks alone.
    Clicks,
    /// Counters are dragged where they go.
    Drags,
}

/// What a hand has done.
#[derive(Default)]
struct Tally {
    questions: usize,
    presses: usize,
    turns: BTreeMap<u32, usize>,
    /// By what is said in answer: how often, and by how many presses.
    kinds: BTreeMap<String, (usize, usize)>,
}

impl Tally {
    fn add(&mut self, asked: &Asked, presses: usize) {
        self.questions += usize::from(presses > 0);
        self.presses += presses;
        *self.turns.entry(asked.turn).or_default() += presses;
        let kind = self.kinds.entry(asked.kind()).or_default();
        *kind = (kind.0 + 1, kind.1 + presses);
    }

    /// The kinds of answers, the dearest first.
    fn dearest_kinds(&self) -> String {
        let mut kinds: Vec<_> = self.kinds.iter().filter(|(_, (_, presses))| *presses > 0).collect();
        kinds.sort_by_key(|(_, (_, presses))| std::cmp::Reverse(*presses));
        kinds
            .iter()
            .map(|(kind, (times, presses))| format!("{kind} {presses} ({times})"))
            .collect::<Vec<_>>()
            .join(", ")
    }

    /// What the dearest turn has cost.
    fn dearest(&self) -> usize {
        self.turns.values().copied().max().unwrap_or(0)
    }
}

/// Whether two hexes lie side by side, by the columns and rows of their numbers.
fn is_beside(one: &str, other: &str) -> bool {
    let digits = |hex: &str| hex.chars().filter(char::is_ascii_digit).collect::<String>();
    let parts =
        |hex: &str| Some((digits(hex).get(..2)?.parse::<i32>().ok()?, digits(hex).get(2..4)?.parse::<i32>().ok()?));
    match (parts(one), parts(other)) {
        (Some((column, row)), Some((next, below))) => (column - next).abs() <= 1 && (row - below).abs() <= 1,
        _ => false,
    }
}

/// What is not seldom wanted, unless there is nothing else.
fn wanted<'a>(choices: impl Iterator<Item = &'a Choice>) -> usize {
    let (asides, main): (Vec<&Choice>, Vec<&Choice>) = choices.partition(|one| one.role == Some(Role::Aside));
    if main.is_empty() { asides.len() } else { main.len() }
}

/// Whether there is anything that is not seldom wanted.
fn wanted_some(choices: &[Choice]) -> bool {
    choices.iter().any(|one| one.role != Some(Role::Aside))
}

impl Page {
    /// The answer that the page gives by itself. `fresh`: the player has done nothing in this phase yet.
    fn answers(self, asked: &Asked, fresh: bool, orders: Orders) -> Option<usize> {
        if self == Page::Before {
            return None;
        }
        let choices = &asked.choices;
        let quiet = |at: &usize| !choices[*at].rolls;
        let has = |role| choices.iter().position(move |one| one.role == Some(role));
        let only = (choices.len() == 1 && choices[0].leaves.is_none()).then_some(0);
        if orders.goes_on && only.is_some() && choices[0].role != Some(Role::Fight) {
            return only;
        }
        let usual = has(Role::Usual).filter(|_| choices.len() > 1);
        let least = has(Role::Least).filter(|_| orders.least);
        [has(Role::Plain), usual, least, only.filter(|_| fresh)].into_iter().flatten().find(quiet)
    }

    /// How often is pressed for an answer, if the question is asked.
    fn presses(self, asked: &Asked) -> usize {
        let Choice { piece, hex, rolls, role, .. } = asked.answer();
        let same = || asked.choices.iter().filter(|one| one.piece == *piece);
        let count = |choices: &mut dyn Iterator<Item = &Choice>| match self {
            Page::Before => choices.count(),
            _ => wanted(choices),
        };
        // Several options in one place open a menu beside it.
        let menu = match (piece, hex) {
            // Facings were buttons once.
            (None, Some(_)) if self == Page::Before && asked.asks_facing() => false,
            (Some(_), None) if self != Page::Before && asked.is_in_rows() => false,
            (Some(_), None) => count(&mut same()) > 1,
            (_, Some(_)) => count(&mut same().filter(|one| one.hex == *hex)) > 1,
            (None, None) => false,
        };
        let places = match self {
            // A counter is dragged onto the hex.
            Page::Drags => 1,
            _ => usize::from(piece.is_some()) + usize::from(hex.is_some()),
        };
        let confirmed = match self {
            Page::Before => *rolls,
            // Where the odds are in sight, or there is nothing else to be done, a press on the dice is meant. A finger that rests
            // nowhere sees those on the card alone. Who holds the button down is not asked about what it leaves undone.
            Page::Clicks => *rolls && *role != Some(Role::Fight) && asked.choices.len() > 1,
            Page::Drags => *rolls && !asked.is_told && asked.choices.len() > 1,
        };
        places.max(1) + usize::from(menu || self.lies_aside(asked)) + usize::from(confirmed)
    }

    /// Whether the answer is on the counter's card, or in a fold of the panel, which is opened first and stays open for the phase.
    fn lies_aside(self, asked: &Asked) -> bool {
        self != Page::Before && asked.answer().role == Some(Role::Aside) && wanted_some(&asked.choices)
    }
}

/// What a player may order.
#[derive(Copy, Clone, Default)]
struct Orders {
    all_join: bool,
    goes_on: bool,
    least: bool,
}

impl Orders {
    fn all() -> impl Iterator<Item = Orders> {
        let bit = |number: u8, place: u8| number >> place & 1 == 1;
        (0..8).map(move |number| Orders { all_join: bit(number, 0), goes_on: bit(number, 1), least: bit(number, 2) })
    }

    /// How often one presses to give them: the first and the last stand beside the question, the other in the settings.
    fn presses(self) -> usize {
        usize::from(self.all_join) + 3 * usize::from(self.goes_on) + usize::from(self.least)
    }
}

/// A hand that plays one side of a game.
struct Hand<'a> {
    page: Page,
    game: &'a [Asked],
    side: Side,
    /// The orders that the player has given: that all who can join an attack do, to go on where there is but one answer, and to take
    /// losses where they cost least.
    orders: Orders,
    tally: Tally,
    /// Turn and phase of the last press.
    at: Option<(u32, &'a str)>,
    /// Those in which what lies aside was unfolded: it stays so until they end.
    unfolded: Option<(u32, &'a str)>,
    /// Whether the last answer made an attack whose dice had yet to fall.
    fights: bool,
}

impl<'a> Hand<'a> {
    /// The game with the fewest presses: whoever plays on the page as it is may give a standing order.
    fn plays(page: Page, game: &'a [Asked], side: Side) -> Tally {
        let orders = Orders::all().take(if page == Page::Before { 1 } else { 8 });
        let tallies = orders.map(|orders| Hand::plays_so(page, game, side, orders));
        tallies.min_by_key(|tally| tally.presses).expect("there is a way to play")
    }

    fn plays_so(page: Page, game: &'a [Asked], side: Side, orders: Orders) -> Tally {
        let tally = Tally { presses: orders.presses(), ..Tally::default() };
        let mut hand = Hand { page, game, side, orders, tally, at: None, unfolded: None, fights: false };
        let mut next = 0;
        while next < game.len() {
            next += if game[next].side == side { hand.answer(next) } else { 1 };
        }
        hand.tally
    }

    /// The own question there, if it is one.
    fn own(&self, at: usize) -> Option<&'a Asked> {
        self.game.get(at).filter(|asked| asked.side == self.side)
    }

    /// Answers a question, and those that are answered with it; how many.
    fn answer(&mut self, at: usize) -> usize {
        let asked = &self.game[at];
        // A computer says of each unit that it stays. A person leaves it alone.
        if asked.takes_up() {
            let with = 1 + self.joins(at + 1);
            if self.own(at + with).is_some_and(|next| next.answer().action == "stay") {
                return with + 1;
            }
        }
        let now = (asked.turn, asked.phase.as_str());
        // Who has said that an attack is made has said that it is rolled.
        let goes_through = self.fights && asked.choices.len() == 1 && asked.answer().role == Some(Role::Fight);
        self.fights = self.declares(at);
        if goes_through && self.page != Page::Before {
            self.tally.add(asked, 0);
            return 1;
        }
        let own = self.page.answers(asked, self.at != Some(now), self.orders);
        if own == Some(asked.chosen) {
            self.tally.add(asked, 0);
            return 1;
        }
        self.at = Some(now);
        // What the page has answered otherwise is taken back first.
        let back = usize::from(own.is_some());
        let (presses, with) = self.gesture(at);
        self.fights = self.declares(at + with - 1);
        let lies_aside = self.page.lies_aside(asked);
        let open = lies_aside && self.unfolded == Some(now);
        if lies_aside {
            self.unfolded = Some(now);
        }
        self.tally.add(asked, back + presses - usize::from(open));
        with
    }

    /// Whether an attack was made there whose dice have yet to fall.
    fn declares(&self, at: usize) -> bool {
        let Choice { role, rolls, .. } = self.game[at].answer();
        *role == Some(Role::Fight) && !rolls
    }

    /// What is said at once from here on: its presses, and how many questions it answers.
    fn gesture(&self, at: usize) -> (usize, usize) {
        let asked = &self.game[at];
        let presses = self.page.presses(asked);
        let at_once = || self.storm(at).or_else(|| self.salvo(at)).or_else(|| self.way(at));
        if let Some(with) = (self.page == Page::Drags).then(at_once).flatten() {
            return (1, with);
        }
        if let Some(with) = (self.page == Page::Drags).then(|| self.seal(at)).flatten() {
            return (1, with);
        }
        if asked.answer().role == Some(Role::Join) {
            let run = self.joins(at);
            return match self.everybody_joins(at, run) {
                true => (1, run),
                false => self.parade(at).filter(|_| self.page != Page::Before).map_or((presses, 1), |with| (1, with)),
            };
        }
        let run = self.joins(at + 1);
        // A whole stack is carried as one counter is, or taken up by one press and put down by another.
        if self.page != Page::Before && asked.answer().role == Some(Role::Lead) && self.everybody_joins(at + 1, run) {
            let way = self.by_itself(at + 1 + run);
            let goes = self.own(at + 1 + run + way).filter(|next| next.goal().is_some());
            return match (self.page, goes) {
                (Page::Drags, Some(goes)) => (self.page.presses(goes), 2 + run + way),
                _ => (1, 1 + run),
            };
        }
        if let Some(with) = self.parade(at).filter(|_| self.page != Page::Before) {
            return (1, with);
        }
        if let Some(with) = self.convoy(at).filter(|_| self.page != Page::Before) {
            return (if self.page == Page::Drags { 1 } else { 2 }, with);
        }
        let obeyed = self.orders.all_join
            && asked.answer().role == Some(Role::Aim)
            && self.own(at + 1).is_some_and(Asked::obeys);
        if obeyed && self.everybody_joins(at + 1, run) {
            return (presses, 1 + run);
        }
        if obeyed && self.own(at + 1).is_some_and(Asked::says_all) {
            return (presses, 2);
        }
        if let Some(with) = self.assault(at).filter(|_| self.page == Page::Drags) {
            return (1, with);
        }
        if obeyed {
            // Who wants some of them takes the order back here, and names them.
            return (presses + 1, 1);
        }
        if self.page == Page::Drags && asked.takes_up() && presses == 1 {
            let way = self.by_itself(at + 1);
            let goes =
                self.own(at + 1 + way).filter(|next| next.answer().hex.is_some() && next.answer().piece.is_none());
            // Or over a button of the panel.
            if let Some(button) = self.own(at + 1 + way).filter(|next| asked.is_placed() && next.is_button()) {
                return (self.page.presses(button), 2 + way);
            }
            if let Some(goes) = goes {
                // Let go near the edge of its hex, it faces that way.
                let turned = self.own(at + 2 + way).is_some_and(Asked::turns);
                return (self.page.presses(goes), 2 + way + usize::from(turned));
            }
        }
        (presses, 1)
    }

    /// Where what is pointed at is attacked at once, by a key, with all who can, and its odds are in sight: how many questions that
    /// answers.
    fn storm(&self, at: usize) -> Option<usize> {
        let aim = &self.game[at];
        if aim.answer().role != Some(Role::Aim) || !aim.is_told || !aim.is_of_hex() {
            return None;
        }
        let run = self.joins(at + 1);
        let all = |next: &Asked| next.obeys() && (self.everybody_joins(at + 1, run) || run == 1 && next.says_all());
        let joined = run == 0 || all(self.own(at + 1)?);
        (joined && self.own(at + 1 + run)?.makes_it()).then_some(2 + run)
    }

    /// Where the last who joins an attack is pressed with Shift: he joins, and the attack is made by the odds that were told of it
    /// with him. How many questions that answers.
    fn seal(&self, at: usize) -> Option<usize> {
        let join = &self.game[at];
        let Choice { role, piece, hex, rolls, .. } = join.answer();
        let is_one = *role == Some(Role::Join) && (piece.is_some() || hex.is_none()) && !rolls;
        (is_one && join.is_told && self.own(at + 1)?.makes_it()).then_some(2)
    }

    /// Where the same is said of a hex as often as it is offered, by a press with Shift: how many questions that answers.
    fn salvo(&self, at: usize) -> Option<usize> {
        let first = &self.game[at];
        let same = |one: &Choice| one.action == first.answer().action;
        let again = |next: &&Asked| next.side == self.side && next.phase == first.phase && same(next.answer());
        let run = self.game[at..].iter().take_while(again).count();
        let left = self.own(at + run).filter(|next| next.phase == first.phase);
        let goes_on = left.is_some_and(|next| next.choices.iter().any(|one| same(one) && !one.rolls));
        (run > 1 && !goes_on && self.game[at..at + run].iter().all(Asked::is_of_hex)).then_some(run)
    }

    /// Where the same counter goes from hex to hex by a way that is drawn: how many questions that answers.
    fn way(&self, at: usize) -> Option<usize> {
        let goes = |at: usize| {
            self.own(at).filter(|next| next.is_of_hex() && next.choices.iter().all(|one| one.piece.is_none()))
        };
        let mut walkers: Option<BTreeSet<&str>> = None;
        let mut last = at;
        while let (Some(here), Some(next)) = (goes(last), goes(last + 1)) {
            let [hex, further] = [here, next].map(|asked| asked.answer().hex.as_deref());
            // Who has come to the one hex is who leaves it for the other.
            let there: BTreeSet<&str> = next.standing_in(hex?);
            let left = match &walkers {
                None => there,
                Some(walkers) => walkers.intersection(&there).copied().collect(),
            };
            let after = self.game.get(last + 2)?.standing_in(further?);
            let gone: BTreeSet<&str> = left.intersection(&after).copied().collect();
            if gone.is_empty() || next.phase != here.phase || !is_beside(hex?, further?) {
                break;
            }
            walkers = Some(gone);
            last += 1;
        }
        (last > at).then_some(last + 1 - at)
    }

    /// How many questions from here on the page answers by itself: they do not keep a counter from where it is dragged.
    fn by_itself(&self, at: usize) -> usize {
        let answers = |asked: &&Asked| self.page.answers(asked, false, self.orders) == Some(asked.chosen);
        self.game[at.min(self.game.len())..]
            .iter()
            .take_while(|next| next.side == self.side)
            .take_while(answers)
            .count()
    }

    /// Where all of a stack goes to one hex, counter by counter: how many questions that answers. On the page they follow the first.
    fn convoy(&self, at: usize) -> Option<usize> {
        let mut left = self.game[at].stack();
        if left.len() < 2 {
            return None;
        }
        let (mut next, mut goal) = (at, None);
        while !left.is_empty() {
            let taken = self.own(next).filter(|asked| asked.takes_up())?;
            if !left.remove(taken.answer().piece.as_deref()?) {
                return None;
            }
            next += 1 + self.by_itself(next + 1);
            let hex = self.own(next)?.goal()?;
            if *goal.get_or_insert(hex) != hex {
                return None;
            }
            next += 1 + self.by_itself(next + 1);
        }
        Some(next - at)
    }

    /// Where all of a stack do the same, counter by counter: how many questions that answers. One press on the spread stack says it
    /// of the first, and the page of the others as they are asked.
    fn parade(&self, at: usize) -> Option<usize> {
        let asked = &self.game[at];
        let mut left = asked.alike();
        let with = left.len();
        for next in at..at + with {
            let answer = self.own(next)?.answer();
            let same = verb(answer) == verb(asked.answer()) && answer.hex == asked.answer().hex;
            if !same || !left.remove(answer.piece.as_deref()?) {
                return None;
            }
        }
        (with > 1).then_some(with)
    }

    /// Where a counter, or with Shift the whole of its stack, is dragged onto what it attacks: how many questions that answers.
    fn assault(&self, at: usize) -> Option<usize> {
        let asked = &self.game[at];
        let aims = asked.answer().role == Some(Role::Aim) && asked.answer().piece.is_none();
        let next = self.own(at + 1).filter(|_| aims && asked.answer().hex.is_some() && !asked.answer().rolls)?;
        let place = |asked: &Asked| asked.answer().piece.as_ref().and_then(|piece| asked.places.get(piece)).cloned();
        let joiners = || next.choices.iter().filter(|one| one.role == Some(Role::Join) && one.hex.is_none());
        let stacks: BTreeSet<_> = joiners().filter_map(|one| next.places.get(one.piece.as_ref()?)).collect();
        if next.answer().role == Some(Role::Join)
            && joiners().any(|one| one.action == next.answer().action && one.piece.is_none())
        {
            // All who can are of one stack, which is dragged.
            return (stacks.len() == 1).then_some(2);
        }
        let from = place(next)?;
        let joins = |asked: &&Asked| {
            asked.side == self.side && asked.answer().role == Some(Role::Join) && place(asked).as_ref() == Some(&from)
        };
        let run = self.game[at + 1..].iter().take_while(joins).count();
        // With Shift all of the stack that can join does.
        let left = |role: &Choice| {
            role.role == Some(Role::Join) && role.piece.as_ref().and_then(|piece| next.places.get(piece)) == Some(&from)
        };
        let all = next.choices.iter().filter(|one| left(one)).count();
        (run == 1 || run == all).then_some(1 + run)
    }

    /// How many answers from here on let somebody join.
    fn joins(&self, at: usize) -> usize {
        let joins = |asked: &&Asked| asked.side == self.side && asked.answer().role == Some(Role::Join);
        self.game[at.min(self.game.len())..].iter().take_while(joins).count()
    }

    /// Whether after so many joined nobody is left who could, and all could have been told so at once.
    fn everybody_joins(&self, at: usize, run: usize) -> bool {
        run > 0 && self.game[at].offers_all() && self.own(at + run).is_some_and(|after| !after.offers_more())
    }
}

/// A kept game, question by question.
fn kept(game: &str, name: &str) -> Vec<Asked> {
    let path = format!("{}/../games/{game}/tests/records/{name}.record", env!("CARGO_MANIFEST_DIR"));
    let record = Record::parse(&std::fs::read_to_string(path).unwrap()).unwrap();
    let loaded = find(game).unwrap().load(None).unwrap();
    let mut asked = Vec::new();
    let mut look = |table: &dyn AnyMatch, actions: usize| {
        asked.extend(record.lines.get(actions).and_then(|line| Asked::of(table, &line.action)));
        ControlFlow::Continue(())
    };
    loaded.replay_each(&record, &mut look).unwrap();
    asked
}

/// The kept games that are counted, and how much of the presses of each side (the first of the game, and the second) is left, in
/// hundredths: at most.
const KEPT: [(&str, &str, [usize; 2]); 7] = [
    ("first-blood", "balanced-greedy", [35, 43]),
    ("rock-of-the-marne", "rock-of-the-marne-greedy", [43, 46]),
    ("miracle-on-the-marne", "september-5-greedy", [45, 39]),
    ("clash-of-giants", "tannenberg", [43, 45]),
    ("clash-of-giants", "marne", [36, 40]),
    ("march-into-battle", "teugn-hausen-greedy", [41, 45]),
    ("march-into-battle", "friedland-greedy", [47, 43]),
];

/// The first place is what was before, the second what is now by clicks, the third what is now with drags.
fn line(name: &str, count: impl Fn(&Tally) -> usize, tallies: &[Tally; 3]) -> String {
    let [before, clicks, drags] = tallies.each_ref().map(count);
    format!("  {name:<15}{before:>6}{clicks:>8}{drags:>8}   {:>3} %", 100 * drags / before.max(1))
}

#[test]
fn a_person_presses_much_less_than_once() {
    for (game, name, most) in KEPT {
        let asked = kept(game, name);
        for Asked { turn, phase, choices, .. } in &asked {
            let sure = choices.iter().filter(|choice| matches!(choice.role, Some(Role::Usual | Role::Plain)));
            assert!(sure.count() <= 1, "{name}, turn {turn}, {phase}: one answer is the usual one at most");
        }
        for side in Side::BOTH {
            let tallies = [Page::Before, Page::Clicks, Page::Drags].map(|page| Hand::plays(page, &asked, side));
            println!("{name}, {side:?} side{:>7}{:>8}{:>8}", "before", "clicks", "drags");
            println!("{}", line("questions", |tally| tally.questions, &tallies));
            println!("{}", line("presses", |tally| tally.presses, &tallies));
            println!("{}", line("dearest turn", Tally::dearest, &tallies));
            println!("  before: {}", tallies[0].dearest_kinds());
            println!("  now: {}", tallies[2].dearest_kinds());
            let [before, clicks, drags] = tallies;
            assert!(clicks.questions <= before.questions && clicks.presses < before.presses, "{name}, {side:?}");
            assert!(100 * drags.presses <= most[side.index()] * before.presses, "{name}, {side:?}");
        }
    }
}

/// The guided battle of March into Battle, up to the first attack.
fn before_teugn() -> Box<dyn AnyMatch> {
    let game = find("march-into-battle").unwrap().load(None).unwrap();
    let lesson = &game.lessons()[0];
    let mut table = game.begin_at(&lesson.position, lesson.seed).unwrap();
    for step in &lesson.steps {
        let Some(until) = &step.until else { continue };
        let asked =
            |table: &dyn AnyMatch| until.split(" | ").find(|one| table.notations().iter().any(|option| option == one));
        while asked(&*table).is_none() {
            table.play(lesson.side, "done").unwrap();
        }
        if until.starts_with("attack") {
            break;
        }
        let action = asked(&*table).expect("it was waited for");
        table.play(lesson.side, action).unwrap();
    }
    table
}

#[test]
fn further_attackers_join_and_say_what_they_add() {
    let mut table = before_teugn();
    let Decision::Choose(french) = table.decision() else { panic!("the battle is over") };
    let role = |table: &dyn AnyMatch, action: &str| {
        table.choices().into_iter().find(|choice| choice.action == action).and_then(|choice| choice.role)
    };
    assert_eq!(role(&*table, "attack friant 1009"), Some(Role::Aim));
    assert_eq!((role(&*table, "done"), table.forecast("done").unwrap()), (None, None));
    table.play(french, "attack st-hilaire 1009").unwrap();
    // The attack can be made as it stands; the other division would make it a better one.
    assert_eq!(role(&*table, "attack friant 1009"), Some(Role::Join));
    assert_eq!(role(&*table, "done"), Some(Role::Fight));
    let fight = |action: &str| table.forecast(action).unwrap().unwrap().fight.unwrap();
    let (alone, together) = (fight("done"), fight("attack friant 1009"));
    assert_eq!(alone.targets, together.targets);
    assert!(together.strength > alone.strength && together.from.len() == 2);
}

#[test]
fn whoever_can_attack_is_asked_how_he_arrives() {
    let mut table = before_teugn();
    // Back to where Friant has come beside the enemy: no facing is taken for granted there.
    table.undo().unwrap();
    let choices = table.choices();
    assert!(choices.iter().any(|choice| choice.action == "ready NW"));
    let by_itself = |role| matches!(role, Some(Role::Usual | Role::Plain));
    assert!(!choices.iter().any(|choice| by_itself(choice.role)), "{choices:?}");
    // The hex ahead says it; who can be ready to attack that way is.
    let role = |action: &str| choices.iter().find(|choice| choice.action == action).and_then(|choice| choice.role);
    assert_eq!(
        (role("ready NW"), role("face NW"), role("face S")),
        (Some(Role::Turn), Some(Role::Aside), Some(Role::Aside))
    );
    let ready = choices.iter().find(|choice| choice.action == "ready NW").unwrap();
    assert_eq!(ready.hex.as_deref(), Some("1008"));
}
