//! A match with at least one human at the terminal.

use super::board::{Window, draw};
use super::command::{Command, HELP};
use super::paint::Paint;
use super::{options, room, words};
use crate::failure::Failure;
use crate::files::{Keeper, write_new};
use crate::seats::{Seat, Seats};
use ai::Player;
use catalogue::AnyMatch;
use engine::dice::SeededDice;
use engine::{Decision, Event, PlayError, Side, Viewer};
use hexboard::Hex;
use std::io::{BufRead, Write};
use std::path::Path;

/// A match with at least one human at the terminal.
pub struct Session<'a> {
    table: Box<dyn AnyMatch>,
    seats: Seats,
    keeper: Keeper,
    input: &'a mut dyn BufRead,
    out: &'a mut dyn Write,
    paint: Paint,
    /// Whether somebody sits there, who wants pauses.
    live: bool,
    thoughts: SeededDice,
    /// Whether the terminal says that a computer thinks.
    thinking: bool,
    /// How much of the log each side has been told.
    told: [usize; 2],
    /// The side, turn and phase for which the board was last drawn.
    drawn: Option<(Side, u32, String)>,
    /// The lines of options listed last, and how many of them were shown.
    list: (Vec<String>, usize),
}

/// What comes after a command.
enum Then {
    /// The same side is asked again.
    Ask,
    /// The match stands differently.
    Moved,
    /// The player has left.
    Left,
}

impl<'a> Session<'a> {
    /// Sits down at a table.
    pub fn new(
        table: Box<dyn AnyMatch>,
        seats: Seats,
        keeper: Keeper,
        input: &'a mut dyn BufRead,
        out: &'a mut dyn Write,
    ) -> Session<'a> {
        let thoughts = ai::dice(table.record().head.seed);
        // Who comes back to a match has been told what happened before.
        let told = [table.log().len(); 2];
        let (paint, live) = (Paint::for_stdout(), std::io::IsTerminal::is_terminal(&std::io::stdin()));
        let list = (Vec::new(), 0);
        Session { table, seats, keeper, input, out, paint, live, thoughts, thinking: false, told, drawn: None, list }
    }

    /// Plays until the game is over or the player leaves.
    pub fn run(mut self) -> Result<(), Failure> {
        loop {
            let side = match self.table.decision() {
                Decision::Choose(side) => side,
                Decision::Over(_) => {
                    self.thought_enough()?;
                    return self.tell_the_end();
                }
            };
            match self.seats.of(side) {
                Seat::Computer(player) => {
                    self.say_thinking(side, player)?;
                    self.table.play_computer(player, &self.thoughts)?;
                    self.keeper.keep_now(&*self.table)?;
                }
                Seat::Human => {
                    self.thought_enough()?;
                    if let Then::Left = self.ask(side)? {
                        return self.say_goodbye();
                    }
                }
            }
        }
    }

    /// Where somebody sits there, says that a computer thinks that may take its time. Every action is kept when it is
    /// played, so he may leave.
    fn say_thinking(&mut self, side: Side, player: Player) -> Result<(), Failure> {
        if self.live && !self.thinking && !player.is_quick() {
            let title = self.table.about().side_title(side);
            write!(self.out, "{title} ({player}) is thinking… (Ctrl-C leaves; the match is kept)")?;
            self.out.flush()?;
            self.thinking = true;
        }
        Ok(())
    }

    /// Wipes out that a computer thinks.
    fn thought_enough(&mut self) -> Result<(), Failure> {
        if std::mem::take(&mut self.thinking) {
            write!(self.out, "\r\x1b[K")?;
        }
        Ok(())
    }

    /// Tells a side what happened, asks it to choose, and does what it says until the match stands differently.
    fn ask(&mut self, side: Side) -> Result<Then, Failure> {
        self.hand_over(side)?;
        self.tell(side)?;
        self.list_options(None)?;
        loop {
            write!(self.out, "{} > ", self.table.about().side_id(side))?;
            self.out.flush()?;
            let Some(line) = self.read_line()? else { return Ok(Then::Left) };
            match Command::read(&line) {
                Err(hint) => writeln!(self.out, "{hint}")?,
                Ok(command) => match self.obey(side, command)? {
                    Then::Ask => {}
                    moved_or_left => return Ok(moved_or_left),
                },
            }
        }
    }

    /// The next line that is typed, or nothing at the end of the input.
    fn read_line(&mut self) -> Result<Option<String>, Failure> {
        let mut bytes = Vec::new();
        let read = self.input.read_until(b'\n', &mut bytes)?;
        Ok((read > 0).then(|| String::from_utf8_lossy(&bytes).into_owned()))
    }

    fn obey(&mut self, side: Side, command: Command) -> Result<Then, Failure> {
        match command {
            Command::Take(text) => return self.take(side, &text),
            Command::Undo => return self.undo(),
            Command::Resign => return self.resign(side),
            Command::Quit => return Ok(Then::Left),
            Command::Why(what) => self.why(&what)?,
            Command::Odds(what) => self.odds(what.as_deref())?,
            Command::Board(hex) => self.board(side, hex.as_deref())?,
            Command::Look(hex) => self.look(side, &hex)?,
            Command::Status => {
                let view = self.table.view(Viewer::Side(side));
                writeln!(self.out, "Turn {}, {}", view.turn, view.phase.title)?;
                self.print(&words::status_lines(&view))?;
            }
            Command::Options(text) => self.list_options(text.as_deref())?,
            Command::More => self.more()?,
            Command::Log => {
                let events =
                    self.table.log().iter().map(|(_, event)| event).filter(|event| event.is_for(Viewer::Side(side)));
                self.print(&words::event_lines(events, self.paint))?;
            }
            Command::Save(file) => match write_new(Path::new(&file), &self.table.record().to_string()) {
                Ok(()) => writeln!(self.out, "Saved in {file}.")?,
                Err(Failure::Said(message)) => writeln!(self.out, "Not saved: {message}.")?,
                Err(closed) => return Err(closed),
            },
            Command::Help => writeln!(self.out, "{HELP}")?,
            Command::Nothing => {}
        }
        Ok(Then::Ask)
    }

    /// The notation of an option that was named by its number, or the text itself.
    fn notation(&self, text: &str) -> String {
        let number = text.parse::<usize>().ok().filter(|_| !text.starts_with('0'));
        let option = number.and_then(|number| self.table.notations().get(number.checked_sub(1)?).cloned());
        option.unwrap_or_else(|| text.to_string())
    }

    fn take(&mut self, side: Side, text: &str) -> Result<Then, Failure> {
        let notation = self.notation(text);
        match self.table.play(side, &notation) {
            Ok(_) => {
                self.keeper.keep_now(&*self.table)?;
                Ok(Then::Moved)
            }
            Err(PlayError::Refused(refusal)) => {
                self.print(&words::refusal_lines(self.table.book(), &refusal))?;
                Ok(Then::Ask)
            }
            Err(error) => {
                writeln!(self.out, "{error}. Type \"help\" for what can be said here.")?;
                Ok(Then::Ask)
            }
        }
    }

    /// Takes back actions up to the last that a human chose.
    fn undo(&mut self) -> Result<Then, Failure> {
        let mut then = Then::Ask;
        loop {
            if let Err(error) = self.table.undo() {
                writeln!(self.out, "Not taken back: {error}.")?;
                break;
            }
            then = Then::Moved;
            if let Decision::Choose(side) = self.table.decision()
                && self.seats.of(side) == Seat::Human
            {
                break;
            }
        }
        self.told = self.told.map(|told| told.min(self.table.log().len()));
        self.keeper.keep_now(&*self.table)?;
        Ok(then)
    }

    fn resign(&mut self, side: Side) -> Result<Then, Failure> {
        write!(self.out, "Give up as {}? (yes or no) ", self.table.about().side_title(side))?;
        self.out.flush()?;
        if self.read_line()?.is_none_or(|line| line.trim() != "yes") {
            return Ok(Then::Ask);
        }
        self.table.concede(side)?;
        self.keeper.keep_now(&*self.table)?;
        Ok(Then::Moved)
    }

    fn why(&mut self, what: &str) -> Result<(), Failure> {
        let is_hex = self.table.map().board.parse(what).is_ok();
        let what = if is_hex { what.to_string() } else { self.notation(what) };
        match self.table.why(&what) {
            Ok(why) => self.print(&words::why_lines(self.table.book(), &why)),
            Err(error) => Ok(writeln!(self.out, "{error}.")?),
        }
    }

    fn odds(&mut self, what: Option<&str>) -> Result<(), Failure> {
        if let Some(what) = what {
            return match self.table.forecast(&self.notation(what)) {
                Ok(Some(forecast)) => self.print(&words::forecast_lines(&forecast)),
                Ok(None) => Ok(writeln!(self.out, "It costs nothing and leaves nothing to chance.")?),
                Err(PlayError::Refused(refusal)) => self.print(&words::refusal_lines(self.table.book(), &refusal)),
                Err(error) => Ok(writeln!(self.out, "{error}.")?),
            };
        }
        let mut any = false;
        for (index, choice) in self.table.choices().into_iter().enumerate() {
            if let Ok(Some(forecast)) = self.table.forecast(&choice.action)
                && !forecast.chances.is_empty()
            {
                any = true;
                writeln!(self.out, "{}  {}: {}", index + 1, choice.text, words::chances_line(&forecast))?;
            }
        }
        if !any {
            writeln!(self.out, "No option rolls dice now; \"odds OPTION\" shows what one costs.")?;
        }
        Ok(())
    }

    /// Draws the board as a side sees it, around a hex or around what can be chosen.
    fn board(&mut self, side: Side, hex: Option<&str>) -> Result<(), Failure> {
        let board = &self.table.map().board;
        let named = match hex.map(|hex| board.parse(hex)) {
            Some(Err(error)) => return Ok(writeln!(self.out, "{error}.")?),
            Some(Ok(hex)) => Some(hex),
            None => None,
        };
        let choices = self.table.choices();
        let marked: Vec<Hex> = choices.iter().filter_map(|c| board.parse(c.hex.as_deref()?).ok()).collect();
        let around: Vec<Hex> = match named {
            Some(hex) => vec![hex],
            None => {
                let news = self.news(side).flat_map(|event| event.hexes.iter().copied());
                marked.iter().copied().chain(news).collect()
            }
        };
        let (wide, high) = room();
        let window = Window { around: &around, marked: &marked, room: (wide, high.saturating_sub(12).max(12)) };
        let view = self.table.view(Viewer::Side(side));
        let lines = draw(self.table.map(), self.table.about(), &view, &window, self.paint);
        self.print(&lines)
    }

    /// Says what a side knows of a hex.
    fn look(&mut self, side: Side, hex: &str) -> Result<(), Failure> {
        match self.table.map().board.parse(hex) {
            Err(error) => Ok(writeln!(self.out, "{error}.")?),
            Ok(hex) => {
                let view = self.table.view(Viewer::Side(side));
                self.print(&words::hex_lines(self.table.map(), self.table.about(), &view, hex))
            }
        }
    }

    fn list_options(&mut self, text: Option<&str>) -> Result<(), Failure> {
        let choices = self.table.choices();
        let lines = match text {
            None => options::lines(&choices, room().0, self.paint),
            Some(text) => {
                let fits =
                    |(_, choice): &(usize, &engine::Choice)| choice.text.contains(text) || choice.action.contains(text);
                let found = choices.iter().enumerate().filter(fits);
                found.map(|(index, choice)| format!("{}  {}", index + 1, choice.text)).collect()
            }
        };
        self.list = (lines, 0);
        self.more()
    }

    fn more(&mut self) -> Result<(), Failure> {
        let (lines, next) = options::page(&self.list.0, self.list.1);
        self.list.1 = next;
        self.print(&lines)
    }

    /// What happened since a side was last told, as far as it may know.
    fn news(&self, side: Side) -> impl Iterator<Item = &Event> {
        let log = self.table.log().iter().skip(self.told[side.index()]);
        log.map(|(_, event)| event).filter(move |event| event.is_for(Viewer::Side(side)))
    }

    /// Where two humans share the terminal, lets one look away before the other looks.
    fn hand_over(&mut self, side: Side) -> Result<(), Failure> {
        let other = self.drawn.as_ref().is_some_and(|(last, ..)| *last != side);
        if other && self.live && self.seats.humans().len() == 2 {
            let title = self.table.about().side_title(side);
            write!(self.out, "\x1b[2J\x1b[H{title} to choose. Press Enter when only {title} looks. ")?;
            self.out.flush()?;
            self.read_line()?;
        }
        Ok(())
    }

    /// Tells a side what happened, shows the board if much has changed, and says what is to be chosen.
    fn tell(&mut self, side: Side) -> Result<(), Failure> {
        let news = words::event_lines(self.news(side), self.paint);
        self.print(&news)?;
        let view = self.table.view(Viewer::Side(side));
        let now = Some((side, view.turn, view.phase.id.clone()));
        if self.drawn != now {
            let title = format!("Turn {}, {}", view.turn, view.phase.title);
            writeln!(self.out, "{}", self.paint.bold(&title))?;
            self.board(side, None)?;
            self.drawn = now;
        }
        self.told[side.index()] = self.table.log().len();
        writeln!(self.out, "{}", self.paint.bold(&self.table.prompt()))?;
        Ok(())
    }

    fn tell_the_end(&mut self) -> Result<(), Failure> {
        self.keeper.keep_now(&*self.table)?;
        let lines = match self.seats.humans()[..] {
            [side] => words::event_lines(self.news(side), self.paint),
            _ => {
                let told = self.told.into_iter().max().unwrap_or(0);
                words::event_lines(self.table.log().iter().skip(told).map(|(_, event)| event), self.paint)
            }
        };
        self.print(&lines)?;
        if let Some(result) = self.table.view(Viewer::All).result {
            writeln!(self.out, "{} ({})", self.paint.bold(&result.text), result.clause)?;
        }
        writeln!(self.out, "The record is in {}.", self.keeper.file().display())?;
        Ok(())
    }

    fn say_goodbye(&mut self) -> Result<(), Failure> {
        let file = self.keeper.file().display();
        writeln!(self.out, "\nSaved. Go on with: grognard play --resume {file}")?;
        Ok(())
    }

    fn print(&mut self, lines: &[String]) -> Result<(), Failure> {
        for line in lines {
            writeln!(self.out, "{line}")?;
        }
        Ok(())
    }
}
