//! What stands in for the ways out in a program that was built without them.

use crate::config::Config;
use wire::TurnTold;

/// Why nothing can be sent.
#[derive(Debug, thiserror::Error)]
pub enum PostError {
    /// There is no way to send mail.
    #[error("this Grognard was built without mail; `cargo build --release` builds it in")]
    Without,
}

/// Why something was not sent.
#[derive(Debug, thiserror::Error)]
pub enum SendError {
    /// It never will be.
    #[error("{0}")]
    Never(&'static str),
    /// Perhaps later.
    #[error("{0}")]
    NotNow(String),
}

/// Mail can go nowhere.
pub fn is_mail_address(_text: &str) -> bool {
    false
}

/// No ways out.
pub struct Post;

impl Post {
    /// Nothing is opened.
    pub fn new(config: &Config) -> Result<Post, PostError> {
        if config.mail.is_some() { Err(PostError::Without) } else { Ok(Post) }
    }

    /// Mail cannot be sent.
    pub fn has_mail(&self) -> bool {
        false
    }

    /// No webhook's address is any good.
    pub fn check_webhook(&self, _address: &str) -> Result<(), &'static str> {
        Err("this server calls no webhooks")
    }

    /// Sends nothing.
    pub async fn mail(&self, _to: &str, _subject: &str, _text: String) -> Result<(), SendError> {
        Err(SendError::Never("this server sends no mail"))
    }

    /// Calls nothing.
    pub async fn webhook(&self, _address: &str, _body: &TurnTold) -> Result<(), SendError> {
        Err(SendError::Never("this server calls no webhooks"))
    }
}
