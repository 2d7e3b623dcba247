//! What can be said to `grognard admin`.

use clap::{Args, Subcommand};
use std::path::PathBuf;

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    grognard admin users ney                          accounts with \"ney\" in their name\n  \
    grognard admin password Ney                       a new password for somebody who has lost his\n  \
    grognard admin ban Ney                            show somebody out\n  \
    grognard admin close 2h5kd7m9p3r4t6vw --loser us  end a match\n  \
    grognard admin backup copy.sqlite                 a copy of all that is kept, while the server runs\n\n\
    The server must have been started with --admin-key (or GROGNARD_ADMIN_KEY), and the same key is told here. Users are \
    named by their account's name or by their id.")]
pub struct AdminArgs {
    /// Where the server is
    #[arg(long, value_name = "URL", env = "GROGNARD_SERVER", default_value = "http://127.0.0.1:1918", global = true)]
    pub server: String,
    /// The operator's key that the server was started with
    #[arg(long, value_name = "KEY", env = "GROGNARD_ADMIN_KEY", hide_env_values = true, global = true)]
    pub admin_key: Option<String>,
    #[command(subcommand)]
    pub command: AdminCommand,
}

#[derive(Subcommand)]
pub enum AdminCommand {
    /// List accounts, all or those with this part in their name
    Users {
        /// A part of the name
        part: Option<String>,
    },
    /// Show somebody out: his sessions end, and he cannot sign in
    Ban { user: String },
    /// Let somebody in again
    Unban { user: String },
    /// Give an account a new password, which is said once
    Password { user: String },
    /// Forget a user: in his matches a nameless guest stays
    ForgetUser { user: String },
    /// List matches, private ones too, those changed last first
    Matches {
        /// Only those of this user
        #[arg(long)]
        user: Option<String>,
        /// How many at most
        #[arg(long, default_value_t = 50)]
        most: usize,
    },
    /// End a match: one side is taken to have given up
    Close {
        id: String,
        /// The side that loses
        #[arg(long, value_name = "SIDE")]
        loser: String,
    },
    /// Delete a match with its record and all that was said
    Delete { id: String },
    /// Delete what was said and offered in a match
    DeleteTalk { id: String },
    /// List shared studies, those changed last first
    Studies {
        /// Only those of this user
        #[arg(long)]
        user: Option<String>,
    },
    /// Delete a shared study: its link leads nowhere
    DeleteStudy { id: String },
    /// Throw away guests who never came back, matches in which nothing was played and, if asked, old finished ones
    Sweep {
        /// Those that nobody has touched for so many days
        #[arg(long, value_name = "DAYS", default_value_t = 90)]
        unused_days: u32,
        /// Finished matches too, after so many days
        #[arg(long, value_name = "DAYS")]
        finished_days: Option<u32>,
    },
    /// Work all ratings out anew from the rated matches
    Ratings,
    /// Copy an SQLite database to a file, while the server runs or not
    Backup {
        file: PathBuf,
        #[command(flatten)]
        place: Place,
    },
    /// Put a copy in the place of an SQLite database whose server does not run; the old one is kept beside it
    Restore {
        file: PathBuf,
        #[command(flatten)]
        place: Place,
    },
}

/// Where everything is kept.
#[derive(Args)]
pub struct Place {
    /// The database: sqlite:FILE [default: the file in your data folder]
    #[arg(long, value_name = "URL", env = "GROGNARD_DATABASE", hide_env_values = true)]
    pub database: Option<String>,
}
