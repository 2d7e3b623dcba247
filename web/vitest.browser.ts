// The page in a real browser, against the real program. Each file has a server of its own, and each worker a browser, which
// fill one core and a half.
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest, each longer than the next. */
const long = ['hot-seat', 'games', 'workshop', 'computer', 'axe', 'replay', 'film'];

/** What takes long begins first, so that nothing long is left for the end. */
class LongestFirst extends BaseSequencer {
  async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const found = long.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
      return found < 0 ? long.length : found;
    };
    return files.toSorted((one, other) => place(one) - place(other));
  }
}

export default defineConfig({
  test: {
    include: ['tests/browser/*.test.ts'],
    maxWorkers: 2,
    // What one file has loaded, the browser above all, the next finds there.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // Dice, salts and computers are seeded (stage.ts): every run is the same game, and nothing is tried twice. Whatever is
    // waited for may take long on a busy machine; only what never comes fails.
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 900_000,
    hookTimeout: 120_000,
  },
});
