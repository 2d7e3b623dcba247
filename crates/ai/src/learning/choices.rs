//! What the options of decisions came to in the mind, in flat arrays.

use std::collections::HashMap;

/// A sign's number, and how much more of it there is than in the option that looked best.
pub type Difference = (u32, i32);

/// Options that were played on beside the one that looked best, decision by decision.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Choices {
    /// The names of all signs, by number.
    signs: Vec<String>,
    numbers: HashMap<String, u32>,
    differences: Vec<Difference>,
    /// Where the differences of each option end.
    ends: Vec<u32>,
    /// How much more each option came to, and its standard error.
    gains: Vec<[f32; 2]>,
    /// Where the options of each decision end.
    decisions: Vec<u32>,
    /// Where the decisions of each game end.
    games: Vec<u32>,
}

impl Choices {
    /// The number of a sign.
    pub(super) fn number(&mut self, sign: &str) -> u32 {
        if let Some(&number) = self.numbers.get(sign) {
            return number;
        }
        let number = self.signs.len() as u32;
        self.signs.push(sign.to_string());
        self.numbers.insert(sign.to_string(), number);
        number
    }

    /// Adds an option to the decision that is being looked at.
    pub(super) fn push(&mut self, differences: &[Difference], gain: [f32; 2]) {
        self.differences.extend(differences);
        self.ends.push(self.differences.len() as u32);
        self.gains.push(gain);
    }

    /// The decision has no more options.
    pub(super) fn end_decision(&mut self) {
        self.decisions.push(self.ends.len() as u32);
    }

    /// The game has no more decisions.
    pub(super) fn end_game(&mut self) {
        self.games.push(self.decisions.len() as u32);
    }

    /// Adds other games.
    pub fn append(&mut self, other: &Choices) {
        let numbers: Vec<u32> = other.signs.iter().map(|sign| self.number(sign)).collect();
        let starts = [self.differences.len(), self.ends.len(), self.decisions.len()].map(|start| start as u32);
        let renamed = other.differences.iter().map(|&(number, amount)| (numbers[number as usize], amount));
        self.differences.extend(renamed);
        self.ends.extend(other.ends.iter().map(|end| starts[0] + end));
        self.gains.extend(&other.gains);
        self.decisions.extend(other.decisions.iter().map(|end| starts[1] + end));
        self.games.extend(other.games.iter().map(|end| starts[2] + end));
    }

    /// The names of all signs, by number.
    pub fn signs(&self) -> &[String] {
        &self.signs
    }

    /// How many options were played on.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether none was.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// How many decisions were looked at.
    pub fn decisions(&self) -> usize {
        self.decisions.len()
    }

    /// How many games were played.
    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// The decisions of each game.
    pub(super) fn by_game(&self) -> impl Iterator<Item = std::ops::Range<usize>> {
        ranges(&self.games)
    }

    /// The options of each decision.
    pub(super) fn by_decision(&self) -> impl Iterator<Item = std::ops::Range<usize>> {
        ranges(&self.decisions)
    }

    /// The differences of an option.
    pub(super) fn differences(&self, option: usize) -> &[Difference] {
        let start = if option == 0 { 0 } else { self.ends[option - 1] };
        &self.differences[start as usize..self.ends[option] as usize]
    }

    /// How much more an option came to than the one that looked best, and the standard error of that.
    pub(super) fn gain(&self, option: usize) -> [f32; 2] {
        self.gains[option]
    }
}

fn ranges(ends: &[u32]) -> impl Iterator<Item = std::ops::Range<usize>> {
    let starts = std::iter::once(0).chain(ends.iter().copied());
    starts.zip(ends).map(|(start, &end)| start as usize..end as usize)
}

/// What a file of choices begins with.
const HEAD: &[u8] = b"grognard choices 1\n";

impl Choices {
    /// The choices as a file: the head, the names of the signs, a line each, an empty line, how many games, decisions, options and
    /// differences there are, and the arrays one after the other, all numbers of four bytes, the lowest first.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = HEAD.to_vec();
        self.signs.iter().for_each(|sign| bytes.extend(format!("{sign}\n").bytes()));
        bytes.push(b'\n');
        let counts = [self.games.len(), self.decisions.len(), self.ends.len(), self.differences.len()];
        let counts = counts.map(|count| count as u32);
        let numbers = counts.iter().chain(&self.games).chain(&self.decisions).chain(&self.ends);
        bytes.extend(numbers.flat_map(|number| number.to_le_bytes()));
        bytes.extend(self.gains.iter().flatten().flat_map(|number| number.to_le_bytes()));
        for (number, amount) in &self.differences {
            bytes.extend(number.to_le_bytes());
            bytes.extend(amount.to_le_bytes());
        }
        bytes
    }

    /// The choices of a file; `None` if it is none, or not whole.
    pub fn from_bytes(bytes: &[u8]) -> Option<Choices> {
        let mut rest = bytes.strip_prefix(HEAD)?;
        let mut choices = Choices::default();
        loop {
            let end = rest.iter().position(|&byte| byte == b'\n')?;
            let sign = std::str::from_utf8(&rest[..end]).ok()?;
            rest = &rest[end + 1..];
            if sign.is_empty() {
                break;
            }
            choices.number(sign);
        }
        let mut words = rest.chunks_exact(4).map(|word| [word[0], word[1], word[2], word[3]]);
        let mut count = || Some(u32::from_le_bytes(words.next()?) as usize);
        let [games, decisions, options, differences] = [count()?, count()?, count()?, count()?];
        let mut ends = |count: usize| words.by_ref().take(count).map(u32::from_le_bytes).collect::<Vec<u32>>();
        (choices.games, choices.decisions, choices.ends) = (ends(games), ends(decisions), ends(options));
        let gains: Vec<f32> = words.by_ref().take(2 * options).map(f32::from_le_bytes).collect();
        choices.gains = gains.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect();
        let rest: Vec<[u8; 4]> = words.collect();
        let differences_of = |pair: &[[u8; 4]]| (u32::from_le_bytes(pair[0]), i32::from_le_bytes(pair[1]));
        choices.differences = rest.chunks_exact(2).map(differences_of).collect();
        let last = |ends: &[u32]| ends.last().map_or(0, |&end| end as usize);
        let whole = choices.differences.len() == differences
            && last(&choices.games) == decisions
            && last(&choices.decisions) == options
            && last(&choices.ends) == differences
            && choices.gains.len() == options;
        whole.then_some(choices)
    }
}
