//! The charts of a game as a sheet to print: one page of HTML, or one picture.

use crate::faces::{Face, style_sheet};
use crate::lettering::{FAMILIES, Letters, wrapped};
use crate::palette::{INK, PAPER};
use crate::pen::{Page, escaped, short};
use engine::Chart;
use std::fmt::Write as _;

/// How an HTML sheet looks; on paper each chart stays in one piece.
const STYLE: &str = "\
:root{color-scheme:light}
body{margin:1.5rem auto;max-width:74rem;padding:0 1rem;background:#fff;color:#2e261c;font:15px/1.35 FAMILIES}
h1{margin:0;font-size:1.9rem}
header p{margin:.2rem 0 1.4rem}
main{display:flex;flex-wrap:wrap;gap:1.6rem 2rem;align-items:flex-start}
section{break-inside:avoid;max-width:100%}
h2{margin:0;font-size:1.2rem}
section p{margin:.15rem 0 .4rem;max-width:38rem}
.room{overflow-x:auto}
table{border-collapse:collapse}
th,td{padding:.18rem .5rem;border:1px solid #6b5a3c;text-align:center}
thead th{background:#ece2c8}
tbody th{background:#f6f0e0;text-align:left}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.05rem .7rem;max-width:38rem;margin:.5rem 0 0;font-size:.88em}
dt{font-weight:700}
dd{margin:0}
ul{max-width:38rem;margin:.4rem 0 0;padding-left:1.1rem;font-size:.9em}
.ours{font-style:italic}
@media print{body{margin:0;max-width:none;padding:0;font-size:11px}.room{overflow:visible}}
@page{margin:12mm}
";

/// The charts as one page of HTML that needs nothing else.
pub fn charts_html(title: &str, scenario: &str, charts: &[Chart]) -> String {
    let title = escaped(title);
    let mut text = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}: charts</title>\n\
         <style>\n{}{}</style>\n</head>\n<body>\n<header><h1>{title}</h1>\n<p>Charts, {}</p></header>\n<main>\n",
        style_sheet(),
        STYLE.replace("FAMILIES", FAMILIES),
        escaped(scenario),
    );
    charts.iter().for_each(|chart| text += &section(chart));
    text + "</main>\n</body>\n</html>\n"
}

fn section(chart: &Chart) -> String {
    let mut text = format!("<section>\n<h2>{}</h2>\n<p>{}</p>\n", escaped(&chart.name), escaped(&chart.purpose));
    text += "<div class=\"room\"><table>\n<thead>\n";
    if let Some(across) = &chart.across {
        let (wide, across) = (chart.columns.len(), escaped(across));
        text += &format!("<tr><td></td><th colspan=\"{wide}\" scope=\"colgroup\">{across}</th></tr>\n");
    }
    let heads = [&chart.down].into_iter().chain(&chart.columns);
    let heads: String = heads.map(|head| format!("<th scope=\"col\">{}</th>", escaped(head))).collect();
    let _ = write!(text, "<tr>{heads}</tr>\n</thead>\n<tbody>\n");
    for line in &chart.lines {
        let cells: String = line.cells.iter().map(|cell| format!("<td>{}</td>", escaped(&cell.code))).collect();
        let _ = writeln!(text, "<tr><th scope=\"row\">{}</th>{cells}</tr>", escaped(&line.head));
    }
    text += "</tbody>\n</table></div>\n";
    let legend = chart.legend();
    if !legend.is_empty() {
        let said = |(code, words): &(&str, &str)| format!("<dt>{}</dt><dd>{}</dd>", escaped(code), escaped(words));
        let _ = writeln!(text, "<dl>{}</dl>", legend.iter().map(said).collect::<String>());
    }
    if !chart.notes.is_empty() {
        let notes = chart.notes.iter().map(|note| format!("<li>{}</li>", escaped(&note.text)));
        let _ = writeln!(text, "<ul>{}</ul>", notes.collect::<String>());
    }
    if let Some(why) = &chart.reconstruction {
        let _ = writeln!(text, "<p class=\"ours\">Our reconstruction: {}</p>", escaped(why));
    }
    text + "</section>\n"
}

const TITLE: Letters = Letters { size: 26.0, spacing: 0.0, colour: INK, face: Face::Bold, halo: None };
const NAME: Letters = Letters { size: 17.0, spacing: 0.0, colour: INK, face: Face::Bold, halo: None };
const HEAD: Letters = Letters { size: 12.0, spacing: 0.0, colour: INK, face: Face::Bold, halo: None };
const TEXT: Letters = Letters { size: 12.0, spacing: 0.0, colour: INK, face: Face::Regular, halo: None };
const ASIDE: Letters = Letters { size: 12.0, spacing: 0.0, colour: INK, face: Face::Italic, halo: None };

/// How wide the sheet is, its margin, and what is between charts.
const WIDTH: f32 = 1120.0;
const MARGIN: f32 = 36.0;
const GAP: f32 = 30.0;
/// How high a line of text and a row of a table are.
const LINE: f32 = 16.0;
const ROW: f32 = 20.0;
/// What a cell has beside its text, and how narrow a block of text may be.
const PADDING: f32 = 7.0;
const NARROWEST: f32 = 250.0;

/// The charts as one picture, SVG.
pub fn charts_svg(title: &str, scenario: &str, charts: &[Chart]) -> String {
    let mut body = Page::default();
    write(&mut body, (MARGIN, MARGIN + 22.0), &TITLE, title);
    write(&mut body, (MARGIN, MARGIN + 42.0), &ASIDE, &format!("Charts, {scenario}"));
    let (mut x, mut y, mut tallest) = (MARGIN, MARGIN + 64.0, 0.0_f32);
    for block in charts.iter().map(Block::of) {
        if x > MARGIN && x + block.width > WIDTH - MARGIN {
            (x, y, tallest) = (MARGIN, y + tallest + GAP, 0.0);
        }
        block.draw(&mut body, x, y);
        x += block.width + GAP;
        tallest = tallest.max(block.height());
    }
    let (width, height) = (short(WIDTH), short(y + tallest + MARGIN));
    let rules: String = body.faces().map(Face::rule).collect();
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"{FAMILIES}\">\n<title>{}: charts</title>\n<style>\n{rules}</style>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"{PAPER}\"/>\n{}</svg>\n",
        escaped(title),
        body.into_text()
    )
}

/// A chart with the room that it takes.
struct Block<'a> {
    chart: &'a Chart,
    /// The widths of the columns, that of the lines' heads first.
    widths: Vec<f32>,
    width: f32,
    /// The lines of text above the table and below it.
    purpose: Vec<String>,
    below: Vec<(String, Letters)>,
}

impl<'a> Block<'a> {
    fn of(chart: &'a Chart) -> Block<'a> {
        let column = |at: usize| {
            let cells = chart.lines.iter().map(|line| TEXT.width(&line.cells[at].code));
            cells.chain([HEAD.width(&chart.columns[at])]).fold(0.0, f32::max) + 2.0 * PADDING
        };
        let heads = chart.lines.iter().map(|line| HEAD.width(&line.head)).chain([HEAD.width(&chart.down)]);
        let mut widths = vec![heads.fold(0.0, f32::max) + 2.0 * PADDING];
        widths.extend((0..chart.columns.len()).map(column));
        let width = widths.iter().sum::<f32>().max(NARROWEST).max(NAME.width(&chart.name));
        let legend = chart.legend().into_iter().map(|(code, words)| (format!("{code}: {words}"), TEXT));
        let notes = chart.notes.iter().map(|note| (note.text.clone(), TEXT));
        let ours = chart.reconstruction.iter().map(|why| (format!("Our reconstruction: {why}"), ASIDE));
        let below = legend.chain(notes).chain(ours);
        let below = below
            .flat_map(|(text, letters)| wrapped(&text, &letters, width).into_iter().map(move |line| (line, letters)));
        Block { chart, width, purpose: wrapped(&chart.purpose, &ASIDE, width), below: below.collect(), widths }
    }

    /// The rows of the table, heads included.
    fn rows(&self) -> usize {
        self.chart.lines.len() + 1 + usize::from(self.chart.across.is_some())
    }

    fn height(&self) -> f32 {
        20.0 + (self.purpose.len() + self.below.len()) as f32 * LINE + self.rows() as f32 * ROW + 8.0
    }

    fn draw(&self, page: &mut Page, left: f32, top: f32) {
        write(page, (left, top + 14.0), &NAME, &self.chart.name);
        let mut y = top + 20.0;
        for line in &self.purpose {
            y += LINE;
            write(page, (left, y - 4.0), &ASIDE, line);
        }
        y = self.draw_table(page, left, y + 2.0) + 2.0;
        for (line, letters) in &self.below {
            y += LINE;
            write(page, (left, y - 2.0), letters, line);
        }
    }

    /// Draws the table and tells where it ends.
    fn draw_table(&self, page: &mut Page, left: f32, top: f32) -> f32 {
        let mut y = top;
        if let Some(across) = &self.chart.across {
            let right = left + self.widths[0];
            self.cell(page, (right, y), self.widths[1..].iter().sum(), (&ASIDE, across, "#ece2c8"));
            y += ROW;
        }
        let heads = [&self.chart.down].into_iter().chain(&self.chart.columns).map(String::as_str);
        self.row(page, left, y, heads.map(|head| (&HEAD, head, "#ece2c8")));
        for line in &self.chart.lines {
            y += ROW;
            let cells = line.cells.iter().map(|cell| (&TEXT, cell.code.as_str(), "#fff"));
            self.row(page, left, y, [(&HEAD, line.head.as_str(), "#f6f0e0")].into_iter().chain(cells));
        }
        y + ROW
    }

    fn row<'b>(
        &self,
        page: &mut Page,
        left: f32,
        y: f32,
        cells: impl Iterator<Item = (&'b Letters, &'b str, &'b str)>,
    ) {
        let mut x = left;
        for (cell, &width) in cells.zip(&self.widths) {
            self.cell(page, (x, y), width, cell);
            x += width;
        }
    }

    fn cell(&self, page: &mut Page, (x, y): (f32, f32), width: f32, (letters, text, fill): (&Letters, &str, &str)) {
        page.add(format_args!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{fill}\" stroke=\"#6b5a3c\" stroke-width=\".7\"/>\n",
            short(x),
            short(y),
            short(width),
            short(ROW)
        ));
        let attributes = page.lettering(letters);
        let (middle, base) = (short(x + width / 2.0), short(y + ROW - 6.0));
        page.add(format_args!(
            "<text x=\"{middle}\" y=\"{base}\" text-anchor=\"middle\" {attributes}>{}</text>\n",
            escaped(text)
        ));
    }
}

fn write(page: &mut Page, (x, y): (f32, f32), letters: &Letters, text: &str) {
    let attributes = page.lettering(letters);
    page.add(format_args!("<text x=\"{}\" y=\"{}\" {attributes}>{}</text>\n", short(x), short(y), escaped(text)));
}
