//! The tests of First Blood, one program for all chapters.

mod advance;
mod board;
mod bombardment;
mod census;
mod charts;
mod common;
mod components;
mod data;
mod events;
mod explanations;
mod fire;
mod fog;
mod guide;
mod laws;
mod line_of_fire;
mod movement;
mod overlays;
mod play_balance;
mod players;
mod records;
mod reinforcements;
mod rulings;
mod sequence;
mod setup;
mod stacking;
mod victory;
