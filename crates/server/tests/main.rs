//! The tests of the server, one program for all files.

mod accounts;
mod analyses;
mod bots;
mod company;
mod computer;
mod desk;
mod distrust;
mod documents;
mod fog;
mod history;
mod openapi;
mod players;
mod protocol;
mod proxy;
mod restart;
mod several;
mod storage;
mod studies;
mod support;
mod web;
mod workshop;
