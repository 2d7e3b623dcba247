//! What others see of a page before they open it: a title, a sentence, and where pictures of pixels are built in, one.

use crate::games::Games;
use crate::store::{MatchRow, Store};
use crate::web::client::Client;
use crate::web::gate::Gate;
use catalogue::Game;
use std::fmt::Write as _;

/// What a page says of itself.
struct Preview {
    title: String,
    text: String,
    /// The address of its picture, without the server's.
    picture: String,
}

/// The lines for the head of the page at an address, where there is more to say of it than of any page.
pub async fn head(store: &dyn Store, games: &Games, base: &str, path: &str, query: Option<&str>) -> Option<String> {
    let (kind, id) = path.trim_matches('/').split_once('/')?;
    let preview = match kind {
        "games" => of_game(&*games.get(id)?),
        "m" | "replay" => {
            let row = store.match_row(id).await.ok()??;
            of_match(&*games.get(&row.game)?, &row, moment(query))
        }
        _ => return None,
    };
    Some(written(&preview, base))
}

/// The address by which players reach the server.
pub fn base(gate: &Gate, client: &Client) -> String {
    let scheme = if client.https { "https" } else { "http" };
    let asked = || client.host.as_ref().map(|host| format!("{scheme}://{host}"));
    let public = gate.public.as_deref().map(|public| public.trim_end_matches('/').to_string());
    public.or_else(asked).unwrap_or_else(|| format!("http://{}", gate.address))
}

fn of_game(game: &dyn Game) -> Preview {
    let about = game.about();
    let text = game.door().map_or(String::new(), |door| door.battle.text.clone());
    Preview { title: about.title.clone(), text, picture: format!("/api/games/{}/map.png", about.id) }
}

fn of_match(game: &dyn Game, row: &MatchRow, at: Option<i64>) -> Preview {
    let about = game.about();
    let scenario = about.scenario(&row.scenario).map_or("", |index| about.scenarios[index].title.as_str());
    // While it goes on, the number of actions may tell what is hidden.
    let at = at.or((row.summary.status == "over").then_some(row.summary.actions));
    let at = at.map_or(String::new(), |at| format!("?at={at}"));
    let text = match row.summary.status.as_str() {
        "waiting" => "A seat is free. Sit down and play.".to_string(),
        "over" => "A finished game, step by step.".to_string(),
        _ => format!("Turn {}. The game goes on.", row.summary.turn),
    };
    let picture = format!("/api/matches/{}/picture.png{at}", row.id);
    Preview { title: format!("{}: {scenario}", about.title), text, picture }
}

/// The moment of a replay that an address names: `at=5`.
fn moment(query: Option<&str>) -> Option<i64> {
    query?.split('&').find_map(|pair| pair.strip_prefix("at=")?.parse().ok())
}

fn written(preview: &Preview, base: &str) -> String {
    let mut lines = String::new();
    let mut line = |name: &str, value: &str| {
        let _ = writeln!(lines, "    <meta property=\"{name}\" content=\"{}\" />", escaped(value));
    };
    line("og:type", "website");
    line("og:site_name", "Grognard");
    line("og:title", &preview.title);
    line("og:description", &preview.text);
    if cfg!(feature = "png") {
        line("og:image", &format!("{base}{}", preview.picture));
        line("twitter:card", "summary_large_image");
    }
    lines
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_somebody_typed_stays_text() {
        let preview = Preview { title: "\"><script>".into(), text: "a & b".into(), picture: "/p".into() };
        let lines = written(&preview, "https://example.org");
        assert!(lines.contains("content=\"&quot;&gt;&lt;script&gt;\"") && lines.contains("a &amp; b"), "{lines}");
    }

    #[test]
    fn a_replay_names_its_moment() {
        assert_eq!((moment(Some("see=us&at=5")), moment(Some("at=x")), moment(None)), (Some(5), None, None));
    }
}
