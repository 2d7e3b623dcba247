//! The words by which games and pages understand each other: closed lists, the same for every game. A page can have a
//! sound, a sign or a sentence for each of them and never has to guess from a text.

use serde::{Serialize, Serializer};
use std::fmt;

/// A closed list of words: an enum that knows all its members, the word of each and what it means.
macro_rules! vocabulary {
    ($(#[$about:meta])* $name:ident { $($(#[doc = $doc:literal])+ $member:ident = $word:literal,)+ }) => {
        $(#[$about])*
        #[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
        pub enum $name {
            $($(#[doc = $doc])+ #[cfg_attr(feature = "described", schemars(rename = $word))] $member,)+
        }

        impl $name {
            /// All of them.
            pub const ALL: &[$name] = &[$($name::$member,)+];

            /// The word that stands for it in JSON.
            pub const fn word(self) -> &'static str {
                match self {
                    $($name::$member => $word,)+
                }
            }

            /// What it means, in a sentence.
            pub const fn meaning(self) -> &'static str {
                match self {
                    $($name::$member => concat!($($doc),+).trim_ascii(),)+
                }
            }

            /// The word as people read it.
            pub fn title(self) -> String {
                self.word().replace('-', " ")
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.word())
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.word())
            }
        }
    };
}

vocabulary! {
    /// What sort of thing happened.
    EventKind {
        /// A turn or a phase begins.
        Phase = "phase",
        /// An army or a formation becomes active.
        Activation = "activation",
        /// Who goes first is settled.
        Initiative = "initiative",
        /// An event of the turn happens.
        Event = "event",
        /// An army gets its orders: an allowance, a mode, a formation it belongs to.
        Command = "command",
        /// Something hidden is opened.
        Reveal = "reveal",
        /// A counter is drawn without looking.
        Draw = "draw",
        /// A counter is set up before the battle.
        SetUp = "set-up",
        /// Reinforcements come, or do not come yet.
        Reinforcement = "reinforcement",
        /// A counter leaves the map and is not lost.
        Exit = "exit",
        /// Counters move.
        Move = "move",
        /// Counters go by rail.
        Rail = "rail",
        /// A headquarters is driven away.
        Displacement = "displacement",
        /// A stack is put in another order.
        Stack = "stack",
        /// Troops turn or change their formation.
        Formation = "formation",
        /// A part of a unit becomes a counter of its own.
        Detachment = "detachment",
        /// Parts become one unit again.
        Rejoining = "rejoining",
        /// An attack is announced.
        Attack = "attack",
        /// An attack is resolved.
        Combat = "combat",
        /// Units fire.
        Fire = "fire",
        /// Guns or airplanes bombard.
        Bombardment = "bombardment",
        /// A bombardment falls elsewhere than it was aimed.
        Drift = "drift",
        /// Airplanes fly, fight or come home.
        Air = "air",
        /// Troops are put to the test.
        Check = "check",
        /// What an attack means for those who were in it.
        Result = "result",
        /// Fire has no effect.
        NoEffect = "no-effect",
        /// Steps, guns or whole units are lost.
        Loss = "loss",
        /// Troops fall into disorder.
        Disorder = "disorder",
        /// Troops retreat, after combat or before it.
        Retreat = "retreat",
        /// Troops advance after combat.
        Advance = "advance",
        /// Cavalry pursues.
        Pursuit = "pursuit",
        /// Troops find order, rest or stragglers again, or try to.
        Recovery = "recovery",
        /// Troops get replacements, or try to.
        Replacement = "replacement",
        /// Troops lose supply or have it again.
        Supply = "supply",
        /// A headquarters or a machine is used up.
        Depletion = "depletion",
        /// A headquarters or a machine is ready again, or stays used up.
        Refit = "refit",
        /// A bridge is built, repaired, blown up or tried.
        Bridge = "bridge",
        /// Works, forts or a garrison fall.
        Works = "works",
        /// A place changes hands.
        Control = "control",
        /// A side scores.
        Points = "points",
        /// The battle is over by the rules.
        End = "end",
        /// A side gives up.
        Concession = "concession",
        /// Both sides agree to a draw.
        AgreedDraw = "agreed-draw",
        /// A side's time has run out.
        Timeout = "timeout",
        /// Other rules or data hold from here on.
        RulesChange = "rules-change",
    }
}

vocabulary! {
    /// What is marked on a counter.
    Mark {
        /// It belongs to what is being put together now.
        Picked = "picked",
        /// It takes part in an attack that is declared.
        Attacking = "attacking",
        /// Its fire is laid on a target.
        Aimed = "aimed",
        /// It may still act.
        Ready = "ready",
        /// It has moved.
        Moved = "moved",
        /// It has fired.
        Fired = "fired",
        /// It has attacked.
        Attacked = "attacked",
        /// It has done its part.
        Done = "done",
        /// It must retreat.
        MustRetreat = "must-retreat",
        /// It has retreated.
        Retreated = "retreated",
        /// It is on a train.
        Entrained = "entrained",
        /// It has lost a step.
        Reduced = "reduced",
        /// It has given its Attack Supply.
        Depleted = "depleted",
        /// It has broken down.
        BrokenDown = "broken-down",
        /// It is disrupted.
        Disrupted = "disrupted",
        /// It is disorganized.
        Disorganized = "disorganized",
        /// It is smashed.
        Smashed = "smashed",
        /// It is locked in a fight that goes on.
        Engaged = "engaged",
        /// Its supply is attenuated.
        AttenuatedSupply = "attenuated-supply",
        /// It is out of supply.
        OutOfSupply = "out-of-supply",
        /// It is in Offensive mode.
        Offensive = "offensive",
        /// It is in Defensive mode.
        Defensive = "defensive",
        /// It is in Transfer mode.
        Transfer = "transfer",
        /// It is in Regroup mode.
        Regroup = "regroup",
        /// It is held in reserve.
        Reserve = "reserve",
        /// It lies across two hexes.
        ExtendedLine = "extended-line",
        /// It is held back by its orders.
        HeldBack = "held-back",
        /// It is away from its formation and goes after it.
        CatchingUp = "catching-up",
        /// It marches at double time.
        DoubleTime = "double-time",
        /// It has guns with it.
        Guns = "guns",
        /// Some of its men have straggled.
        Stragglers = "stragglers",
        /// It is light cavalry.
        Light = "light",
        /// It fires as machineguns.
        Machineguns = "machineguns",
        /// It flies a Combat Air Patrol.
        Cap = "cap",
    }
}

vocabulary! {
    /// What a marker on the board stands for.
    MarkerKind {
        /// A side controls the place.
        Control = "control",
        /// The hex is under an attack that is declared.
        UnderAttack = "under-attack",
        /// The attack on the hex is being resolved.
        Target = "target",
        /// Troops here are locked in a fight that goes on.
        Engaged = "engaged",
        /// The remains of units.
        Carnage = "carnage",
        /// Light guns bombard the hex.
        LightBombardment = "light-bombardment",
        /// Heavy guns bombard the hex.
        HeavyBombardment = "heavy-bombardment",
        /// A bridge.
        Bridge = "bridge",
        /// A bridge that is down.
        DestroyedBridge = "destroyed-bridge",
        /// Works that are destroyed.
        DestroyedWorks = "destroyed-works",
        /// A garrison that is defeated.
        FallenGarrison = "fallen-garrison",
    }
}

vocabulary! {
    /// The name of a value printed on a counter or kept for it.
    ValueName {
        /// How it attacks.
        Attack = "attack",
        /// How it defends.
        Defence = "defence",
        /// How it fights, in attack and defence.
        Combat = "combat",
        /// How strong it is now.
        Strength = "strength",
        /// How it fires.
        Fire = "fire",
        /// How it bombards.
        Bombardment = "bombardment",
        /// How far it reaches.
        Range = "range",
        /// How far it moves.
        Movement = "movement",
        /// Its Troop Efficiency Rating.
        Ter = "ter",
        /// Its morale.
        Morale = "morale",
        /// How tired it is.
        Fatigue = "fatigue",
        /// How many of its steps have straggled.
        Stragglers = "stragglers",
        /// How many batteries are with it.
        Batteries = "batteries",
        /// How much cavalry of its own it has.
        OrganicCavalry = "organic-cavalry",
        /// How well a leader leads.
        Rating = "rating",
        /// What a leader adds in combat.
        Bonus = "bonus",
        /// By how many columns it shifts the odds.
        Shift = "shift",
    }
}

vocabulary! {
    /// What a fact of the view is about.
    FactKind {
        /// The points of a side, or how points are counted.
        Score = "score",
        /// The units of a side on the map and lost.
        Count = "count",
        /// What this turn allows, forbids or asks.
        Turn = "turn",
        /// Who is active, or goes first.
        Order = "order",
        /// The state of an army, a corps or a formation.
        Army = "army",
        /// Who is to come.
        Reinforcement = "reinforcement",
        /// The attack that is being resolved.
        Combat = "combat",
        /// How a unit is supplied.
        Supply = "supply",
        /// How trains may go.
        Rail = "rail",
    }
}

vocabulary! {
    /// What a number of an event counts.
    FigureName {
        /// The strength of the attackers.
        Attack = "attack",
        /// The strength of the defenders.
        Defence = "defence",
        /// The column of the odds, as attackers to one defender.
        Odds = "odds",
        /// By how many columns the odds were shifted.
        Shift = "shift",
        /// Movement points or hexes that may be gone.
        Allowance = "allowance",
        /// Hexes to be retreated.
        Retreat = "retreat",
        /// Units that come, go or are told of.
        Units = "units",
        /// Victory points.
        Points = "points",
        /// The turn that is meant.
        Turn = "turn",
    }
}

vocabulary! {
    /// What people who watch a player would shake their heads at.
    Habit {
        /// Own units are lost or fall into disorder because too many are in a hex.
        Crowding = "crowding",
        /// Own units move, and are out of supply at the end of the turn.
        Straying = "straying",
        /// Own units are lost to the own side's shells.
        OwnFire = "own-fire",
        /// Own units take part in an attack that no roll could make a success.
        VainAttacks = "vain-attacks",
        /// A headquarters or a leader is lost or driven away where no troops were.
        LostAlone = "lost-alone",
        /// A unit near the enemy ends a turn in the open where cover was as near.
        InTheOpen = "in-the-open",
    }
}

impl Habit {
    /// Whether a side loses by it what the enemy has not touched: units that are lost, disrupted or out of supply.
    pub const fn is_self_destruction(self) -> bool {
        matches!(self, Habit::Crowding | Habit::Straying | Habit::OwnFire)
    }
}

vocabulary! {
    /// What an overlay shows of the board.
    OverlayKind {
        /// Zones of control.
        Zones = "zones",
        /// Who is in supply, and by which way.
        Supply = "supply",
        /// How far headquarters and leaders command.
        Command = "command",
        /// What can be seen and fired at from a hex.
        Fire = "fire",
        /// What the enemy could bring to bear on a hex in his next turn.
        Threat = "threat",
        /// Hexes that decide who wins, and whose they are.
        Victory = "victory",
        /// Who holds which hexes.
        Holdings = "holdings",
        /// The ways that counters took in the last turn and in this one.
        Moves = "moves",
    }
}

impl OverlayKind {
    /// The one with this word.
    pub fn named(word: &str) -> Option<OverlayKind> {
        OverlayKind::ALL.iter().copied().find(|kind| kind.word() == word)
    }
}

vocabulary! {
    /// Whether an overlay is about a hex that somebody points at.
    Pointing {
        /// It is about the whole board.
        Never = "never",
        /// It is about the whole board, and says more of a hex.
        May = "may",
        /// It is about a hex.
        Must = "must",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// What is true of every vocabulary.
    fn is_sound<T: Serialize + Copy>(all: &[T], word: fn(T) -> &'static str, meaning: fn(T) -> &'static str) {
        let words: BTreeSet<_> = all.iter().map(|&one| word(one)).collect();
        assert_eq!(words.len(), all.len(), "no word stands for two things");
        for &one in all {
            let word = word(one);
            let kebab =
                word.split('-').all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_lowercase()));
            assert!(kebab, "{word}");
            assert!(meaning(one).ends_with('.'), "{word}: {}", meaning(one));
            assert_eq!(serde_json::to_value(one).unwrap(), word);
        }
    }

    #[test]
    fn every_word_stands_for_one_thing_and_says_what() {
        is_sound(EventKind::ALL, EventKind::word, EventKind::meaning);
        is_sound(Mark::ALL, Mark::word, Mark::meaning);
        is_sound(MarkerKind::ALL, MarkerKind::word, MarkerKind::meaning);
        is_sound(ValueName::ALL, ValueName::word, ValueName::meaning);
        is_sound(FactKind::ALL, FactKind::word, FactKind::meaning);
        is_sound(FigureName::ALL, FigureName::word, FigureName::meaning);
        is_sound(Habit::ALL, Habit::word, Habit::meaning);
        is_sound(OverlayKind::ALL, OverlayKind::word, OverlayKind::meaning);
        is_sound(Pointing::ALL, Pointing::word, Pointing::meaning);
    }

    #[test]
    fn a_word_is_read_without_hyphens() {
        assert_eq!(Mark::OutOfSupply.title(), "out of supply");
        assert_eq!(Mark::OutOfSupply.to_string(), "out-of-supply");
    }
}
