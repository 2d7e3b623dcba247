//! Grognard plays hex-and-counter wargames by the book.

#[cfg(feature = "bench")]
mod bench;
mod cli;
mod commands;
mod failure;
mod files;
mod parts;
mod protocol;
mod seats;
mod settings;
mod signals;
mod terminal;

use clap::Parser;
use cli::{Cli, Command, DataCommand};
use failure::Failure;
use std::process::ExitCode;

/// Where memory comes from in a server for the world; measurements count it on its way.
#[cfg(all(feature = "world", not(feature = "bench")))]
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let args = match settings::with_file(std::env::args_os().collect()) {
        Ok(args) => args,
        Err(failure) => return ended(Err(failure)),
    };
    let done = match Cli::parse_from(args).command {
        Command::Games(args) => commands::games::run(args),
        Command::Play(args) => commands::play::run(args),
        Command::Replay(args) => commands::replay::run(args),
        Command::Analyse(args) => commands::analyse::run(args),
        Command::Check(args) => commands::check::run(args),
        Command::Data { command: DataCommand::Check(args) } => commands::data::check(args),
        Command::Data { command: DataCommand::Pack(args) } => commands::data::pack(args),
        Command::Map(args) => commands::map::run(args),
        Command::Charts(args) => commands::charts::run(args),
        Command::Engine(args) => protocol::run(args.data),
        Command::Serve(args) => commands::serve::run(args),
        #[cfg(feature = "world")]
        Command::Admin(args) => commands::admin::run(args),
        #[cfg(not(feature = "world"))]
        Command::Admin(_) => Err(parts::without("the operator's tools")),
        #[cfg(feature = "laboratory")]
        Command::Clauses(args) => commands::clauses::run(args),
        #[cfg(feature = "laboratory")]
        Command::Tune(args) => commands::tune::run(args),
        #[cfg(feature = "laboratory")]
        Command::Learn(args) => commands::learn::run(args),
        #[cfg(feature = "laboratory")]
        Command::Calibrate(args) => commands::calibrate::run(args),
        #[cfg(feature = "laboratory")]
        Command::Exam(args) => commands::exam::run(args),
        #[cfg(feature = "laboratory")]
        Command::Sim(args) => commands::sim::run(args),
        #[cfg(feature = "laboratory")]
        Command::Report(args) => commands::report::run(args),
        #[cfg(not(feature = "laboratory"))]
        Command::Clauses(_)
        | Command::Learn(_)
        | Command::Calibrate(_)
        | Command::Exam(_)
        | Command::Tune(_)
        | Command::Sim(_)
        | Command::Report(_) => {
            Err(parts::without("the laboratory (sim, exam, tune, learn, calibrate, report, clauses)"))
        }
        #[cfg(feature = "bench")]
        Command::Bench(args) => bench::run(args),
        #[cfg(not(feature = "bench"))]
        Command::Bench(_) => Err(parts::without("measurements")),
    };
    ended(done)
}

/// Says what went wrong, if anything did.
fn ended(done: Result<(), Failure>) -> ExitCode {
    match done {
        // A reader that has gone away wanted no more.
        Ok(()) | Err(Failure::Closed) => ExitCode::SUCCESS,
        Err(Failure::Said(message)) => {
            eprintln!("grognard: {message}");
            ExitCode::from(2)
        }
        Err(Failure::Stopped(message)) => {
            eprintln!("grognard: {message}");
            // What shells tell of a command that Ctrl-C ended.
            ExitCode::from(130)
        }
    }
}
