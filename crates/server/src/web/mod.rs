//! The HTTP side that is no match and no account: games, boards, replays, the page itself, limits and headers.
