// Draws the counters' symbols with milsymbol while the page is built, so that the library itself (216 kB) stays here.

import ms from 'milsymbol';
import type { Plugin } from 'vite';

/** A symbol in a box of 150 x 100: lines to stroke, areas to fill. */
interface Symbol {
  line: string;
  solid: string;
}

/** What milsymbol tells to draw; only what the symbols below use. */
interface Instruction {
  type: string;
  icon?: boolean;
  d?: string;
  cx?: number;
  cy?: number;
  r?: number;
  fill?: string | false;
  stroke?: string | false;
  /** Of a group (`translate`, `scale`): what is in it, and how it is moved. */
  draw?: (Instruction | Instruction[])[];
  x?: number;
  y?: number;
  factor?: number;
}

/**
 * The words of `Piece.kind`, each with the symbols laid over one another: `set entity modifier1 modifier2` of
 * MIL-STD-2525D. What that standard does not know (it is younger than most of our armies) is put together or drawn here.
 */
const words: Record<string, string[]> = {
  infantry: ['10 121100'],
  cavalry: ['10 121300'],
  artillery: ['10 130300'],
  battery: ['10 130300'],
  'horse-artillery': ['10 121300', '10 130300'],
  'heavy-artillery': ['10 130300', 'path M85,125 h30'],
  mortar: ['10 130800'],
  'machine-gun': ['15 110200'],
  'heavy-weapons': ['15 110200', 'path M82,100 h36'],
  armour: ['10 120500'],
  'armoured-car': ['10 120501'],
  'mechanized-infantry': ['10 121102'],
  engineers: ['10 140700'],
  mountain: ['10 121100 00 27'],
  motorized: ['10 121104'],
  bicycle: [
    '10 121100',
    'path M60,136 a11,11 0 1,0 22,0 a11,11 0 1,0 -22,0 M118,136 a11,11 0 1,0 22,0 a11,11 0 1,0 -22,0 M71,136 h58',
  ],
  'light-infantry': ['10 121100', 'path M100,50 v22'],
  stormtroopers: ['10 121100', 'solid M100,58 l8,20 -8,6 -8,-6 z'],
  marines: ['10 121101'],
  'anti-tank': ['10 120400'],
  'anti-aircraft': ['10 130100'],
  air: ['10 120800'],
  supply: ['path M25,124 h150'],
  signals: ['10 111000'],
  medical: ['10 161300'],
  fort: ['path M45,130 V78 h18 v14 h19 V78 h36 v14 h19 V78 h18 v52 z'],
  leader: ['solid M100,64 l9.4,25.5 27.2,1 -21.4,16.8 7.4,26.2 -22.6,-15.2 -22.6,15.2 7.4,-26.2 -21.4,-16.8 27.2,-1 z'],
  headquarters: ['path M66,54 V146', 'solid M66,56 h72 l-16,20 16,20 h-72 z'],
  train: [
    'path M45,85 h110 v22 h-110 z',
    'path M60,118 a9,9 0 1,0 18,0 a9,9 0 1,0 -18,0 M122,118 a9,9 0 1,0 18,0 a9,9 0 1,0 -18,0',
  ],
  bridge: ['path M50,80 l14,14 h72 l14,-14 M50,128 l14,-14 h72 l14,14'],
};

/** Other names of the same thing. */
const also: Record<string, string> = {
  foot: 'infantry',
  militia: 'infantry',
  detachment: 'infantry',
  grenadiers: 'infantry',
  jaeger: 'light-infantry',
  jäger: 'light-infantry',
  rangers: 'light-infantry',
  skirmishers: 'light-infantry',
  'storm-troopers': 'stormtroopers',
  assault: 'stormtroopers',
  dragoons: 'cavalry',
  hussars: 'cavalry',
  lancers: 'cavalry',
  recon: 'cavalry',
  reconnaissance: 'cavalry',
  guns: 'artillery',
  'field-artillery': 'artillery',
  howitzer: 'artillery',
  tank: 'armour',
  tanks: 'armour',
  armor: 'armour',
  mechanized: 'mechanized-infantry',
  machinegun: 'machine-gun',
  'machine-guns': 'machine-gun',
  engineer: 'engineers',
  pioneers: 'engineers',
  sappers: 'engineers',
  cyclists: 'bicycle',
  alpine: 'mountain',
  'motorized-infantry': 'motorized',
  airplane: 'air',
  aircraft: 'air',
  balloon: 'air',
  'naval-infantry': 'marines',
  depot: 'supply',
  'supply-depot': 'supply',
  wagons: 'train',
  convoy: 'train',
  garrison: 'fort',
  fortress: 'fort',
  emplacement: 'fort',
  hq: 'headquarters',
  general: 'leader',
  commander: 'leader',
  pontoon: 'bridge',
  pontoons: 'bridge',
};

const circle = ({ cx = 0, cy = 0, r = 0 }: Instruction) =>
  `M${cx - r},${cy} a${r},${r} 0 1,0 ${2 * r},0 a${r},${r} 0 1,0 ${-2 * r},0`;

function collect(instructions: Instruction[], into: Symbol): void {
  for (const instruction of instructions) {
    const d = instruction.type === 'circle' ? circle(instruction) : instruction.d;
    if (!d) throw new Error(`a symbol needs "${instruction.type}", which cannot be drawn here`);
    // One path of many: a first step that is relative starts from the corner of the picture.
    const from = d.startsWith('m') ? `M0,0${d}` : d;
    // Two points enclose nothing, whatever milsymbol says of their fill.
    if (instruction.fill && !/^(M[^A-Za-z]+L[^A-Za-z]+)+$/.test(d)) into.solid += from;
    if (instruction.stroke !== false) into.line += from;
  }
}

function draw(parts: string[]): Symbol {
  const symbol: Symbol = { line: '', solid: '' };
  for (const part of parts) {
    const [first = '', ...rest] = part.split(' ');
    if (first === 'path') symbol.line += rest.join(' ');
    else if (first === 'solid') symbol.solid += rest.join(' ');
    else collect(icon(first, rest), symbol);
  }
  return symbol;
}

/** The instructions of a symbol without its frame. */
function icon(set: string, [entity = '', first = '00', second = '00']: string[]): Instruction[] {
  const made = new ms.Symbol(`1003${set}0000${entity}${first}${second}`, { fill: false, monoColor: 'black' });
  const { drawInstructions } = made as unknown as { drawInstructions: Instruction[] };
  const instructions = flat(drawInstructions).filter((instruction) => instruction.icon);
  if (!made.isValid() || instructions.length === 0) throw new Error(`milsymbol does not draw ${set} ${entity}`);
  return instructions;
}

/** Takes groups apart; milsymbol puts some icons into one that moves nothing. */
function flat(instructions: (Instruction | Instruction[])[]): Instruction[] {
  return instructions.flat().flatMap((instruction) => {
    if (!instruction.draw) return [instruction];
    const { x = 0, y = 0, factor = 1 } = instruction;
    if (x !== 0 || y !== 0 || factor !== 1) throw new Error('a symbol is moved or scaled, which is not done here');
    return flat(instruction.draw);
  });
}

/** Every word with its symbol, and the other names of the same. */
function symbols(): { drawn: Record<string, Symbol>; also: Record<string, string> } {
  const stray = Object.entries(also).find(([, same]) => !(same in words));
  if (stray) throw new Error(`"${stray[0]}" is to look like "${stray[1]}", which is not drawn`);
  return { drawn: Object.fromEntries(Object.entries(words).map(([word, parts]) => [word, draw(parts)])), also };
}

const name = 'virtual:symbols';

/** Gives the page the module `virtual:symbols`. */
export function symbolsPlugin(): Plugin {
  return {
    name: 'grognard-symbols',
    resolveId: (id) => (id === name ? `\0${name}` : null),
    load: (id) => (id === `\0${name}` ? `export default ${JSON.stringify(symbols())};\n` : null),
  };
}
