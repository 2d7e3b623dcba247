//! The players, seen at the smallest game.

use ai::{Level, Limits, Patience, Player, Style, UnknownPlayer};
use clash_of_giants::ClashOfGiants;
use engine::dice::{Seed, SeededDice};
use engine::{Decision, Options, Rules, Side, Silence};
use hex_fight::HexFight;

/// The winner when these two play, the first of them blue.
fn winner(rules: &HexFight, players: [Player; 2], seed: u64) -> Option<Side> {
    let (mut dice, mut thoughts) = (SeededDice::new(seed), ai::dice(Seed::from(seed)));
    let mut state = rules.set_up(0, Options::default());
    let mut legal = Vec::new();
    loop {
        let side = match rules.decision(&state) {
            Decision::Choose(side) => side,
            Decision::Over(outcome) => return outcome.winner,
        };
        legal.clear();
        rules.legal(&state, &mut legal);
        let chosen = players[side.index()].choose(rules, &state, &legal, &mut thoughts, &Limits::default());
        rules.play(&mut state, legal[chosen], &mut dice, &mut Silence);
    }
}

#[test]
fn greedy_beats_random_from_either_side() {
    let rules = HexFight::load(None).unwrap();
    let won = |players, side| (0..100).filter(|&seed| winner(&rules, players, seed) == Some(side)).count();
    let (blue, red) =
        (won([Player::GREEDY, Player::RANDOM], Side::First), won([Player::RANDOM, Player::GREEDY], Side::Second));
    // Attacks are few and the dice decide much here, so no player can win nearly always.
    assert!(blue >= 75 && red >= 75, "{blue} and {red} of 100");
}

#[test]
fn random_takes_every_option_in_time_and_greedy_draws_among_equals() {
    let rules = HexFight::load(None).unwrap();
    let state = rules.set_up(0, Options::default());
    let mut legal = Vec::new();
    rules.legal(&state, &mut legal);
    let mut dice = ai::dice(Seed::from(3));
    for (player, all) in [(Player::RANDOM, true), (Player::GREEDY, false)] {
        let mut taken = vec![0; legal.len()];
        (0..2000).for_each(|_| taken[player.choose(&rules, &state, &legal, &mut dice, &Limits::default())] += 1);
        assert_eq!(taken.iter().all(|&times| times > 0), all, "{player}: {taken:?}");
        assert!(taken.iter().filter(|&&times| times > 0).count() > 1, "{player}: {taken:?}");
    }
}

#[test]
fn players_are_known_by_name() {
    for player in Player::ALL {
        assert_eq!(player.to_string().parse(), Ok(player));
    }
    let error = "genius".parse::<Player>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "there is no computer player \"genius\" (there are random, recruit, regular, greedy, veteran, grognard; styles are \
         bold, steady, wary: veteran:bold; veterans and grognards can be patient or tireless: grognard:patient)"
    );
}

#[test]
fn a_style_stands_beside_the_level_and_the_usual_one_needs_no_word() {
    let bold: Player = "veteran:bold".parse().unwrap();
    assert_eq!((bold.level, bold.style), (Level::Veteran, Style::Bold));
    assert_eq!(bold.to_string(), "veteran:bold");
    assert_eq!("veteran:steady".parse(), Ok(Player::VETERAN));
    assert_eq!(Player::VETERAN.to_string(), "veteran");
    assert!("veteran:rash".parse::<Player>().is_err());
    assert!("random:bold".parse::<Player>().is_err(), "who takes anything has no style");
}

#[test]
fn who_looks_ahead_can_be_told_to_take_longer() {
    let patient: Player = "grognard:wary:patient".parse().unwrap();
    assert_eq!((patient.level, patient.style, patient.patience), (Level::Grognard, Style::Wary, Patience::Patient));
    assert_eq!(patient.to_string(), "grognard:wary:patient");
    assert_eq!("grognard:patient:wary".parse(), Ok(patient), "in whichever order");
    assert_eq!("grognard:usual".parse(), Ok(Player::GROGNARD));
    for wrong in
        ["greedy:patient", "random:patient", "veteran:patient:tireless", "veteran:bold:wary", "veteran:", ":bold"]
    {
        assert_eq!(wrong.parse::<Player>(), Err(UnknownPlayer(wrong.to_string())));
    }
}

#[test]
fn the_bold_attack_more_than_the_wary() {
    let rules = ClashOfGiants::load(None).unwrap();
    let attacks = |style: &str| {
        let player: Player = format!("greedy:{style}").parse().unwrap();
        (1..=6).map(|seed| targets(&rules, player, seed)).sum::<usize>()
    };
    let [bold, wary] = ["bold", "wary"].map(attacks);
    assert!(bold > wary, "{bold} and {wary}");
}

/// How many hexes are attacked in a game of Tannenberg between two of a kind.
fn targets(rules: &ClashOfGiants, player: Player, seed: u64) -> usize {
    let (mut dice, mut thoughts) = (SeededDice::new(seed), ai::dice(Seed::from(seed)));
    let mut state = rules.set_up(0, rules.about().default_options());
    let (mut legal, mut targets) = (Vec::new(), 0);
    while let Decision::Choose(_) = rules.decision(&state) {
        legal.clear();
        rules.legal(&state, &mut legal);
        let chosen = player.choose(rules, &state, &legal, &mut thoughts, &Limits::default());
        targets += usize::from(rules.notation(&state, legal[chosen]).starts_with("target"));
        rules.play(&mut state, legal[chosen], &mut dice, &mut Silence);
    }
    targets
}
