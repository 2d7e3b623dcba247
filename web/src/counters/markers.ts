// Small pictures for markers, one for each kind. Drawn on 100 by 100, filled.

import type { MarkerKind } from '../lib/wire';

const cross = 'M43 18H57V36H74V50H57V84H43V50H26V36H43Z';
const blast = 'M50 10 58 34 80 20 68 43 92 50 68 57 80 80 58 66 50 90 42 66 20 80 32 57 8 50 32 43 20 20 42 34Z';
const works = 'M10 66V50H24V34H42V50H58V34H76V50H90V66H76V60H66V44H68V60H32V44H34V60H24V66Z';
const bridge = 'M12 34H22L30 44H70L78 34H88L76 56H24ZM12 78H22L30 68H70L78 78H88L80 66H20Z';
const flag = 'M26 12H34V88H26ZM38 16C54 10 62 26 82 18V50C62 58 54 42 38 48Z';
const bolt = 'M58 8 26 54H46L38 92 74 42H52Z';
const broken = 'M22 14 50 42 78 14 86 22 58 50 86 78 78 86 50 58 22 86 14 78 42 50 14 22Z';

/** A marker's picture as a path. */
export const pictures: Record<MarkerKind, string> = {
  control: flag,
  'under-attack': blast,
  target: blast,
  engaged: bolt,
  carnage: cross,
  'light-bombardment': blast,
  'heavy-bombardment': blast,
  bridge: bridge,
  'destroyed-bridge': broken,
  'destroyed-works': works,
  'fallen-garrison': broken,
};
