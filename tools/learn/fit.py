"""Fits judges of positions on a GPU: the same network that `grognard learn` fits by itself, with PyTorch.

    python3 fit.py SAMPLES NAMES OUT [SOURCE]

SAMPLES is a file of samples as `grognard learn` keeps them, NAMES the names of the features, a line each; OUT gets the text of a
judge. Several strengths of decay are tried at once, and the one that judges the games held back best is kept.
"""

import sys

import numpy as np
import torch

WIDTH, NARROW, ONE, REACH = 16, 8, 1024, 3.0
HELD_BACK, BATCH, SELDOM, PATIENCE = 10, 512, 12, 6
DECAYS = [0.03, 0.3, 1.0, 3.0, 10.0, 30.0]


def read(path):
    """Results and features of all positions, and the game that each is of."""
    data = open(path, "rb").read()
    head = b"grognard samples 1\n"
    assert data.startswith(head), "no file of samples"
    words = np.frombuffer(data, dtype="<u4", offset=len(head), count=(len(data) - len(head)) // 4)
    games, positions, features = (int(count) for count in words[:3])
    at = 3
    ends_of_games, at = words[at : at + games], at + games
    ends, at = words[at : at + positions], at + positions
    results, at = words[at : at + 2 * positions].view("<f4").reshape(-1, 2), at + 2 * positions
    cells = words[at : at + features].view("<u2").reshape(-1, 2)
    game = np.repeat(np.arange(games), np.diff(ends_of_games, prepend=0))
    return game, ends.astype(np.int64), results, cells[:, 0].astype(np.int64), cells[:, 1].view("<i2").astype(np.float32)


class Nets(torch.nn.Module):
    """As many networks of one shape as there are decays, side by side."""

    def __init__(self, count, features):
        super().__init__()
        draw = lambda *shape, size: torch.nn.Parameter((torch.rand(*shape) * 2 - 1) * size)
        self.rows = draw(features, count * WIDTH, size=0.05)
        self.start = torch.nn.Parameter(torch.full((count, WIDTH), 0.5))
        self.second = draw(count, NARROW, WIDTH, size=0.4)
        self.second_start = torch.nn.Parameter(torch.full((count, NARROW), 0.2))
        self.last = draw(count, 2, NARROW, size=0.4)
        self.last_start = torch.nn.Parameter(torch.zeros(count, 2))

    def forward(self, dense):
        first = torch.relu((dense @ self.rows).view(len(dense), -1, WIDTH) + self.start)
        second = torch.relu(torch.einsum("bcw,cnw->bcn", first, self.second) + self.second_start)
        said = torch.einsum("bcn,csn->bcs", second, self.last) + self.last_start
        win = 0.5 + 0.5 * said[..., 0] / (1 + said[..., 0].abs())
        return win, said[..., 1]


def main(samples, names, out, source="reconstruction learned in games of the computer against itself"):
    torch.manual_seed(1)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    names = open(names).read().split("\n")
    game, ends, results, numbers, amounts = read(samples)
    count, width = len(ends), len(names)
    seen = np.bincount(numbers, minlength=width)
    squares = np.bincount(numbers, weights=amounts.astype(np.float64) ** 2, minlength=width)
    scale = np.where(seen < SELDOM, 0.0, np.sqrt(seen / np.maximum(squares, 1.0))).astype(np.float32)
    kept = np.nonzero(scale)[0]
    column = np.full(width, -1)
    column[kept] = np.arange(len(kept))
    position = np.repeat(np.arange(count), np.diff(ends, prepend=0))
    used = column[numbers] >= 0
    dense = torch.zeros(count, len(kept), device=device)
    where = [torch.tensor(part[used], device=device) for part in (position, column[numbers], amounts * scale[numbers])]
    dense.index_put_((where[0], where[1]), where[2].float(), accumulate=True)
    margins = results[np.unique(game, return_index=True)[1], 1]
    mean, deviation = float(margins.mean()), max(float(margins.std()), 0.5)
    won = torch.tensor(results[:, 0].copy(), device=device)
    margin = torch.tensor(((results[:, 1] - mean) / deviation).clip(-REACH, REACH), device=device)
    held = torch.tensor(game % HELD_BACK == 0, device=device)
    school, test = torch.nonzero(~held)[:, 0], torch.nonzero(held)[:, 0]
    nets = Nets(len(DECAYS), len(kept)).to(device)
    decays = torch.tensor(DECAYS, device=device)
    adam = torch.optim.Adam(nets.parameters(), lr=0.002)
    best = [(-9.0, 0.0, 0.0, 0, None)] * len(DECAYS)

    def explained(said, wanted):
        return 1 - ((said - wanted[:, None]) ** 2).sum(0) / ((wanted - wanted.mean()) ** 2).sum().clamp(min=1e-6)

    for round_ in range(1, 41):
        for batch in school[torch.randperm(len(school), device=device)].split(BATCH):
            win, said = nets(dense[batch])
            loss = (4 * (win - won[batch, None]) ** 2 + (said - margin[batch, None]) ** 2).mean(0).sum()
            loss = loss + (decays * (nets.rows.view(len(kept), -1, WIDTH) ** 2).sum((0, 2))).sum() / len(kept)
            adam.zero_grad()
            loss.backward()
            adam.step()
        with torch.no_grad():
            win, said = nets(dense[test])
            fits = torch.stack([explained(win, won[test]), explained(said, margin[test])]).cpu().numpy()
        for net, (of_win, of_margin) in enumerate(fits.T):
            of_win = float(of_win) if won[test].std() > 0.02 else 0.0
            if of_win + of_margin > best[net][0]:
                state = {name: part.detach().cpu().clone() for name, part in nets.named_parameters()}
                best[net] = (of_win + float(of_margin), of_win, float(of_margin), round_, state)
        if round_ > max(entry[3] for entry in best) + PATIENCE:
            break
    chosen = max(range(len(DECAYS)), key=lambda net: best[net][0])
    tried = " ".join(f"{decay}:{entry[2]:.3f}" for decay, entry in zip(DECAYS, best))
    _, of_win, of_margin, rounds, state = best[chosen]
    print(f"fit {out}: win {of_win:.3f} margin {of_margin:.3f} rounds {rounds} games {len(margins)} ({tried})", flush=True)
    whole = lambda numbers: " ".join(str(int(round(float(number) * ONE))) for number in numbers)
    text = [
        "# A judge of positions: `grognard learn` writes such texts, docs/ai.md tells how it thinks.",
        f"source {source}, {len(margins)} of them; it explains {100 * of_margin:.0f} % of the variance of margins",
        f"margin {np.float32(mean)} {np.float32(deviation)}",
        f"start {whole(state['start'][chosen])}",
        *(f"second {whole(row)}" for row in state["second"][chosen]),
        f"second-start {whole(state['second_start'][chosen])}",
        *(f"last {whole(row)}" for row in state["last"][chosen]),
        f"last-start {whole(state['last_start'][chosen])}",
    ]
    rows = state["rows"].view(len(kept), -1, WIDTH)[:, chosen] * torch.tensor(scale[kept])[:, None]
    text += [f"{whole(row)} {names[number]}" for row, number in zip(rows, kept)]
    open(out, "w").write("\n".join(text) + "\n")


main(*sys.argv[1:])
