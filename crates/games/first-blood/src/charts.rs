//! The charts as they are printed, made from what the rules read.

use crate::FirstBlood;
use crate::events::RandomEvent;
use crate::pieces::{GERMAN, Gun, US};
use crate::sequence::Phase;
use engine::chart::{ChartOdds, Span, spans, totals};
use engine::{Chart, ChartCell, Side, clauses, half_points};

/// What fire and bombardment do.
pub(crate) const FIRE: &str = "Fire Results";
/// How far bombardments drift.
pub(crate) const DRIFT: &str = "Drift";
/// What happens in phase I.
pub(crate) const EVENTS: &str = "Random Events";

#[engine::by_the_book]
impl FirstBlood {
    /// All charts.
    pub(crate) fn printed_charts(&self) -> Vec<Chart> {
        vec![
            self.fire_chart(),
            self.terrain_chart(),
            self.bombardment_chart(),
            self.drift_chart(),
            self.events_chart(),
            self.entry_chart(),
            self.limits_chart(),
            sequence_chart(),
            self.victory_chart(),
        ]
    }

    /// The head of the column for these odds.
    pub(crate) fn odds_head(&self, odds: u16) -> String {
        match odds {
            0 => "below 1:1".into(),
            _ if odds >= self.tables.automatic.into() => format!("{}:1 or more", self.tables.automatic),
            _ => format!("{odds}:1"),
        }
    }

    fn fire_chart(&self) -> Chart {
        let automatic = u16::from(self.tables.automatic);
        let lost = move |odds: u16, die: u16| odds >= automatic || die <= odds;
        let line = |die: u16| (die.to_string(), (0..=automatic).map(move |odds| fate(lost(odds, die))));
        let die = totals(1, 6);
        let chances = |odds| ChartOdds::new(self.odds_head(odds), &die, |die| fate(lost(odds, die as u16)).code);
        Chart::new(
            FIRE,
            "Whether a unit is eliminated by fire or bombardment: one die for each unit in the hex.",
            clauses!["10.10b", "10.10c", "10.10d", "11.4a"],
        )
        .rolled("1d6")
        .across("odds")
        .heads("one die", (0..=automatic).map(|odds| self.odds_head(odds)))
        .lines((1..=6).map(line))
        .odds((0..=automatic).map(chances))
        .note(
            "Add the fire factors, divide by the defense strength of the ground, and round down.",
            clauses!["10.1b", "10.3a"],
        )
        .note(
            format!("A unit that fires at an adjacent hex counts {} times.", self.tables.close_assault),
            clauses!["10.11a"],
        )
    }

    fn terrain_chart(&self) -> Chart {
        let kinds = self.ground.map.terrains.iter().zip(&self.tables.terrain);
        let kinds: Vec<_> = kinds.filter_map(|(kind, effects)| Some((&kind.title, (*effects)?))).collect();
        let ours =
            kinds.iter().filter(|(title, _)| self.papers.provenance.is_ours(&format!("{title}: defense strength")));
        let ours: Vec<String> = ours.map(|(title, _)| title.to_lowercase()).collect();
        let blocks = |blocks: bool| match blocks {
            true => ChartCell::new("blocks", "no line of fire runs through it"),
            false => ChartCell::plain("open"),
        };
        let lines = kinds.iter().map(|(title, effects)| {
            let cells = [
                ChartCell::plain(half_points(effects.halves)),
                blocks(effects.blocks),
                ChartCell::plain(effects.defense),
            ];
            ((*title).clone(), cells)
        });
        let along =
            format!("{} movement points from road hex to road hex along the road", half_points(self.tables.road));
        let chart = Chart::new(
            "Terrain Effects",
            "What ground costs to enter, whether it blocks fire, and by what fire into it is divided.",
            clauses!["9.5a", "9.5b", "10.1b", "10.8a"],
        )
        .heads("terrain", ["movement", "line of fire", "defense strength"])
        .lines(lines)
        .line(
            "Road",
            [
                ChartCell::new(half_points(self.tables.road), along),
                ChartCell::new("as the hex", "as the other ground of the hex"),
                ChartCell::new("as the hex", "as the other ground of the hex"),
            ],
        )
        .note("US units never enter a riverbank hex.", clauses!["9.8a"])
        .note("Ground never blocks fire out of it or into it.", clauses!["10.7c"]);
        match ours.is_empty() {
            true => chart,
            false => chart.reconstructed(format!("the defense strengths of {}.", ours.join(", "))),
        }
    }

    fn bombardment_chart(&self) -> Chart {
        let line = |gun: Gun| {
            let [count, strength] = [self.pieces.guns, self.pieces.gun_strength].map(|row| row[gun as usize]);
            (gun.id(), [ChartCell::plain(count), ChartCell::plain(strength)])
        };
        let chart = Chart::new(
            "Bombardment Markers",
            "The artillery that each side has in each of its bombardment phases.",
            clauses!["11.1a", "11.4a", "11.5"],
        )
        .heads("marker", ["how many", "strength"])
        .lines(Gun::ALL.map(line))
        .note("A marker is put on a hex that a unit of yours can see within its range.", clauses!["11.2a"]);
        match self.papers.provenance.is_ours("light bombardment") || self.papers.provenance.is_ours("heavy bombardment")
        {
            true => chart.reconstructed("the strengths."),
            false => chart,
        }
    }

    /// The head of the line for a side's drift.
    pub(crate) fn drift_head(&self, side: Side, problems: bool) -> String {
        let title = engine::Rules::about(self).side_title(side);
        if problems { format!("{title}, artillery problems") } else { title.to_string() }
    }

    fn drift_chart(&self) -> Chart {
        let line = |(side, problems): (Side, bool)| {
            let modifiers = if problems { self.tables.drift_problems } else { self.tables.drift };
            let modifier = modifiers[side.index()];
            (self.drift_head(side, problems), (1..=6).map(move |die| ChartCell::plain(Self::drift(modifier, die))))
        };
        let lines = [(US, false), (US, true), (GERMAN, false), (GERMAN, true)];
        let die = totals(1, 6);
        let chances = |(side, problems): (Side, bool)| {
            let modifiers = if problems { self.tables.drift_problems } else { self.tables.drift };
            let drift = |die: i16| Self::drift(modifiers[side.index()], die as u8);
            ChartOdds::new(self.drift_head(side, problems), &die, drift).mean("hexes", &die, |die| drift(die).into())
        };
        Chart::new(DRIFT, "How many hexes a bombardment marker drifts.", clauses!["11.3a", "11.3b"])
            .rolled("1d6")
            .across("one die")
            .heads("side", (1..=6).map(|die: u8| die.to_string()))
            .lines(lines.map(line))
            .odds(lines.map(chances))
            .note("German markers drift south, US markers north.", clauses!["11.3c"])
            .note("Nothing drifts on turn 1, or for the side with superb spotting.", clauses!["5.2c", "7.10a"])
    }

    /// The lines of the Random Events Table.
    pub(crate) fn event_lines(&self) -> Vec<Span<RandomEvent>> {
        spans(2..=12, |total| self.tables.events[total as usize - 2])
    }

    fn events_chart(&self) -> Chart {
        let cell = |event: RandomEvent| [ChartCell::new(event.title(), self.event_words(event))];
        let event = |total: i16| self.tables.events[total as usize - 2].title();
        Chart::new(EVENTS, "What happens at the beginning of each turn after the first.", clauses!["7.1a", "7.1b"])
            .rolled("2d6")
            .heads("two dice", ["event"])
            .lines(self.event_lines().iter().map(|span| (span.head(), cell(span.reads))))
            .odds([ChartOdds::new("event", &totals(2, 6), event)])
            .note(
                "Each breakthrough happens once, and the US rally once it was accepted.",
                clauses!["7.5e", "7.7e", "7.6e"],
            )
    }

    /// What an event does, in words.
    fn event_words(&self, event: RandomEvent) -> String {
        let tables = &self.tables;
        let drift = |side: Side| {
            let [problems, normal] = [tables.drift_problems, tables.drift].map(|row| row[side.index()]);
            format!("this turn {problems} is taken off the drift die instead of {normal}")
        };
        let entry = |dice: u8, edge: &str| {
            format!("{} come in at the {edge} edge, once a game", dice_words(dice, "German units"))
        };
        match event {
            RandomEvent::UsArtilleryProblems => drift(US),
            RandomEvent::GermanArtilleryProblems => drift(GERMAN),
            RandomEvent::PoisonGas => {
                format!("this turn infantry moves 1 less and no line of fire is longer than {} hexes", tables.gas_limit)
            }
            RandomEvent::BreakthroughWest => entry(tables.breakthrough_dice[0], "west"),
            RandomEvent::BreakthroughEast => entry(tables.breakthrough_dice[1], "east"),
            RandomEvent::UsRally => {
                "if the US side accepts it, US infantry moves 1 more and every US unit fires with 1 more this turn"
                    .into()
            }
            RandomEvent::GermanMachineguns => {
                format!("in each German fire phase of the turn one unit has a range of {}", tables.machinegun_range)
            }
            RandomEvent::GermanRally => "this turn German units move 1 more and fire with 1 more".into(),
            RandomEvent::ArtillerySpotting => {
                "one die: odd and German bombardments do not drift this turn, even and those of the US side do not"
                    .into()
            }
        }
    }

    fn entry_chart(&self) -> Chart {
        let [west, east] = self.tables.breakthrough_dice;
        let dice = |count: u8| ChartCell::plain(format!("{count}d6"));
        Chart::new(
            "German Reinforcements",
            "How many German units are drawn, and where they come in.",
            clauses!["8.3a", "7.5a", "7.7a"],
        )
        .heads("when", ["dice", "where"])
        .line("every turn after the first", [dice(self.tables.reinforcement_dice), ChartCell::plain("riverbank")])
        .line("breakthrough in the west", [dice(west), ChartCell::plain("west edge")])
        .line("breakthrough in the east", [dice(east), ChartCell::plain("east edge")])
        .note("When fewer are left than the dice say, all of them come.", clauses!["8.4"])
    }

    fn limits_chart(&self) -> Chart {
        let tables = &self.tables;
        let hexes = |count: u8| ChartCell::plain(format!("{count} hexes"));
        Chart::new("Limits", "What holds for stacks and for lines of fire.", clauses!["6.1a", "5.2b", "7.4b", "7.8a"])
            .heads("what", ["limit"])
            .line("infantry of one side in a hex", [ChartCell::plain(format!("{} fire factors", tables.stacking))])
            .line("line of fire on turn 1", [hexes(tables.first_turn_limit)])
            .line("line of fire under poison gas", [hexes(tables.gas_limit)])
            .line("range with heavy machineguns", [hexes(tables.machinegun_range)])
            .note("An emplacement stands alone in its hex.", clauses!["6.1c", "6.1d"])
    }

    fn victory_chart(&self) -> Chart {
        let side = |side: Side| [ChartCell::plain(engine::Rules::about(self).side_title(side))];
        Chart::new("Victory", "Who wins, and when; there are no draws.", clauses!["4.3a", "4.3b", "4.4a", "4.6"])
            .heads("as soon as", ["winner"])
            .line("a German unit leaves the map to the south by an exit hex", side(GERMAN))
            .line("no US unit is left", side(GERMAN))
            .line("no German unit is left and none is to come", side(US))
            .note(
                format!("With the play-balance option the US side wins when turn {} ends.", self.tables.last_turn),
                clauses!["13.2", "13.3"],
            )
    }
}

/// What a die does to a unit.
pub(crate) fn fate(lost: bool) -> ChartCell {
    if lost { ChartCell::new("E", "the unit is eliminated") } else { ChartCell::new("-", "no effect") }
}

fn dice_words(dice: u8, what: &str) -> String {
    if dice == 1 { format!("as many {what} as one die shows") } else { format!("as many {what} as {dice} dice show") }
}

#[engine::by_the_book]
fn sequence_chart() -> Chart {
    let phases = Phase::ALL.iter().skip(1);
    Chart::new("Sequence of Play", "The phases of a turn; the first begins with phase III.", clauses!["5.1a", "5.2a"])
        .heads("phase", ["what"])
        .lines(phases.map(|phase| (phase.id(), [ChartCell::plain(phase.title())])))
}
