// The moment in which a new question takes no answer, made as long as a test wants it: no test races with a clock.
import { moment } from '../../src/play/guard';
import type { Player } from './player';

interface Held extends Window {
  holdMoments: boolean;
  passMoments: () => void;
}

/** Of a page that is not open yet: its moments pass by themselves until they are held. */
export async function moments(player: Player): Promise<{ hold: () => Promise<void>; pass: () => Promise<void> }> {
  await player.page.addInitScript((moment) => {
    const page = window as unknown as Held & { setTimeout: typeof setTimeout; clearTimeout: typeof clearTimeout };
    const [begin, end] = [window.setTimeout.bind(window), window.clearTimeout.bind(window)];
    const held = new Map<number, () => void>();
    let next = -1;
    page.holdMoments = false;
    page.setTimeout = ((done: () => void, ms?: number) => {
      if (!page.holdMoments || ms !== moment) return begin(done, ms);
      held.set(next, done);
      return next--;
    }) as typeof setTimeout;
    page.clearTimeout = ((timer?: number) => {
      if (timer === undefined || !held.delete(timer)) end(timer);
    }) as typeof clearTimeout;
    page.passMoments = () => {
      page.holdMoments = false;
      const waiting = [...held.values()];
      held.clear();
      for (const done of waiting) done();
    };
  }, moment);
  const { page } = player;
  return {
    hold: () => page.evaluate(() => void ((window as unknown as Held).holdMoments = true)),
    pass: () => page.evaluate(() => (window as unknown as Held).passMoments()),
  };
}
