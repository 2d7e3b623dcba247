use clash_of_giants::ClashOfGiants;
use engine::dice::SeededDice;
use engine::{Decision, Options, Rules, Silence};
#[test]
fn speed() {
    let game = ClashOfGiants::load(None).unwrap();
    println!("state {}", std::mem::size_of::<clash_of_giants::State>());
    for scenario in 0..3 {
        let mut dice = SeededDice::new(1);
        let mut count = 0u64;
        let mut games = 0;
        let mut wins = [0; 3];
        let cpu0 = { let t = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap(); t.split(" ").next().unwrap().parse::<f64>().unwrap() / 1e9 };
        let mut legal = Vec::new();
        while count < 300_000 {
            let mut state = game.set_up(scenario, Options::default());
            while let Decision::Choose(_) = game.decision(&state) {
                legal.clear();
                game.legal(&state, &mut legal);
                let action = legal[dice.below(legal.len())];
                game.play(&mut state, action, &mut dice, &mut Silence);
                count += 1;
            }
            games += 1;
            match game.decision(&state) {
                Decision::Over(o) => wins[o.winner.map_or(2, |s| s.index())] += 1,
                _ => {}
            }
        }
        let s = { let t = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap(); t.split(" ").next().unwrap().parse::<f64>().unwrap() / 1e9 - cpu0 };
        println!("scenario {scenario}: {:.0} actions/s, {} per game, wins {wins:?}", count as f64 / s, count / games);
    }
}
