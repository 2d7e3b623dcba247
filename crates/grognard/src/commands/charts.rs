//! `grognard charts`: a game's charts, to read in the terminal or to print.

use crate::cli::ChartsArgs;
use crate::failure::Failure;
use crate::files;
use std::io::Write;

/// Tells the charts of a scenario, or writes them as a sheet.
pub fn run(args: ChartsArgs) -> Result<(), Failure> {
    let game = catalogue::find(&args.game)?.load(args.data.folder.as_deref())?;
    let charts = game.charts(args.scenario.as_deref(), &args.options).map_err(Failure::said)?;
    let about = game.about();
    if charts.is_empty() {
        return Err(Failure::said(format!("{} has no charts", about.title)));
    }
    let Some(file) = args.out else {
        let mut out = std::io::stdout().lock();
        for chart in &charts {
            for line in chart.text() {
                writeln!(out, "{line}")?;
            }
            writeln!(out, "\n")?;
        }
        return Ok(());
    };
    let scenario = args.scenario.as_deref().map_or(Ok(0), |id| about.scenario(id)).map_err(Failure::said)?;
    let (title, scenario) = (&about.title, &about.scenarios[scenario].title);
    let ending = file.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    let sheet = match ending.as_deref() {
        Some("html" | "htm") => render::charts_html(title, scenario, &charts),
        Some("svg") => render::charts_svg(title, scenario, &charts),
        Some("pdf") => {
            let text = format!("{}: write .html, and let a browser print it to PDF", file.display());
            return Err(Failure::said(text));
        }
        _ => return Err(Failure::said(format!("{}: a sheet ends in .html or .svg", file.display()))),
    };
    files::write_whole(&file, &sheet)
}
