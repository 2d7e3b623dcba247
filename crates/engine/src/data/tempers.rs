//! `tempers.toml`: what the computer's players have learned to mind, and how much they want to attack.

use super::{DataError, DataFile, Files, Provenance, Provenances};
use crate::{About, Schooling, Side, Temper};
use serde::Deserialize;
use serde_spanned::Spanned;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// The name of the file.
pub(super) const FILE: &str = "tempers.toml";

/// What a weight can be.
const WEIGHTS: RangeInclusive<f32> = 0.0..=100.0;
/// What a will can be: from staying at home to nothing but attack.
const WILLS: RangeInclusive<f32> = 0.0..=1.0;

/// The tempers of a game's sides.
#[derive(Clone, Debug)]
pub struct Tempers {
    /// For each scenario and side what it minds when drilled and when seasoned.
    learned: Vec<[Learned; 2]>,
    /// For each scenario the will of each side; nothing where the game does not ask for it.
    wills: Vec<[Will; 2]>,
}

/// What a side minds when drilled, and when seasoned.
type Learned = [Temper; 2];

/// How much a side wants to attack, from 0 to 1.
#[derive(Copy, Clone, PartialEq, Debug)]
struct Will {
    first: f32,
    later: f32,
    /// The first turn of the later will.
    from: u16,
}

/// The file as it is written.
#[derive(Deserialize)]
struct TempersFile {
    temper: Vec<Spanned<TemperTable>>,
    #[serde(default)]
    will: Vec<Spanned<WillTable>>,
}

#[derive(Deserialize)]
struct TemperTable {
    /// The scenario; without it those that have no table of their own.
    scenario: Option<Spanned<String>>,
    side: Spanned<String>,
    drilled: Spanned<Weights>,
    seasoned: Spanned<Weights>,
    source: Provenance,
}

/// The weight of every concern, by its name.
type Weights = BTreeMap<String, Spanned<f32>>;

#[derive(Deserialize)]
struct WillTable {
    scenario: Spanned<String>,
    side: Spanned<String>,
    will: Spanned<f32>,
    later: Option<LaterTable>,
    source: Provenance,
}

#[derive(Deserialize)]
struct LaterTable {
    from: u16,
    will: Spanned<f32>,
}

impl Tempers {
    /// The tempers of a game with these concerns; a game without concerns needs no file.
    pub fn find(
        files: &Files,
        about: &About,
        concerns: &[&str],
        provenance: &mut Provenances,
    ) -> Result<Tempers, DataError> {
        match concerns {
            [] => Ok(Tempers { learned: vec![[[Temper::PLAIN; 2]; 2]; about.scenarios.len()], wills: Vec::new() }),
            _ => Tempers::read(&files.read(FILE)?, about, concerns, provenance),
        }
    }

    /// Reads and checks the file: each side is drilled and seasoned, and minds every concern more or less.
    pub fn read(
        file: &DataFile,
        about: &About,
        concerns: &[&str],
        provenance: &mut Provenances,
    ) -> Result<Tempers, DataError> {
        let table: TempersFile = file.parse()?;
        let reader = Reader { file, about };
        // What stands in the file for each scenario, and at last for all others.
        let mut learned = vec![[None; 2]; about.scenarios.len() + 1];
        for entry in &table.temper {
            let temper = entry.as_ref();
            let side = reader.side(&temper.side)?;
            let (place, of) = match &temper.scenario {
                None => (about.scenarios.len(), String::new()),
                Some(id) => {
                    let place = reader.scenario(id)?;
                    (place, format!(", {}", about.scenarios[place].title))
                }
            };
            let tempers = [reader.temper(&temper.drilled, concerns)?, reader.temper(&temper.seasoned, concerns)?];
            if learned[place][side.index()].replace(tempers).is_some() {
                return Err(file.error_with(entry, "this side's tempers stand in the file twice"));
            }
            provenance.note(format!("the computer's tempers: {}{of}", about.side_title(side)), &temper.source);
        }
        let Some([Some(first), Some(second)]) = learned.pop() else {
            return Err(file.error_on_line(1, "a side's tempers are missing"));
        };
        let own = |[one, other]: [Option<Learned>; 2]| [one.unwrap_or(first), other.unwrap_or(second)];
        let learned = learned.into_iter().map(own).collect();
        Ok(Tempers { learned, wills: reader.wills(&table.will, provenance)? })
    }

    /// The temper of a side with some schooling, in the scenario with this place in the list.
    ///
    /// # Panics
    /// If there is no such scenario.
    pub fn of(&self, scenario: usize, side: Side, schooling: Schooling) -> Temper {
        let [drilled, seasoned] = self.learned[scenario][side.index()];
        match schooling {
            Schooling::Plain => Temper::PLAIN,
            Schooling::Drilled => drilled,
            Schooling::Seasoned => seasoned,
        }
    }

    /// How much a side wants to attack in a turn of the scenario with this place in the list, from 0 to 1.
    ///
    /// # Panics
    /// If the game's file says nothing of wills.
    pub fn will(&self, scenario: usize, side: Side, turn: u16) -> f32 {
        let will = self.wills[scenario][side.index()];
        if turn < will.from { will.first } else { will.later }
    }
}

/// Reads parts of the file.
struct Reader<'a> {
    file: &'a DataFile,
    about: &'a About,
}

impl Reader<'_> {
    fn side(&self, id: &Spanned<String>) -> Result<Side, DataError> {
        self.about.side(id.as_ref()).ok_or_else(|| {
            let [one, other] = [&self.about.sides[0].id, &self.about.sides[1].id];
            self.file.error_with(id, format!("found \"{}\", expected {one} or {other}", id.as_ref()))
        })
    }

    fn scenario(&self, id: &Spanned<String>) -> Result<usize, DataError> {
        self.about.scenario(id.as_ref()).map_err(|message| self.file.error_with(id, message))
    }

    fn number(&self, value: &Spanned<f32>, limits: RangeInclusive<f32>) -> Result<f32, DataError> {
        let number = *value.as_ref();
        if limits.contains(&number) {
            return Ok(number);
        }
        let expected = format!("expected {} to {}", limits.start(), limits.end());
        Err(self.file.error_with(value, format!("found {number}, {expected}")))
    }

    fn temper(&self, weights: &Spanned<Weights>, concerns: &[&str]) -> Result<Temper, DataError> {
        if let Some((name, value)) = weights.as_ref().iter().find(|(name, _)| !concerns.contains(&name.as_str())) {
            let message = format!("\"{name}\" is no concern, expected one of {}", concerns.join("; "));
            return Err(self.file.error_with(value, message));
        }
        let weight = |&concern: &&str| {
            let missing = || self.file.error_with(weights, format!("the weight of \"{concern}\" is missing"));
            self.number(weights.as_ref().get(concern).ok_or_else(missing)?, WEIGHTS)
        };
        Ok(Temper::new(&concerns.iter().map(weight).collect::<Result<Vec<f32>, _>>()?))
    }

    /// The wills of both sides in every scenario, or none at all.
    fn wills(&self, table: &[Spanned<WillTable>], provenance: &mut Provenances) -> Result<Vec<[Will; 2]>, DataError> {
        if table.is_empty() {
            return Ok(Vec::new());
        }
        let mut wills = vec![[None; 2]; self.about.scenarios.len()];
        for entry in table {
            let will = entry.as_ref();
            let scenario = self.scenario(&will.scenario)?;
            let side = self.side(&will.side)?;
            let first = self.number(&will.will, WILLS)?;
            let (later, from) = match &will.later {
                Some(later) => (self.number(&later.will, WILLS)?, later.from),
                None => (first, u16::MAX),
            };
            if wills[scenario][side.index()].replace(Will { first, later, from }).is_some() {
                return Err(self.file.error_with(entry, "this will stands in the file twice"));
            }
            let title = &self.about.scenarios[scenario].title;
            provenance
                .note(format!("the computer's will to attack: {}, {title}", self.about.side_title(side)), &will.source);
        }
        let whole = wills.into_iter().map(|[first, second]| Some([first?, second?])).collect::<Option<Vec<_>>>();
        whole.ok_or_else(|| self.file.error_on_line(1, "a side's will to attack is missing in a scenario"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ScenarioInfo, SideInfo};

    const CONCERNS: &[&str] = &["danger", "own losses"];

    const TEXT: &str = r##"
[[temper]]
side = "blue"
drilled = { "danger" = 1.5, "own losses" = 0.25 }
seasoned = { "own losses" = 2, "danger" = 3.0 }
source = "reconstruction learned"

[[temper]]
side = "red"
drilled = { "danger" = 1.0, "own losses" = 1.0 }
seasoned = { "danger" = 0.5, "own losses" = 1.0 }
source = "reconstruction learned"

[[will]]
scenario = "dawn"
side = "blue"
will = 1.0
later = { from = 4, will = 0.25 }
source = "history the morning"

[[will]]
scenario = "dawn"
side = "red"
will = 0.5
source = "history the morning"
"##;

    fn about() -> About {
        About {
            id: "fight",
            title: "Fight".into(),
            version: 1,
            sides: [SideInfo::new("blue", "Blue", "#0000ff"), SideInfo::new("red", "Red", "#ff0000")],
            nations: Vec::new(),
            scenarios: vec![ScenarioInfo::new("dawn", "Dawn", 6_u32)],
            options: Vec::new(),
        }
    }

    fn read(text: &str) -> Result<Tempers, DataError> {
        Tempers::read(&DataFile::new(FILE, text), &about(), CONCERNS, &mut Provenances::default())
    }

    #[test]
    fn weights_are_known_by_their_names() {
        let tempers = read(TEXT).unwrap();
        assert_eq!(tempers.of(0, Side::First, Schooling::Plain), Temper::PLAIN);
        assert_eq!(tempers.of(0, Side::First, Schooling::Drilled), Temper::new(&[1.5, 0.25]));
        assert_eq!(tempers.of(0, Side::First, Schooling::Seasoned), Temper::new(&[3.0, 2.0]));
        assert_eq!(tempers.of(0, Side::Second, Schooling::Seasoned), Temper::new(&[0.5, 1.0]));
    }

    #[test]
    fn a_scenario_may_have_tempers_of_its_own() {
        let own = "[[temper]]\nscenario = \"dawn\"\nside = \"blue\"\ndrilled = { \"danger\" = 7, \"own losses\" = 1 }\n\
                   seasoned = { \"danger\" = 8, \"own losses\" = 1 }\nsource = \"reconstruction learned\"\n";
        let tempers = read(&format!("{TEXT}{own}")).unwrap();
        assert_eq!(tempers.of(0, Side::First, Schooling::Drilled), Temper::new(&[7.0, 1.0]));
        assert_eq!(tempers.of(0, Side::Second, Schooling::Seasoned), Temper::new(&[0.5, 1.0]), "the usual one");
        let error = read(
            &format!("{TEXT}{own}").replace("\"dawn\"\nside = \"blue\"\ndrilled", "\"noon\"\nside = \"blue\"\ndrilled"),
        );
        assert_eq!(error.unwrap_err().message, "Fight has no scenario \"noon\" (it has dawn)");
        assert_eq!(
            read(&format!("{TEXT}{own}{own}")).unwrap_err().message,
            "this side's tempers stand in the file twice"
        );
    }

    #[test]
    fn a_will_may_change_with_a_turn() {
        let tempers = read(TEXT).unwrap();
        assert_eq!([3, 4].map(|turn| tempers.will(0, Side::First, turn)), [1.0, 0.25]);
        assert_eq!([1, 6].map(|turn| tempers.will(0, Side::Second, turn)), [0.5, 0.5]);
    }

    #[test]
    fn what_is_missing_twice_unknown_or_too_much_is_refused_with_its_line() {
        let red = TEXT.find("[[temper]]\nside = \"red\"").unwrap()..TEXT.find("[[will]]").unwrap();
        let twice = format!("{TEXT}{}", &TEXT[red.clone()]);
        let cases = [
            (TEXT.replacen("\"danger\" = 1.5, ", "", 1), 4, "the weight of \"danger\" is missing"),
            (TEXT.replacen("danger", "glory", 1), 4, "\"glory\" is no concern, expected one of danger; own losses"),
            (TEXT.replacen("1.5", "-1.5", 1), 4, "found -1.5, expected 0 to 100"),
            (TEXT.replacen("\"red\"", "\"green\"", 1), 9, "found \"green\", expected blue or red"),
            (TEXT.replace(&TEXT[red], ""), 1, "a side's tempers are missing"),
            (twice, 26, "this side's tempers stand in the file twice"),
            (TEXT.replacen("will = 0.25", "will = 1.25", 1), 18, "found 1.25, expected 0 to 1"),
            (TEXT.replacen("\"dawn\"", "\"noon\"", 1), 15, "Fight has no scenario \"noon\" (it has dawn)"),
            (
                TEXT.replacen("side = \"red\"\nwill", "side = \"blue\"\nwill", 1),
                21,
                "this will stands in the file twice",
            ),
            (TEXT[..TEXT.rfind("[[will]]").unwrap()].into(), 1, "a side's will to attack is missing in a scenario"),
        ];
        for (text, line, message) in cases {
            let error = read(&text).unwrap_err();
            assert_eq!((error.line, error.message.as_str()), (line, message));
        }
    }
}
