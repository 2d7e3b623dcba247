// The page in a real browser, against the real program. Each file has a browser and a server of its own, which fill one
// core and a half.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/browser/*.test.ts'],
    maxWorkers: 2,
    // Dice, salts and computers are seeded (stage.ts): every run is the same game, and nothing is tried twice. Whatever is
    // waited for may take long on a busy machine; only what never comes fails.
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 900_000,
    hookTimeout: 120_000,
  },
});
