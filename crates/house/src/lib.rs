//! Grognard plays hex-and-counter wargames the way their rulebooks say. This page is the plan of the house: which crate is
//! which room, and who may know whom. It holds no code; its tests see that the house stays in order.
//!
//! ```text
//! hexboard ◄ engine ◄ games ◄ catalogue ◄ sim ◄ report        page (web/)
//!               ▲  ◄── ai ◄──────┤ ▲                             ▼
//!               ▲  ◄── wire ◄────┴─┼────────── server            ▼
//!               └ render ◄─────────┴──────── server ◄────── grognard ► cluster, ledger
//! ```
//!
//! An arrow points at what is known. Nothing below knows anything above it, and no rule stands anywhere but in a game.
//!
//! | room | what it is |
//! |---|---|
//! | [`hexboard`](../hexboard/index.html) | boards: hexes, hexsides, numbering, terrain, distances, sight, movement ranges; free of any rules |
//! | [`engine`](../engine/index.html) | what every game shares: the `Rules` trait, decisions, dice, events, records, views, forecasts, data files, and the laws that every game keeps |
//! | [`first_blood`](../first_blood/index.html), [`rock_of_the_marne`](../rock_of_the_marne/index.html), [`miracle_on_the_marne`](../miracle_on_the_marne/index.html), [`clash_of_giants`](../clash_of_giants/index.html), [`march_into_battle`](../march_into_battle/index.html) | one rule system each; the files carry the names of the rulebook's chapters |
//! | [`hex_fight`](../hex_fight/index.html) | the smallest whole game, to learn from: `docs/adding-a-game.md` walks through it |
//! | [`ai`](../ai/index.html) | computer players that play any game of the engine |
//! | [`analysis`](../analysis/index.html) | finished games looked at again: chances, luck and choices apart, better lines |
//! | [`wire`](../wire/index.html) | everything that is said to a page, a bot or another program, as types |
//! | [`catalogue`](../catalogue/index.html) | the list of games, and the one face that all of them show to what stands above |
//! | [`sim`](../sim/index.html), [`report`](../report/index.html), [`cluster`](../cluster/index.html) | self-play in bulk, what it says, and how it is shared out to many machines |
//! | [`render`](../render/index.html) | maps as a publisher would print them |
//! | [`server`](../server/index.html), [`page`](../page/index.html) | accounts, lobby, matches, storage; and the page in the browser that the program carries |
//! | [`ledger`](../ledger/index.html) | for every clause of a rulebook the code that cites it and the tests that show it |
//! | [`grognard`](../grognard/index.html) | the program |
//! | `python/` | the module for Python, and environments for those who learn: `docs/python.md` |
//!
//! # Where to begin
//!
//! - Somebody who wants to know how a rule is carried: the chapter's file in the game, `MOVEMENT` in
//!   `crates/games/GAME/src/movement.rs`; the game's `ledger.tsv` names code and tests of every clause.
//! - Somebody who adds a game: [`engine`](../engine/index.html) and `docs/adding-a-game.md`.
//! - Somebody who writes a bot: `docs/protocol.md` for lines, `docs/server.md` for HTTP.
//! - Somebody who changes something here: `CONTRIBUTING.md` says what to run for which change.
