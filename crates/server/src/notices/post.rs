//! The ways out: mail and HTTP.

use super::address::{PublicOnly, webhook_address};
use crate::config::{Config, MailConfig};
use lettre::message::Mailbox;
use lettre::{AsyncSmtpTransport, AsyncTransport as _, Message, Tokio1Executor};
use reqwest::{Client, Url};
use std::time::Duration;
use wire::TurnTold;

/// How long a mail server or a webhook may take to answer.
const PATIENCE: Duration = Duration::from_secs(15);

/// Why nothing can be sent.
#[derive(Debug, thiserror::Error)]
pub enum PostError {
    /// The address of the mail server is wrong.
    #[error("the mail server's address is wrong: {0}")]
    Server(String),
    /// The sender's address is wrong.
    #[error("the sender's address is wrong: {0}")]
    Sender(lettre::address::AddressError),
    /// There is no way to speak HTTP.
    #[error("no HTTP client: {0}")]
    Client(reqwest::Error),
}

/// Why something was not sent.
#[derive(Debug, thiserror::Error)]
pub enum SendError {
    /// It never will be.
    #[error("{0}")]
    Never(String),
    /// Perhaps later.
    #[error("{0}")]
    NotNow(String),
}

/// Whether mail can go there.
pub fn is_mail_address(text: &str) -> bool {
    text.parse::<lettre::Address>().is_ok()
}

/// The ways out.
pub struct Post {
    mail: Option<Mail>,
    client: Client,
    private_webhooks: bool,
}

struct Mail {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
}

impl Post {
    /// Opens them; nothing is sent yet.
    pub fn new(config: &Config) -> Result<Post, PostError> {
        // One provider of encryption for the whole program; a second call finds it installed, which is as good.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = Client::builder()
            .user_agent(concat!("grognard/", env!("CARGO_PKG_VERSION")))
            // A proxy or a redirect would lead past the check of the address.
            .no_proxy()
            .redirect(reqwest::redirect::Policy::none())
            .timeout(PATIENCE);
        let client = if config.private_webhooks { client } else { client.dns_resolver(PublicOnly) };
        Ok(Post {
            mail: config.mail.as_ref().map(Mail::new).transpose()?,
            client: client.build().map_err(PostError::Client)?,
            private_webhooks: config.private_webhooks,
        })
    }

    /// Whether mail can be sent.
    pub fn has_mail(&self) -> bool {
        self.mail.is_some()
    }

    /// Whether a webhook may go to this address; what is wrong with it else.
    pub fn check_webhook(&self, address: &str) -> Result<(), &'static str> {
        webhook_address(address, self.private_webhooks).map(drop)
    }

    /// Sends a mail of plain text.
    pub async fn mail(&self, to: &str, subject: &str, text: String) -> Result<(), SendError> {
        let never = |reason: String| SendError::Never(reason);
        let mail = self.mail.as_ref().ok_or_else(|| never("this server sends no mail".into()))?;
        let to = to.parse().map_err(|error| never(format!("the receiver's address: {error}")))?;
        let message = Message::builder().from(mail.from.clone()).to(Mailbox::new(None, to)).subject(subject);
        let message = message.body(text).map_err(|error| never(error.to_string()))?;
        match mail.transport.send(message).await {
            Ok(_) => Ok(()),
            Err(error) if error.is_permanent() => Err(never(error.to_string())),
            Err(error) => Err(SendError::NotNow(error.to_string())),
        }
    }

    /// Posts JSON to a webhook.
    pub async fn webhook(&self, address: &str, body: &TurnTold) -> Result<(), SendError> {
        // It was checked when it was given, but perhaps by other rules.
        let url = webhook_address(address, self.private_webhooks).map_err(|wrong| SendError::Never(wrong.into()))?;
        let answer = self.client.post(url).json(body).send().await;
        let answer = answer.map_err(|error| SendError::NotNow(error.without_url().to_string()))?;
        match answer.status() {
            status if status.is_success() => Ok(()),
            status => Err(SendError::NotNow(format!("the webhook answers {status}"))),
        }
    }
}

impl Mail {
    fn new(config: &MailConfig) -> Result<Mail, PostError> {
        let url = smtp_url(&config.smtp).map_err(PostError::Server)?;
        let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(url.as_str())
            .map_err(|error| PostError::Server(error.to_string()))?
            .timeout(Some(PATIENCE))
            .build();
        Ok(Mail { transport, from: config.from.parse().map_err(PostError::Sender)? })
    }
}

/// Adds to `smtp://` what it leaves open: mail is encrypted where the server can, and a password always, unless the
/// server is on this machine.
fn smtp_url(text: &str) -> Result<Url, String> {
    let mut url = Url::parse(text).map_err(|error| error.to_string())?;
    let is_open = url.scheme() == "smtp" && !url.query_pairs().any(|(name, _)| name == "tls");
    let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']);
    let is_near = host == "localhost" || host.parse().is_ok_and(|address: std::net::IpAddr| address.is_loopback());
    if is_open && !is_near {
        let tls = if url.password().is_some() { "required" } else { "opportunistic" };
        url.query_pairs_mut().append_pair("tls", tls);
    }
    Ok(url)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_travel_encrypted() {
        let url = |text| smtp_url(text).unwrap().to_string();
        assert_eq!(url("smtp://me:secret@mail.example.org:587"), "smtp://me:secret@mail.example.org:587?tls=required");
        assert_eq!(url("smtp://mail.example.org"), "smtp://mail.example.org?tls=opportunistic");
        assert_eq!(url("smtp://127.0.0.1:2525"), "smtp://127.0.0.1:2525");
        assert_eq!(url("smtps://me:secret@mail.example.org"), "smtps://me:secret@mail.example.org");
        assert_eq!(url("smtp://relay.lan?tls=required"), "smtp://relay.lan?tls=required");
    }

    #[test]
    fn a_wrong_mail_server_is_told_at_the_start() {
        let config = |smtp: &str, from: &str| Config {
            mail: Some(MailConfig { smtp: smtp.into(), from: from.into() }),
            ..Config::default()
        };
        assert!(
            Post::new(&config("smtp://localhost:25", "Grognard <play@example.org>")).is_ok_and(|post| post.has_mail())
        );
        assert!(matches!(Post::new(&config("localhost", "play@example.org")), Err(PostError::Server(_))));
        assert!(matches!(Post::new(&config("smtp://localhost", "nobody")), Err(PostError::Sender(_))));
        assert!(Post::new(&Config::default()).is_ok_and(|post| !post.has_mail()));
    }
}
