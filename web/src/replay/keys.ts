/** What the keys do in a replay. */
export const replayKeys: { keys: string; does: string }[] = [
  { keys: '← →', does: 'one action back or on' },
  { keys: 'PgUp PgDn', does: 'the turn before or after' },
  { keys: 'Home End', does: 'the beginning or the end' },
  { keys: 'Space', does: 'play or pause' },
];
