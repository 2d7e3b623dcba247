//! `grognard analyse`: a finished game looked at again.

use crate::cli::AnalyseArgs;
use crate::failure::Failure;
use crate::files::load_record;
use crate::seats::find_side;
use crate::signals;
use crate::terminal::{Paint, analysis_lines};
use ai::Limits;
use analysis::{Eyes, Watch};
use std::io::{IsTerminal, Write};
use std::num::NonZero;
use std::sync::atomic::{AtomicU32, Ordering};

/// Looks at a game and tells what was found.
pub fn run(args: AnalyseArgs) -> Result<(), Failure> {
    let loaded = load_record(&args.file, args.data.folder.as_deref())?;
    let about = loaded.game.about();
    let eyes = match &args.side {
        Some(id) => Eyes::Side(find_side(about, id)?),
        None if args.open => Eyes::Open,
        None => Eyes::Each,
    };
    let stop = signals::stop_flag()?;
    let threads = args.threads.or(std::thread::available_parallelism().ok()).unwrap_or(NonZero::<usize>::MIN);
    let limits = Limits { threads, stop: stop.clone(), deadline: None };
    let bar = Bar::new();
    let watch = Watch { limits: &limits, progress: &|share| bar.show(share) };
    let found = loaded.game.analyse(&loaded.record, args.depth, eyes, &watch);
    bar.close();
    let found = found.map_err(|message| Failure::said(format!("{}: {message}", args.file.display())))?;
    let mut out = std::io::stdout().lock();
    if args.json {
        writeln!(out, "{}", wire::text(&found))?;
    } else {
        for line in analysis_lines(about, &found, loaded.record.result.as_deref(), Paint::for_stdout()) {
            writeln!(out, "{line}")?;
        }
    }
    if stop.is_told() {
        return Err(Failure::Stopped("stopped; what was found until then stands above".into()));
    }
    Ok(())
}

/// How far it is, on standard error if that is a terminal.
struct Bar {
    shown: bool,
    percent: AtomicU32,
}

impl Bar {
    fn new() -> Bar {
        Bar { shown: std::io::stderr().is_terminal(), percent: AtomicU32::new(u32::MAX) }
    }

    fn show(&self, share: f32) {
        let percent = (100.0 * share.clamp(0.0, 1.0)) as u32;
        if self.shown && self.percent.swap(percent, Ordering::Relaxed) != percent {
            let done = percent as usize * 30 / 100;
            eprint!("\r[{}{}] {percent:3} % looked at", "=".repeat(done), " ".repeat(30 - done));
        }
    }

    fn close(&self) {
        if self.shown {
            eprint!("\r{}\r", " ".repeat(60));
        }
    }
}
