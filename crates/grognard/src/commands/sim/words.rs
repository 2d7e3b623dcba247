//! What came out, in words and as JSON.

use crate::failure::Failure;
use serde_json::json;
use sim::{Conduct, Folder, Pairs, Plan, Score, Summary};
use std::num::NonZeroUsize;

/// What was done now.
pub struct Work {
    /// Games played.
    pub played: u64,
    /// How long it took.
    pub seconds: f64,
    /// How many were played at a time.
    pub threads: NonZeroUsize,
}

impl Work {
    fn rate(&self) -> f64 {
        self.played as f64 / self.seconds.max(1e-9)
    }
}

/// The summary as a line of JSON.
pub fn in_json(summary: &Summary, work: &Work, folder: &Folder) -> Result<String, Failure> {
    let mut object = serde_json::to_value(summary)?;
    object["folder"] = json!(folder.path());
    object["played_now"] = json!(work.played);
    object["seconds"] = json!(work.seconds);
    object["games_per_second"] = json!(work.rate());
    object["threads"] = json!(work.threads);
    Ok(object.to_string())
}

/// The summary in lines for people.
pub fn in_words(summary: &Summary, plan: &Plan, work: &Work) -> Vec<String> {
    let [first, second] = &summary.sides;
    let Work { played, seconds, threads } = work;
    let threads = if threads.get() == 1 { "1 thread".into() } else { format!("{threads} threads") };
    let Summary { game, scenario, games, .. } = summary;
    let mut lines = vec![
        format!("{game}, {scenario}: {games} games"),
        format!("  {played} played now in {seconds:.1} s with {threads}: {:.2} a second", work.rate()),
    ];
    let seat = |score: &Score, side: usize| match plan.both_ways {
        true => score.name.clone(),
        false => format!("{} ({})", score.name, plan.players[side]),
    };
    let mut scores = vec![(seat(first, 0), first), (seat(second, 1), second)];
    scores.extend(summary.players.iter().flatten().map(|player| (player.name.clone(), player)));
    lines.extend(scores.iter().map(|(name, score)| won(name, score)));
    lines.push(format!("  {:24} {:>7}", "draws", summary.draws));
    if let Some(Pairs { pairs, players, even }) = &summary.pairs {
        lines.push(format!("  by pairs of games from one seed, {pairs} of them:"));
        lines.extend(players.iter().map(|player| won(&player.name, player)));
        lines.push(format!("  {:24} {even:>7}", "even"));
    }
    let (side, margin) = if summary.margin < 0.0 { (second, -summary.margin) } else { (first, summary.margin) };
    lines.push(format!("  margin {margin:.2} ± {:.2} points for {} on average", summary.margin_error, side.name));
    lines.push(format!("  {:.1} turns and {:.0} decisions on average", summary.turns, summary.decisions));
    if !summary.conduct.is_empty() {
        lines.push("  units a game that a player had himself to thank for:".into());
        lines.extend(summary.conduct.iter().map(conduct));
    }
    lines
}

/// What a player's habits cost him, and what he never did, as a line of the table.
fn conduct(conduct: &Conduct) -> String {
    let seat = format!("{}, {}", conduct.player, conduct.side);
    let costs = conduct.habits.iter().filter(|cost| cost.units > 0).map(|cost| {
        let share = cost.share.map_or(String::new(), |share| format!(" ({:.0} %)", 100.0 * share));
        format!("{} {:.2}{share}", cost.habit.replace('-', " "), cost.a_game)
    });
    let mut parts: Vec<String> = costs.collect();
    let unused: Vec<&str> = conduct.unused().collect();
    if !unused.is_empty() {
        parts.push(format!("never taken: {}", unused.join(", ")));
    }
    let parts = if parts.is_empty() { String::new() } else { format!(": {}", parts.join("; ")) };
    format!("  {seat:24} {:>7.2} by his own doing{parts}", conduct.own_doing)
}

/// How often somebody won, as a line of the table.
fn won(name: &str, score: &Score) -> String {
    let Score { wins, rate, interval: [low, high], .. } = score;
    let (rate, low, high) = (100.0 * rate, 100.0 * low, 100.0 * high);
    format!("  {name:24} {wins:>7} won, {rate:.1} % (95 %: {low:.1} to {high:.1})")
}
