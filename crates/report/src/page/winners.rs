//! Who won, and by how much.

use super::{Section, Studies, Study, figure};
use crate::plot::{Histogram, Rate, Whose, histogram, key, rates};
use crate::stats::{BOUND, Hypotheses, Ruling, Sample, Share, Sprt};
use crate::summary::Players;
use crate::words;
use maud::{Markup, html};
use sim::{Pairs, Score};

/// Who won.
pub fn section(studies: &Studies) -> Section {
    let mut by_side = Vec::new();
    for side in [0, 1] {
        for (study, other) in studies.each() {
            let name = studies.called(studies.side(side), other);
            by_side.push(Rate { name, whose: Whose { side: Some(side), other }, share: study.summary.share(side) });
        }
    }
    for (study, other) in studies.each().filter(|(study, _)| study.summary.draws > 0) {
        let share = Share::new(study.summary.draws, study.summary.games);
        by_side.push(Rate { name: studies.called("draw", other), whose: Whose { side: None, other }, share });
    }
    let caption = "The share of games each side won, with Wilson's 95 % interval.";
    let body = html! {
        (figure("By side", caption, rates("Games won by side", &by_side)))
        @for (study, other) in studies.each() { (by_player(studies, study, other)) }
    };
    Section { id: "winners", title: "Who won", body }
}

fn by_player(studies: &Studies, study: &Study, other: bool) -> Markup {
    let names = &study.exhibit.run.plan.players;
    let Some(players) = &study.summary.players else {
        return html! {
            @if names[0] != names[1] {
                p.note {
                    (studies.called("Two players", other)) " sat on the same sides throughout, so these games cannot tell \
                    what the player did from what the side did. A run with both ways of seating them can."
                }
            }
        };
    };
    let rows: Vec<Rate> = (0..2)
        .map(|player| Rate {
            name: names[player].clone(),
            whose: Whose { side: None, other: false },
            share: Share::new(players.wins[player], study.summary.games),
        })
        .collect();
    let title = studies.called("By player", other);
    let caption =
        "Each seed is played twice, the second time with the players exchanged, so that neither gains by the side.";
    html! {
        (figure(&title, caption, rates(&title, &rows)))
        (by_pairs(studies, study, other))
        (strength(names, players))
    }
}

/// Who won the pairs, which tell players apart even where the side decides most games.
fn by_pairs(studies: &Studies, study: &Study, other: bool) -> Markup {
    let Some(pairs) = Pairs::of(study.exhibit.run) else { return html! {} };
    let row = |score: &Score| Rate {
        name: score.name.clone(),
        whose: Whose { side: None, other: false },
        share: Share::new(score.wins, pairs.pairs),
    };
    let title = studies.called("By pairs", other);
    let caption = format!(
        "The two games of a seed are won together by who wins more of them, and if that is equal by who has the better sum of \
         margins; {} of {} {} even.",
        pairs.even,
        words::many(pairs.pairs, "pair", "pairs"),
        if pairs.even == 1 { "was" } else { "were" },
    );
    figure(&title, &caption, rates(&title, &pairs.players.iter().map(row).collect::<Vec<_>>()))
}

/// The sequential tests of who is stronger.
fn strength(names: &[String; 2], players: &Players) -> Markup {
    let mirrored: Vec<f64> = players.pairs.iter().map(|score| 1.0 - score).collect();
    let tests = [&players.pairs, &mirrored].map(|scores| Sprt::of(scores, Hypotheses::STRONGER));
    let [one, two] = names;
    let verdict = match tests.map(|test| test.ruling()) {
        [Ruling::Alternative, _] => format!("{one} is the stronger player."),
        [_, Ruling::Alternative] => format!("{two} is the stronger player."),
        [Ruling::Null, Ruling::Null] => {
            format!("{one} and {two} are about equal: neither is as much as 35 Elo stronger.")
        }
        [Ruling::Null, Ruling::Open] => {
            format!("{one} is not the stronger player; whether {two} is, more games must tell.")
        }
        [Ruling::Open, Ruling::Null] => {
            format!("{two} is not the stronger player; whether {one} is, more games must tell.")
        }
        [Ruling::Open, Ruling::Open] => "Not decided: more games must tell who is stronger.".into(),
    };
    html! {
        p { strong { (verdict) } }
        p.small {
            "Sequential probability ratio test (SPRT) on " (words::many(tests[0].count as u64, "pair", "pairs")) " of games, \
             alpha = beta = 0.05, decided beyond ±" (format!("{BOUND:.2}")) ". Hypothesis 0: the player scores 50 % of the \
             points (draws count one half); hypothesis 1: 55 %, which is 35 Elo. Log-likelihood ratio: " (one) " "
            (words::signed(tests[0].llr)) " (score " (words::percent(tests[0].mean)) "), " (two) " "
            (words::signed(tests[1].llr)) " (score " (words::percent(tests[1].mean)) ")."
        }
    }
}

/// By how much they won, where the game counts points.
pub fn margins(studies: &Studies) -> Option<Section> {
    let counted = |study: &Study| study.summary.margins.iter().any(|&margin| margin != 0.0);
    studies.each().any(|(study, _)| counted(study)).then(|| {
        let margins = &studies.this.summary.margins;
        let others = studies.other.as_ref().map(|other| other.summary.margins.as_slice());
        let [one, two] = [studies.side(0), studies.side(1)];
        let label = format!("← {two} ahead by · victory points · {one} ahead by →");
        let description =
            format!("The mean margin is {} in favour of the {one} side.", words::signed(Sample::of(margins).mean));
        let shown = Histogram { name: "Margins", description: &description, label: &label, signed: true };
        let picture = histogram(&shown, margins, others);
        let caption = format!("Victory points when each game ended: {one} less {two}.");
        let body = html! {
            div.pair {
                figure {
                    figcaption { h3 { "Margin in victory points" } p { (caption) } }
                    (margin_key(studies))
                    (picture)
                }
                (table(studies))
            }
        };
        Section { id: "margins", title: "By how much", body }
    })
}

fn margin_key(studies: &Studies) -> Markup {
    let ahead = [0, 1].map(|side| format!("{} ahead", studies.side(side)));
    let mut entries: Vec<(Whose, &str)> = ahead
        .iter()
        .enumerate()
        .map(|(side, text)| (Whose { side: Some(side), other: false }, text.as_str()))
        .collect();
    if let Some(other) = &studies.other {
        entries.push((Whose { side: None, other: true }, other.exhibit.name.as_str()));
    }
    key(&entries)
}

fn table(studies: &Studies) -> Markup {
    let quantile = |study: &Study, share: f64| {
        let mut sorted = study.summary.margins.clone();
        sorted.sort_by(f64::total_cmp);
        crate::stats::quantile(&sorted, share).map_or_else(|| "unknown".into(), words::signed)
    };
    let mean = |study: &Study| {
        let sample = Sample::of(&study.summary.margins);
        let interval = sample.interval().map(|interval| format!(" ({})", words::signed_numbers(interval)));
        format!("{}{}", words::signed(sample.mean), interval.unwrap_or_default())
    };
    html! {
        div {
            h3 { "In figures" }
            table {
                @if studies.other.is_some() {
                    thead { tr { td {} @for (study, _) in studies.each() { th scope="col" { (study.exhibit.name) } } } }
                }
                tbody {
                    tr { th scope="row" { "mean (95 % interval)" } @for (study, _) in studies.each() { td { (mean(study)) } } }
                    @for (name, share) in [("one game in ten is below", 0.1), ("half of them are below", 0.5), ("nine in ten are below", 0.9)] {
                        tr { th scope="row" { (name) } @for (study, _) in studies.each() { td { (quantile(study, share)) } } }
                    }
                }
            }
            p.small { "Positive numbers are in favour of the " (studies.side(0)) " side." }
        }
    }
}
