use ai::{Bout, Player};

use clash_of_giants::ClashOfGiants;
use engine::Options;
#[test]
fn arena() {
    let game = ClashOfGiants::load(None).unwrap();
    let games: u64 = std::env::var("GAMES").map_or(20, |g| g.parse().unwrap());
    let only: Option<usize> = std::env::var("SCENARIO").ok().map(|g| g.parse().unwrap());
    for scenario in 0..3 {
        if only.is_some_and(|o| o != scenario) {
            continue;
        }
        for players in
            [[Player::Greedy, Player::Random], [Player::Random, Player::Greedy], [Player::Greedy, Player::Greedy]]
        {
            let bout = Bout { scenario, options: Options::default(), players };
            let states = bout.games(&game, games);
            let won = states.iter().filter(|s| s.outcome.unwrap().winner == Some(engine::Side::First)).count();
            let mut clauses = std::collections::BTreeMap::new();
            let mut dead = [0, 0];
            let mut margin = 0;
            for s in &states {
                let o = s.outcome.unwrap();
                *clauses.entry((o.winner.map(|w| w.index()), o.clause.0)).or_insert(0) += 1;
                margin += if o.winner == Some(engine::Side::First) { o.margin } else { -o.margin };
                let t = game.theatre_of(s.campaign);
                for side in 0..2 {
                    dead[side] += s.dead.and(t.of[side]).len();
                }
            }
            if players == [Player::Greedy, Player::Greedy] {
                let t = game.theatre_of(states[0].campaign);
                for (i, prize) in t.prizes.iter().enumerate() {
                    let g = states.iter().filter(|s| s.owners[i] == clash_of_giants::state::Owner::German).count();
                    let a = states.iter().filter(|s| s.owners[i] == clash_of_giants::state::Owner::Allied).count();
                    print!("{} {:?} {g}/{a}; ", prize.name, prize.worth);
                }
                let mut m: Vec<i32> = states
                    .iter()
                    .map(|s| {
                        let o = s.outcome.unwrap();
                        if o.winner == Some(engine::Side::First) { o.margin } else { -o.margin }
                    })
                    .collect();
                m.sort();
                println!("\nmargins {m:?} turns {:?}", states.iter().map(|s| s.turn).collect::<Vec<_>>());
            }
            println!(
                "scenario {scenario} {players:?}: german {won}/{games} {clauses:?} dead {:?} margin {:.1}",
                dead.map(|d| d as f64 / games as f64),
                margin as f64 / games as f64
            );
        }
    }
}
