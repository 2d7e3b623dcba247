//! What computers try out: one run for each project, which goes on by itself until it is done or another is wanted.

use ai::Player;
use catalogue::Game;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use wire::{Tally, TrialReport};
use workshop::trial::{self, What};

/// The most games of one run.
pub const MOST_GAMES: u32 = 1000;

/// The runs, by project.
#[derive(Default)]
pub struct Trials(Mutex<HashMap<String, Run>>);

struct Run {
    report: Arc<Mutex<TrialReport>>,
    stop: Arc<AtomicBool>,
}

/// What is tried.
pub struct Order {
    /// The game with the project's data, and as it is shipped.
    pub games: [Arc<dyn Game>; 2],
    /// The id of the scenario or the battle.
    pub what: String,
    /// The position of the battle.
    pub position: Option<String>,
    /// Who plays both sides.
    pub player: Player,
    /// How many games with each data.
    pub count: u32,
}

impl Trials {
    /// How the last run of a project goes.
    pub fn report(&self, project: &str) -> Option<TrialReport> {
        let runs = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let report = runs.get(project)?.report.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Some(report)
    }

    /// Stops a run.
    pub fn stop(&self, project: &str) {
        let runs = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(run) = runs.get(project) {
            run.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Notes a new run in place of the last, which is stopped. What comes back does it.
    pub fn begin(&self, project: &str, order: Order) -> impl FnOnce() + Send + use<> {
        self.stop(project);
        let report = Arc::new(Mutex::new(TrialReport {
            what: order.what.clone(),
            player: order.player.to_string(),
            games: order.count,
            running: true,
            own: Tally::default(),
            shipped: Tally::default(),
            failed: None,
        }));
        let stop = Arc::new(AtomicBool::new(false));
        let run = Run { report: report.clone(), stop: stop.clone() };
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(project.to_string(), run);
        move || {
            play(&order, &report, &stop);
            report.lock().unwrap_or_else(PoisonError::into_inner).running = false;
        }
    }
}

/// Plays with the project's data first, then with those that are shipped.
fn play(order: &Order, report: &Mutex<TrialReport>, stop: &AtomicBool) {
    let noted = || report.lock().unwrap_or_else(PoisonError::into_inner);
    let what = order.position.as_deref().map_or(What::Scenario(&order.what), What::Position);
    for (place, game) in order.games.iter().enumerate() {
        let mut each = |tally: &Tally| {
            let mut report = noted();
            let kept = if place == 0 { &mut report.own } else { &mut report.shipped };
            kept.clone_from(tally);
            if stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        match trial::run(&**game, what, order.player, order.count, &mut each) {
            Ok(_) => {}
            Err(error) if place == 0 => {
                noted().failed = Some(error);
                return;
            }
            // What the project has added the shipped data cannot play.
            Err(_) => {}
        }
        if stop.load(Ordering::Relaxed) {
            return;
        }
    }
}
