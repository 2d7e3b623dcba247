//! Dice that were committed to before play: the record shows it, and every lie about them comes out.

use ai::Player;
use catalogue::{Game, HEX_FIGHT, NewMatch};
use engine::dice::{Commitment, Seed};
use engine::{Decision, Record};
use std::sync::Arc;

fn game() -> Arc<dyn Game> {
    HEX_FIGHT.load(None).unwrap()
}

fn salts(salts: &[(&str, &str)]) -> Vec<(String, String)> {
    salts.iter().map(|(side, salt)| (side.to_string(), salt.to_string())).collect()
}

fn played(commitment: Commitment) -> Record {
    let mut table = game().begin(NewMatch { commitment: Some(commitment), ..NewMatch::default() }).unwrap();
    let dice = ai::dice(Seed::from(2));
    while let Decision::Choose(_) = table.decision() {
        table.play_computer(Player::GREEDY, &dice).unwrap();
    }
    table.record()
}

fn honest() -> Commitment {
    Commitment::new([42; 32]).with_salts(salts(&[("blue", "left"), ("red", "right")])).unwrap()
}

#[test]
fn a_record_shows_that_its_dice_were_committed_to() {
    for commitment in [honest(), Commitment::new([1; 32])] {
        let record = played(commitment.clone());
        assert_eq!(record.head.seed, commitment.seed());
        let read = Record::parse(&record.to_string()).unwrap();
        assert_eq!(read.head.commitment, Some(commitment));
        assert_eq!(game().replay(&read).unwrap().record(), record);
    }
}

#[test]
fn a_changed_secret_salt_seed_or_commitment_is_found() {
    let record = played(honest());
    let text = record.to_string();
    // The seals are made to fit, as a liar would.
    let lie = |from: &str, to: &str| {
        let head = text.split("\n1 ").next().unwrap().replace(from, to);
        let closing = "unfinished after 0 actions";
        let unsealed = format!("{head}\n{closing} #0");
        assert!(Record::parse(&unsealed).unwrap_err().message.starts_with("the seal does not fit"));
        let parsed = Record::parse(&sealed(&head, closing)).unwrap();
        let untrue = Record { lines: record.lines.clone(), result: record.result.clone(), ..parsed };
        game().replay(&untrue).err().unwrap().to_string()
    };
    let commitment = honest();
    let (secret, digest, seed) = (commitment.secret(), commitment.digest(), commitment.seed().to_string());
    let other = "ab".repeat(32);
    let error = lie(&format!("secret: {secret}"), &format!("secret: {other}"));
    assert!(error.starts_with("line 8: the secret is not the one committed to: its SHA-256 is "), "{error}");
    let error = lie(&format!("commitment: {digest}"), &format!("commitment: {other}"));
    assert_eq!(error, format!("line 8: the secret is not the one committed to: its SHA-256 is {digest}, not {other}"));
    let error = lie(&format!("seed: {seed}"), "seed: 7");
    assert_eq!(error, format!("line 6: the seed is not what secret and salts give: they give {seed}, not 7"));
    for (from, to) in [("blue=left", "blue=right"), ("blue=left ", ""), (" red=right", "")] {
        let error = lie(from, to);
        assert!(error.starts_with("line 6: the seed is not what secret and salts give"), "{error}");
    }
    let error = lie("blue=left", "green=left");
    assert_eq!(error, "line 9: there is no side \"green\" to have a salt");
    let error = lie("blue=left red=right", "red=right blue=left");
    assert_eq!(error, "line 9: each side has one salt at most, and they stand in the game's order");
}

/// A record with this head and closing line, sealed as it should be.
fn sealed(head: &str, closing: &str) -> String {
    use sha2::{Digest, Sha256};
    let hash = Sha256::digest(format!("{head}\n{closing}\n"));
    let seal: String = hash.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    format!("{head}\n{closing} #{seal}\n")
}

#[test]
fn only_the_games_sides_add_salt() {
    let begin = |salt| {
        let commitment = Commitment::new([42; 32]).with_salts(salts(salt)).unwrap();
        game().begin(NewMatch { commitment: Some(commitment), ..NewMatch::default() }).err()
    };
    assert_eq!(begin(&[("blue", "a"), ("red", "b")]), None);
    assert_eq!(begin(&[("green", "a")]).unwrap(), "there is no side \"green\" to have a salt");
    let order = "each side has one salt at most, and they stand in the game's order";
    assert_eq!(begin(&[("red", "a"), ("blue", "b")]).unwrap(), order);
    assert_eq!(begin(&[("red", "a"), ("red", "b")]).unwrap(), order);
}
