//! What a player types.

/// What a player wants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Take an option, by number or notation.
    Take(String),
    /// Why may I, or may I not?
    Why(String),
    /// What will come of an option, or of all that roll dice?
    Odds(Option<String>),
    /// Draw the board, around a hex if one is named.
    Board(Option<String>),
    /// What stands in a hex?
    Look(String),
    /// What is in force, and what lies beside the board?
    Status,
    /// List the options, those only that contain some text if there is one.
    Options(Option<String>),
    /// The next page of options.
    More,
    /// Take back the last action.
    Undo,
    /// What happened so far.
    Log,
    /// Write the record into another file.
    Save(String),
    /// Give up.
    Resign,
    /// What can be said here?
    Help,
    /// Leave; the match is kept.
    Quit,
    /// Nothing.
    Nothing,
}

/// What can be said, for people.
pub const HELP: &str = "  NUMBER or NOTATION   take that option
  why HEX or OPTION    why it is allowed, or which rule forbids it
  odds [OPTION]        what an option costs and what may come of it
  board [HEX]          draw the board, around that hex
  look HEX             what stands there, as far as you may know
  status               what is in force, and what lies beside the board
  options [TEXT]       list the options, those only that contain TEXT
  more                 the next page of a long list
  undo                 take back your last action, if no die was rolled since
  log                  what happened so far
  save FILE            write the record into another file
  resign               give up
  quit                 leave; the match is saved";

impl Command {
    /// Reads a line; an error says what is missing.
    pub fn read(line: &str) -> Result<Command, &'static str> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = Some(rest.trim()).filter(|rest| !rest.is_empty()).map(str::to_string);
        Ok(match (word, rest) {
            ("", _) => Command::Nothing,
            ("why", Some(what)) => Command::Why(what),
            ("why", None) => return Err("why what? Name a hex or an option."),
            ("odds", what) => Command::Odds(what),
            ("board", hex) => Command::Board(hex),
            ("look", Some(hex)) => Command::Look(hex),
            ("look", None) => return Err("look where? Name a hex."),
            ("status", None) => Command::Status,
            ("options", text) => Command::Options(text),
            ("save", Some(file)) => Command::Save(file),
            ("save", None) => return Err("save where? Name a file."),
            ("more", None) => Command::More,
            ("undo", None) => Command::Undo,
            ("log", None) => Command::Log,
            ("resign", None) => Command::Resign,
            ("help" | "?", None) => Command::Help,
            ("quit", None) => Command::Quit,
            _ => Command::Take(line.to_string()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_command_is_an_option() {
        assert_eq!(Command::read(" 12 \n"), Ok(Command::Take("12".into())));
        assert_eq!(Command::read("move a 0304"), Ok(Command::Take("move a 0304".into())));
        assert_eq!(Command::read("undo that"), Ok(Command::Take("undo that".into())));
        // A unit that leaves the map does so by this word.
        assert_eq!(Command::read("exit"), Ok(Command::Take("exit".into())));
        assert_eq!(Command::read("why  0304"), Ok(Command::Why("0304".into())));
        assert_eq!(Command::read("odds"), Ok(Command::Odds(None)));
        assert!(Command::read("save").is_err());
    }
}
