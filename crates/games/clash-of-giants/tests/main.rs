//! The tests of Clash of Giants, one program for all chapters.

mod armies;
mod board;
mod cavalry;
mod combat;
mod command;
mod common;
mod components;
mod data;
mod explanations;
mod laws;
mod movement;
mod players;
mod rally;
mod records;
mod reinforcements;
mod replacements;
mod retreat;
mod returns;
mod rulings;
mod sequence;
mod setup;
mod stacking;
mod strategic;
mod supply;
mod victory;
mod zones;
