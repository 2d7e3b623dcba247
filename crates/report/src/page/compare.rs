//! What differs between two runs, and what the difference did.

use super::{Section, Studies, Study};
use crate::changes::{Change, Changes};
use crate::verdict::{Verdict, verdicts};
use crate::words;
use maud::{Markup, html};

/// More changed values than this are not listed.
const MOST_VALUES: usize = 40;

/// The comparison, if there is one.
pub fn section(studies: &Studies) -> Option<Section> {
    let other = studies.other.as_ref()?;
    let changes = Changes::between(other.exhibit, studies.this.exhibit);
    let verdicts = verdicts(studies.this.exhibit.about, &other.summary, &studies.this.summary);
    let body = html! {
        p.lead { (conclusion(&changes, &verdicts)) }
        h3 { "What differs" }
        (differences(&changes, &studies.this, other))
        h3 { "What that did" }
        (table(studies, other, &verdicts))
        (remarks(&verdicts))
    };
    Some(Section { id: "change", title: "What the change did", body })
}

fn conclusion(changes: &Changes, verdicts: &[Verdict]) -> String {
    let found: Vec<_> = verdicts.iter().filter(|verdict| verdict.significant()).collect();
    let told = found.iter().map(|verdict| format!("{}: {}", verdict.measure, verdict.change)).collect::<Vec<_>>();
    match (changes.things(), found.len()) {
        (0, 0) => "Both runs play the same thing, and no measure differs significantly, as it should be.".into(),
        (0, _) => format!("Both runs play the same thing, and yet differ significantly: {}.", told.join("; ")),
        (_, 0) => "No measure differs significantly: either the change did little, or there are too few games to show \
                   it. The intervals below say how large an effect may still hide."
            .into(),
        (_, _) => format!("Significant at 5 %, with all measures together: {}.", told.join("; ")),
    }
}

fn differences(changes: &Changes, this: &Study, other: &Study) -> Markup {
    let (before, after) = (&other.exhibit.run.plan, &this.exhibit.run.plan);
    let digests =
        Change { what: "digest of the data files".into(), before: before.data.clone(), after: after.data.clone() };
    let settings = changes.settings.iter().chain(changes.data.then_some(&digests));
    let rows: Vec<&Change> = settings.chain(changes.values.iter().take(MOST_VALUES)).collect();
    html! {
        @if rows.is_empty() {
            p { "Nothing but the seeds and the number of games." }
        } @else {
            div.scroll tabindex="0" role="region" aria-label="What differs" {
                table {
                    thead { tr { th scope="col" { "what" } th scope="col" { (other.exhibit.name) } th scope="col" { (this.exhibit.name) } } }
                    tbody {
                        @for change in rows {
                            tr { th scope="row" { (change.what) } td { (change.before) } td { (change.after) } }
                        }
                    }
                }
            }
        }
        @if changes.values.len() > MOST_VALUES {
            p { "And " (words::count((changes.values.len() - MOST_VALUES) as u64)) " values more." }
        }
        @if changes.data && changes.values.is_empty() {
            p { "The data files differ, but in no value that is known here: in notes or sources, or files of a run \
                 are not at hand." }
        }
        @if changes.things() > 1 {
            p.warning role="note" {
                strong { "More than one thing differs. " }
                "The comparison shows what all of them did together, and cannot tell which did what. Change one thing \
                 at a time to know."
            }
        }
        @if changes.things() == 0 && before.first_seed == after.first_seed {
            p.warning role="note" {
                strong { "Both runs play the same games from the same seeds. " }
                "There is nothing to compare; give one of them another first seed."
            }
        }
    }
}

fn table(studies: &Studies, other: &Study, verdicts: &[Verdict]) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-label="What that did" {
            table.verdicts {
                thead {
                    tr {
                        th scope="col" { "measure" }
                        th scope="col" { (other.exhibit.name) }
                        th scope="col" { (studies.this.exhibit.name) }
                        th scope="col" { "difference" }
                        th scope="col" { "verdict" }
                    }
                }
                tbody {
                    @for verdict in verdicts {
                        tr.found[verdict.significant()] {
                            th scope="row" { (verdict.measure) }
                            @for figure in [&verdict.before, &verdict.after, &verdict.change] {
                                td { (figure.value) @if let Some(interval) = &figure.interval { small { (interval) } } }
                            }
                            td { (verdict.ruling()) }
                        }
                    }
                }
            }
        }
    }
}

fn remarks(verdicts: &[Verdict]) -> Markup {
    let tested = verdicts.iter().filter(|verdict| verdict.tested()).count();
    html! {
        p.small {
            "Shares of games: Newcombe's interval and the pooled two-proportion test. Means: Welch's interval and test. The \
             games of the two runs count as independent. The p values are corrected by Holm's method for "
            (words::many(tested as u64, "measure", "measures")) " at once, and a difference is called significant if the \
             corrected value is below 0.05; the intervals are for one measure each."
        }
    }
}
