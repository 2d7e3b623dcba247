// The page in a real browser, against the real program. One file after the other: browser and server fill two cores.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/browser/*.test.ts'],
    fileParallelism: false,
    // The dice are the server's own, so every run is another game; what fails twice is a fault.
    retry: 1,
    testTimeout: 240_000,
    hookTimeout: 60_000,
  },
});
