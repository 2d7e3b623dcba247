//! How many actions somebody knows of. What a side does in secret, told to nobody else, is neither told nor counted for the
//! others: the number alone would tell how much it was.

use catalogue::AnyMatch;
use engine::matches::Ending;
use engine::{Decision, Side, Viewer};

/// The actions that were secret when they were played: from each side, and from those who look on.
#[derive(Default)]
pub struct Secrets {
    from: [Vec<usize>; 3],
    /// How many actions were looked at.
    seen: usize,
}

/// Whom something can be secret from.
pub const VIEWERS: [Viewer; 3] = [Viewer::Side(Side::First), Viewer::Side(Side::Second), Viewer::Spectator];

impl Secrets {
    /// Takes note of what was played since, or taken back.
    pub fn catch_up(&mut self, table: &dyn AnyMatch) {
        self.cut(table.actions());
        for index in self.seen..table.actions() {
            for (viewer, from) in VIEWERS.into_iter().zip(&mut self.from) {
                if is_secret(table, index, viewer) {
                    from.push(index);
                }
            }
        }
        self.seen = table.actions();
    }

    /// Forgets what was taken back, so that so many actions are left.
    pub fn cut(&mut self, left: usize) {
        self.seen = self.seen.min(left);
        self.from.iter_mut().for_each(|from| from.truncate(from.partition_point(|&index| index < left)));
    }

    /// How a viewer counts.
    pub fn count(&self, viewer: Viewer) -> Count<'_> {
        let place = VIEWERS.iter().position(|&known| known == viewer);
        Count(place.map_or(&[], |place| &self.from[place]))
    }
}

/// Whether an action is secret from a viewer: it has told something, to others alone, and did not pass the choice on, which
/// everybody sees.
fn is_secret(table: &dyn AnyMatch, index: usize, viewer: Viewer) -> bool {
    let (about, lines) = (table.about(), table.lines());
    let chooser = match (lines.get(index + 1), table.decision()) {
        (Some(line), _) if Ending::named(&line.action).is_none() => about.side(&line.side),
        (Some(_), _) => None,
        (None, Decision::Choose(side)) => Some(side),
        (None, Decision::Over(_)) => return false,
    };
    let actor = about.side(&lines[index].side);
    if actor.is_some_and(|side| viewer.is(side)) || chooser.is_some_and(|side| Some(side) != actor) {
        return false;
    }
    let log = table.log();
    let first = log.partition_point(|(at, _)| *at < index);
    let mut events = log[first..].iter().take_while(|(at, _)| *at == index).peekable();
    events.peek().is_some() && events.all(|(_, event)| !event.is_for(viewer))
}

/// How somebody counts the actions: without those that are secret from him.
#[derive(Clone, Copy)]
pub struct Count<'a>(&'a [usize]);

impl Count<'_> {
    /// Everything is counted.
    pub const WHOLE: Count<'static> = Count(&[]);

    /// As how many he knows the first so many.
    pub fn told(self, actions: usize) -> usize {
        actions - self.0.partition_point(|&index| index < actions)
    }

    /// How many there are when he knows of so many, with all secret ones among them.
    pub fn actual(self, told: usize) -> usize {
        self.0.iter().fold(told, |actual, &index| actual + usize::from(index <= actual))
    }

    /// Whether an action is secret from him.
    pub fn is_secret(self, index: usize) -> bool {
        self.0.binary_search(&index).is_ok()
    }

    /// The actions that are.
    pub fn secrets(self) -> Vec<usize> {
        self.0.to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secret_actions_are_not_counted() {
        let count = Count(&[2, 3, 5]);
        assert_eq!([0, 1, 2, 3, 4, 5, 6, 7].map(|actions| count.told(actions)), [0, 1, 2, 2, 2, 3, 3, 4]);
        assert_eq!([0, 1, 2, 3, 4].map(|told| count.actual(told)), [0, 1, 4, 6, 7]);
        for told in 0..9 {
            assert_eq!(count.told(count.actual(told)), told);
            assert_eq!(Count::WHOLE.actual(told), told);
        }
    }
}
