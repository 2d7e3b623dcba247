//! The page.

mod compare;
mod dice;
mod endings;
mod habits;
mod length;
mod methods;
mod openings;
mod places;
mod run;
mod second_look;
mod short;
#[cfg(test)]
mod tests;
mod turns;
mod winners;

use crate::colours;
use crate::heat::Board;
use crate::plot::{Whose, key};
use crate::summary::Summary;
use crate::{Exhibit, words};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use render::RenderError;

/// A run and what was counted in it.
pub struct Study<'a> {
    exhibit: &'a Exhibit<'a>,
    summary: Summary,
}

/// The run of the page, and the one it is compared with.
pub struct Studies<'a> {
    this: Study<'a>,
    other: Option<Study<'a>>,
}

/// A part of the page.
struct Section {
    id: &'static str,
    title: &'static str,
    body: Markup,
}

impl<'a> Study<'a> {
    fn of(exhibit: &'a Exhibit<'a>) -> Study<'a> {
        Study { exhibit, summary: Summary::of(exhibit.run) }
    }
}

impl Studies<'_> {
    /// A side's name.
    fn side(&self, side: usize) -> &str {
        &self.this.exhibit.about.sides[side].title
    }

    /// The run it is compared with, if there is one, and then the run, each with whether it is the other.
    fn each(&self) -> impl Iterator<Item = (&Study<'_>, bool)> {
        self.other.iter().map(|other| (other, true)).chain(std::iter::once((&self.this, false)))
    }

    /// What a name of a row or a line is called in a run: with the run where there are two.
    fn called(&self, name: &str, other: bool) -> String {
        match &self.other {
            None => name.to_string(),
            Some(compared) => {
                let run = if other { compared } else { &self.this };
                format!("{name}, {}", run.exhibit.name)
            }
        }
    }

    /// What the colours of the sides and the ways of the lines stand for.
    fn key(&self) -> Markup {
        let entry = |side: usize, other: bool| (Whose { side: Some(side), other }, self.called(self.side(side), other));
        let others = self.other.is_some();
        let entries: Vec<_> = [true, false]
            .into_iter()
            .filter(|&other| !other || others)
            .flat_map(|other| [entry(0, other), entry(1, other)])
            .collect();
        let entries: Vec<_> = entries.iter().map(|(whose, text)| (*whose, text.as_str())).collect();
        key(&entries)
    }
}

/// Writes the page.
pub fn write(exhibit: &Exhibit, against: Option<&Exhibit>) -> Result<Markup, RenderError> {
    let studies = Studies { this: Study::of(exhibit), other: against.map(Study::of) };
    let mut sections = vec![short::section(&studies)];
    sections.extend(compare::section(&studies));
    sections.push(run::section(&studies));
    if studies.this.summary.games > 0 {
        let mut board = Board::of(exhibit.map)?;
        sections.push(winners::section(&studies));
        sections.extend(winners::margins(&studies));
        sections.push(endings::section(&studies));
        sections.extend(turns::section(&studies));
        sections.extend(places::section(&studies, &mut board));
        sections.extend(openings::section(&studies, &mut board));
        sections.extend(second_look::section(&studies));
        sections.extend(habits::section(&studies));
        sections.extend(dice::section(&studies));
        sections.push(length::section(&studies));
    }
    sections.push(methods::section(&studies));
    Ok(document(&studies, &sections))
}

fn document(studies: &Studies, sections: &[Section]) -> Markup {
    let exhibit = studies.this.exhibit;
    let about = exhibit.about;
    let title = format!("{}: {}", about.title, words::many(studies.this.summary.games, "game", "games"));
    let [first, second] = colours::hues(about.sides.each_ref().map(|side| side.colour.as_str()));
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="generator" content="Grognard";
                title { (title) }
                style {
                    (PreEscaped(render::style_sheet()))
                    (PreEscaped(include_str!("style.css")))
                    ":root{--hue-0:" (first) ";--hue-1:" (second) "}"
                }
            }
            body {
                a.skip href="#short" { "Skip to the results" }
                header {
                    p.kicker { "Grognard: report of a run" }
                    h1 { (about.title) }
                    p.subtitle {
                        (exhibit.scenario())
                        @if let Some(other) = &studies.other { ". " (exhibit.name) " against " (other.exhibit.name) }
                    }
                }
                nav aria-label="Contents" {
                    h2 { "Contents" }
                    ol {
                        @for section in sections {
                            li { a href={ "#" (section.id) } { (section.title) } }
                        }
                    }
                }
                main {
                    @for section in sections {
                        section id=(section.id) aria-labelledby={ (section.id) "-title" } {
                            h2 id={ (section.id) "-title" } { (section.title) }
                            (section.body)
                        }
                    }
                }
            }
        }
    }
}

/// A plot with its title and what it says.
fn figure(title: &str, caption: &str, picture: Markup) -> Markup {
    html! {
        figure {
            figcaption { h3 { (title) } p { (caption) } }
            (picture)
        }
    }
}
