//! The folder of a run: its plan, its shards, and the tables made of them.
//!
//! A shard is there as a whole or not at all, so a run can be stopped at any moment and go on later.

use crate::columns::Column;
use crate::csv::CsvWriter;
use crate::parquet::ParquetWriter;
use crate::rows::{GameRow, TurnRow};
use crate::{
    ActionRow, AnalysedRow, DiceRow, HabitRow, HexRow, MistakeRow, OpeningRow, Plan, Run, Shard, SimError, Stage,
    tables,
};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

const PLAN: &str = "run.json";
const SHARDS: &str = "shards";
const DATA: &str = "data";
/// Tables are written in parts of about so many rows.
const PART: usize = 50_000;

/// The folder of a run.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    plan: Plan,
}

impl Folder {
    /// Makes a new folder for a plan, with a copy of the changed data files it is played with. The folder must be new,
    /// or empty.
    pub fn create(path: &Path, plan: &Plan, data: Option<&Path>) -> Result<Folder, SimError> {
        if path.join(PLAN).exists() {
            return Err(SimError::Wish(format!(
                "{}: there is a run in this folder already; go on with it by --resume, or name another folder",
                path.display()
            )));
        }
        fs::create_dir_all(path).map_err(SimError::at(path))?;
        if fs::read_dir(path).map_err(SimError::at(path))?.next().is_some() {
            return Err(SimError::Wish(format!("{}: this folder is not empty; name a new one", path.display())));
        }
        let shards = path.join(SHARDS);
        fs::create_dir(&shards).map_err(SimError::at(&shards))?;
        if let Some(data) = data {
            copy_all(&data.join(&plan.game), &path.join(DATA).join(&plan.game))?;
        }
        let text = serde_json::to_string_pretty(plan).map_err(|error| SimError::damaged(path, error))?;
        // Last, so that a folder with a plan has everything else.
        write_whole(&path.join(PLAN), format!("{text}\n").as_bytes())?;
        Ok(Folder { path: path.to_path_buf(), plan: plan.clone() })
    }

    /// Opens the folder of a run.
    pub fn open(path: &Path) -> Result<Folder, SimError> {
        let file = path.join(PLAN);
        if !file.exists() {
            return Err(SimError::Wish(format!("{}: there is no run in this folder (no {PLAN})", path.display())));
        }
        let text = fs::read_to_string(&file).map_err(SimError::at(&file))?;
        let plan: Plan = serde_json::from_str(&text).map_err(|error| SimError::damaged(&file, error))?;
        plan.check()?;
        Ok(Folder { path: path.to_path_buf(), plan })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What is played.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The changed data files it is played with, if there are any, as `--data` takes them.
    pub fn data(&self) -> Option<PathBuf> {
        Some(self.path.join(DATA)).filter(|data| data.is_dir())
    }

    fn shard_file(&self, number: u64) -> PathBuf {
        self.path.join(SHARDS).join(format!("{number:06}.json.gz"))
    }

    /// The shards that are there.
    pub fn done(&self) -> Result<BTreeSet<u64>, SimError> {
        let shards = self.path.join(SHARDS);
        let mut done = BTreeSet::new();
        for entry in fs::read_dir(&shards).map_err(SimError::at(&shards))? {
            let entry = entry.map_err(SimError::at(&shards))?;
            // A file without content is what a machine that was switched off may leave behind.
            let whole = entry.metadata().is_ok_and(|file| file.len() > 0);
            let name = entry.file_name();
            let number = name.to_str().and_then(|name| name.strip_suffix(".json.gz")?.parse().ok());
            done.extend(number.filter(|&number: &u64| whole && number < self.plan.shards()));
        }
        Ok(done)
    }

    /// The shards that are still to be played.
    pub fn missing(&self) -> Result<Vec<u64>, SimError> {
        let done = self.done()?;
        Ok((0..self.plan.shards()).filter(|shard| !done.contains(shard)).collect())
    }

    /// Keeps a shard. One that is there already stays as it is.
    pub fn keep(&self, shard: &Shard) -> Result<(), SimError> {
        let file = self.shard_file(shard.number);
        self.check(shard).map_err(|reason| SimError::damaged(&file, reason))?;
        if file.metadata().is_ok_and(|file| file.len() > 0) {
            return Ok(());
        }
        write_whole(&file, &shard.to_bytes().map_err(SimError::at(&file))?)
    }

    /// Reads a shard.
    pub fn shard(&self, number: u64) -> Result<Shard, SimError> {
        let file = self.shard_file(number);
        let bytes = fs::read(&file).map_err(SimError::at(&file))?;
        let whole = "this is no whole shard; delete the file and resume the run";
        let shard =
            Shard::from_bytes(&bytes).map_err(|error| SimError::damaged(&file, format!("{whole} ({error})")))?;
        self.check(&shard).map_err(|reason| SimError::damaged(&file, reason))?;
        if shard.number != number {
            return Err(SimError::damaged(&file, format!("this is shard {}", shard.number)));
        }
        Ok(shard)
    }

    /// Whether a shard has the games that the plan wants.
    fn check(&self, shard: &Shard) -> Result<(), String> {
        let wanted = self.plan.games_of(shard.number).map(|fixture| (fixture.game, fixture.seed, fixture.swapped));
        let found = shard.games.iter().map(|row| (row.game, row.seed, row.swapped));
        if shard.number < self.plan.shards() && wanted.eq(found) {
            return Ok(());
        }
        Err(format!("the games of shard {} are not those of the plan", shard.number))
    }

    /// Writes the tables of all that has been played so far: CSV, and Parquet with the same columns.
    pub fn write_tables(&self) -> Result<(), SimError> {
        let plan = &self.plan;
        let mut games = Volume::begin(&self.path, "games", tables::games(plan, &[]))?;
        let mut turns = Volume::begin(&self.path, "turns", tables::turns(plan, &[]))?;
        let mut sums = Sums::default();
        let (mut game_rows, mut turn_rows): (Vec<GameRow>, Vec<TurnRow>) = Default::default();
        let (mut analysed, mut mistakes): (Vec<AnalysedRow>, Vec<MistakeRow>) = Default::default();
        for number in self.done()? {
            let shard = self.shard(number)?;
            sums.add(&shard);
            game_rows.extend(shard.games);
            turn_rows.extend(shard.turns);
            analysed.extend(shard.analysed);
            mistakes.extend(shard.mistakes);
            if turn_rows.len() >= PART {
                games.write(&tables::games(plan, &std::mem::take(&mut game_rows)))?;
                turns.write(&tables::turns(plan, &std::mem::take(&mut turn_rows)))?;
            }
        }
        games.write(&tables::games(plan, &game_rows))?;
        turns.write(&tables::turns(plan, &turn_rows))?;
        games.finish()?;
        turns.finish()?;
        self.write_csv("hexes.csv", &tables::hexes(plan, &sums.hexes()))?;
        self.write_csv("dice.csv", &tables::dice(plan, &sums.dice()))?;
        self.write_csv("actions.csv", &tables::actions(plan, &sums.actions()))?;
        self.write_csv("habits.csv", &tables::habits(plan, &sums.habits()))?;
        self.write_csv("openings.csv", &tables::openings(plan, &sums.openings()))?;
        if plan.analyse.is_some() {
            self.write_csv("analysed.csv", &tables::analysed(plan, &analysed))?;
            self.write_csv("mistakes.csv", &tables::mistakes(plan, &mistakes))?;
        }
        Ok(())
    }

    fn write_csv(&self, name: &str, columns: &[Column]) -> Result<(), SimError> {
        let file = self.path.join(name);
        let mut csv = CsvWriter::new(Vec::new());
        csv.write(columns).map_err(SimError::at(&file))?;
        write_whole(&file, &csv.finish())
    }
}

impl Run {
    /// Reads all that has been played so far in the folder of a run.
    pub fn read(path: &Path) -> Result<Run, SimError> {
        let folder = Folder::open(path)?;
        let mut run = Run::new(folder.plan.clone());
        let mut sums = Sums::default();
        for number in folder.done()? {
            let shard = folder.shard(number)?;
            sums.add(&shard);
            run.games.extend(shard.games);
            run.turns.extend(shard.turns);
            run.analysed.extend(shard.analysed);
            run.mistakes.extend(shard.mistakes);
        }
        (run.hexes, run.dice, run.actions, run.habits) = (sums.hexes(), sums.dice(), sums.actions(), sums.habits());
        run.openings = sums.openings();
        Ok(run)
    }
}

/// What the hexes and the dice saw in several shards, and what players did.
#[derive(Default)]
struct Sums {
    hexes: BTreeMap<(String, u8), (u64, u64)>,
    dice: BTreeMap<(u16, u16), u64>,
    /// By player, side and kind: offered, taken.
    actions: BTreeMap<(u8, u8, String), [u64; 2]>,
    /// By player, side and habit: games, units, of how many.
    habits: BTreeMap<(u8, u8, String), [u64; 3]>,
    /// By stage, hex and side: games, and how many of them were won.
    openings: BTreeMap<(Stage, String, u8), [u64; 2]>,
}

impl Sums {
    fn add(&mut self, shard: &Shard) {
        for row in &shard.hexes {
            let sum = self.hexes.entry((row.hex.clone(), row.side)).or_default();
            *sum = (sum.0 + row.died, sum.1 + row.front);
        }
        for row in &shard.dice {
            *self.dice.entry((row.sides, row.value)).or_default() += row.count;
        }
        for row in &shard.actions {
            let sum = self.actions.entry((row.player, row.side, row.action.clone())).or_default();
            *sum = [sum[0] + row.offered, sum[1] + row.taken];
        }
        for row in &shard.habits {
            let sum = self.habits.entry((row.player, row.side, row.habit.clone())).or_default();
            *sum = [sum[0] + row.games, sum[1] + row.units, sum[2] + row.of];
        }
        for row in &shard.openings {
            let sum = self.openings.entry((row.stage, row.hex.clone(), row.side)).or_default();
            *sum = [sum[0] + row.games, sum[1] + row.won];
        }
    }

    fn hexes(&self) -> Vec<HexRow> {
        let row =
            |((hex, side), &(died, front)): (&(String, u8), _)| HexRow { hex: hex.clone(), side: *side, died, front };
        self.hexes.iter().map(row).collect()
    }

    fn dice(&self) -> Vec<DiceRow> {
        self.dice.iter().map(|(&(sides, value), &count)| DiceRow { sides, value, count }).collect()
    }

    fn actions(&self) -> Vec<ActionRow> {
        let row = |((player, side, action), [offered, taken]): (&(u8, u8, String), &[u64; 2])| ActionRow {
            player: *player,
            side: *side,
            action: action.clone(),
            offered: *offered,
            taken: *taken,
        };
        self.actions.iter().map(row).collect()
    }

    fn habits(&self) -> Vec<HabitRow> {
        let row = |((player, side, habit), [games, units, of]): (&(u8, u8, String), &[u64; 3])| HabitRow {
            player: *player,
            side: *side,
            habit: habit.clone(),
            games: *games,
            units: *units,
            of: *of,
        };
        self.habits.iter().map(row).collect()
    }

    fn openings(&self) -> Vec<OpeningRow> {
        let row = |((stage, hex, side), &[games, won]): (&(Stage, String, u8), &[u64; 2])| OpeningRow {
            stage: *stage,
            hex: hex.clone(),
            side: *side,
            games,
            won,
        };
        self.openings.iter().map(row).collect()
    }
}

/// A table that is written in parts, in both forms. It takes its place when it is whole.
struct Volume {
    names: [[PathBuf; 2]; 2],
    csv: CsvWriter<BufWriter<fs::File>>,
    parquet: ParquetWriter<BufWriter<fs::File>>,
}

impl Volume {
    fn begin(folder: &Path, name: &str, columns: Vec<Column>) -> Result<Volume, SimError> {
        let names = ["csv", "parquet"].map(|kind| {
            let file = folder.join(format!("{name}.{kind}"));
            [unfinished(&file), file]
        });
        let open = |file: &PathBuf| fs::File::create(file).map(BufWriter::new).map_err(SimError::at(file));
        let [csv, parquet] = [open(&names[0][0])?, open(&names[1][0])?];
        let mut csv = CsvWriter::new(csv);
        csv.write(&columns).map_err(SimError::at(&names[0][0]))?;
        let parquet = ParquetWriter::new(parquet, name, &columns).map_err(|e| SimError::damaged(&names[1][0], e))?;
        Ok(Volume { names, csv, parquet })
    }

    fn write(&mut self, columns: &[Column]) -> Result<(), SimError> {
        self.csv.write(columns).map_err(SimError::at(&self.names[0][0]))?;
        self.parquet.write(columns).map_err(|error| SimError::damaged(&self.names[1][0], error))
    }

    fn finish(self) -> Result<(), SimError> {
        let [csv, parquet] = &self.names;
        self.csv.finish().flush().map_err(SimError::at(&csv[0]))?;
        let mut out = self.parquet.finish().map_err(|error| SimError::damaged(&parquet[0], error))?;
        out.flush().map_err(SimError::at(&parquet[0]))?;
        for [unfinished, file] in &self.names {
            fs::rename(unfinished, file).map_err(SimError::at(file))?;
        }
        Ok(())
    }
}

/// Where a file is written before it takes its place: of this process alone, for others may be at work here too.
fn unfinished(file: &Path) -> PathBuf {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    file.with_file_name(format!(".{name}.{}", std::process::id()))
}

/// Writes a whole file or none of it.
fn write_whole(file: &Path, bytes: &[u8]) -> Result<(), SimError> {
    let unfinished = unfinished(file);
    fs::write(&unfinished, bytes).map_err(SimError::at(&unfinished))?;
    fs::rename(&unfinished, file).map_err(SimError::at(file))
}

fn copy_all(from: &Path, to: &Path) -> Result<(), SimError> {
    fs::create_dir_all(to).map_err(SimError::at(to))?;
    for entry in fs::read_dir(from).map_err(SimError::at(from))? {
        let entry = entry.map_err(SimError::at(from))?;
        let (path, copy) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy_all(&path, &copy)?;
        } else {
            fs::copy(&path, &copy).map_err(SimError::at(&path))?;
        }
    }
    Ok(())
}
