//! How the page is to be read.

use super::{Section, Studies};
use maud::html;

/// How the page is to be read.
pub fn section(_studies: &Studies) -> Section {
    let body = html! {
        dl {
            dt { "95 % interval" }
            dd {
                "Where the true value lies, as far as these games show: such intervals hold it in 95 of 100 runs. Shares of \
                 games have Wilson's interval, means Student's. Four times as many games halve an interval."
            }
            dt { "Strength, lost" }
            dd { "Strength is counted in the steps or factors of the game's own counters; what left the board alive is not lost." }
            dt { "Ground" }
            dd { "A hex counts for the side whose nearest unit is nearer than the enemy's." }
            dt { "Front" }
            dd { "A hex is at the front at the end of a turn if a unit stands in it next to an enemy." }
            dt { "p value" }
            dd {
                "How often chance alone would show so much or more. Below 0.05 is called significant; where several things are \
                 tested at once, the values are corrected by Holm's method so that the whole still cries wolf only once in twenty."
            }
            dt { "What it is not" }
            dd {
                "Computers played these games. What they show of a scenario holds for players like these; a plan that none of \
                 them sees does not show."
            }
        }
    };
    Section { id: "methods", title: "How to read this", body }
}
