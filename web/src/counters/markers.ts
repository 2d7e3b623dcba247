// Small pictures for markers, by the words in their kind. Drawn on 100 by 100, filled.

import { initials } from './symbols';

const pictures: [RegExp, string][] = [
  [/carnage|casualt|loss|dead|grave/, 'M43 18H57V36H74V50H57V84H43V50H26V36H43Z'],
  [
    /bombard|barrage|shell|explosion|assault|combat|attack/,
    'M50 10 58 34 80 20 68 43 92 50 68 57 80 80 58 66 50 90 42 66 20 80 32 57 8 50 32 43 20 20 42 34Z',
  ],
  [/smoke|gas|fog/, 'M26 76a18 18 0 0 1-2-36 20 20 0 0 1 37-9 17 17 0 0 1 22 20 13 13 0 0 1-5 25Z'],
  [
    /trench|dug|works|fort|position|improved/,
    'M10 66V50H24V34H42V50H58V34H76V50H90V66H76V60H66V44H68V60H32V44H34V60H24V66Z',
  ],
  [/bridge|pontoon|crossing/, 'M12 34H22L30 44H70L78 34H88L76 56H24ZM12 78H22L30 68H70L78 78H88L80 66H20Z'],
  [/control|objective|victory|flag|captured/, 'M26 12H34V88H26ZM38 16C54 10 62 26 82 18V50C62 58 54 42 38 48Z'],
  [/disrupt|rout|shaken|broken|panic|demoral/, 'M58 8 26 54H46L38 92 74 42H52Z'],
  [/supply|depot|ammun|dump/, 'M18 30H82V78H18ZM26 38V70H46V38ZM54 38V70H74V38Z'],
  [/wire|obstacle|mine/, 'M10 46H90V54H10ZM24 32 38 68 31 71 17 35ZM52 32 66 68 59 71 45 35ZM80 32 94 68 87 71 73 35Z'],
  [/destroyed|demolished|blown|cut/, 'M22 14 50 42 78 14 86 22 58 50 86 78 78 86 50 58 22 86 14 78 42 50 14 22Z'],
];

/** A marker's picture as a path, or the letters that stand for it. */
export function picture(kind: string): { path: string } | { letters: string } {
  const found = pictures.find(([words]) => words.test(kind.toLowerCase()));
  return found ? { path: found[1] } : { letters: initials(kind) };
}
