//! The laws of [`Rules`](crate::Rules), as tests that every game runs, and the way in which a test claims the clauses it
//! shows, and the table on which tests play.

mod census;
mod charts;
mod claims;
mod facts;
mod fog;
mod forecasts;
mod overlay;
mod overlays;
mod pages;
mod playouts;
mod records;
mod shared;
mod strangers;
mod table;
mod tellings;
mod trace;
mod trial;

pub use census::{assert_census_agrees, assert_feeding_agrees, mustered, strengths};
pub use charts::{assert_charts_are_for_players, chart_cell};
pub use claims::Claim;
pub use facts::assert_board_fits;
pub use fog::{assert_hints_are_blind, assert_no_leak, assert_resampling_forgets};
pub use forecasts::assert_forecast_agrees;
pub use overlay::Overlay;
pub use overlays::assert_overlays_hold;
pub use pages::assert_page_quotes;
pub use playouts::{Playouts, Report};
pub use records::{assert_older_records_read, assert_records_replay, assert_sample_game};
pub use shared::Shared;
pub use table::{Setting, Table};
pub use tellings::play_and_hear;
#[doc(hidden)]
pub use trace::{Place, is_watched, ran};
pub use trial::{Rolling, Trial, Walk};
