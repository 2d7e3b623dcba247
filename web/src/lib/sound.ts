// Short sounds, made on the spot: no files. Silent unless the player switched them on.

import { settings } from './settings.svelte';

export type Sound = 'move' | 'dice' | 'fire' | 'turn' | 'over' | 'chat';

let context: AudioContext | null = null;

/** Plays a sound, where sounds are on and the browser lets us. */
export function play(name: Sound): void {
  if (!settings.sounds || settings.volume === 0 || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  void context.resume();
  const out = context.createGain();
  out.gain.value = settings.volume;
  out.connect(context.destination);
  makers[name](context, out, context.currentTime);
}

type Maker = (audio: AudioContext, out: AudioNode, now: number) => void;

const makers: Record<Sound, Maker> = {
  // Cardboard set down on paper.
  move: (audio, out, now) => thud(audio, out, now, { length: 0.06, pitch: 900, loud: 0.5 }),
  // Two dice rolling out.
  dice: (audio, out, now) => {
    for (const [index, at] of [0, 0.07, 0.13, 0.2, 0.29, 0.41].entries()) {
      thud(audio, out, now + at, { length: 0.03, pitch: 2600 - 180 * index, loud: 0.5 - 0.05 * index });
    }
  },
  // A gun a field away.
  fire: (audio, out, now) => {
    thud(audio, out, now, { length: 0.12, pitch: 500, loud: 0.9 });
    thud(audio, out, now + 0.05, { length: 0.5, pitch: 140, loud: 0.8 });
  },
  turn: (audio, out, now) => notes(audio, out, now, [392, 523]),
  over: (audio, out, now) => notes(audio, out, now, [392, 392, 523, 659]),
  chat: (audio, out, now) => notes(audio, out, now, [880]),
};

/** A burst of filtered noise that dies away. */
function thud(audio: AudioContext, out: AudioNode, at: number, is: { length: number; pitch: number; loud: number }): void {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * is.length), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) {
    samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 2;
  }
  const source = new AudioBufferSourceNode(audio, { buffer });
  const filter = new BiquadFilterNode(audio, { type: 'bandpass', frequency: is.pitch, Q: 0.8 });
  const gain = new GainNode(audio, { gain: is.loud });
  source.connect(filter).connect(gain).connect(out);
  source.start(at);
}

/** Bugle notes, one after the other. */
function notes(audio: AudioContext, out: AudioNode, now: number, pitches: number[]): void {
  for (const [index, frequency] of pitches.entries()) {
    const at = now + index * 0.16;
    const tone = new OscillatorNode(audio, { type: 'triangle', frequency });
    const gain = new GainNode(audio, { gain: 0 });
    gain.gain.setValueAtTime(0, at);
    gain.gain.linearRampToValueAtTime(0.25, at + 0.02);
    gain.gain.exponentialRampToValueAtTime(0.001, at + 0.3);
    tone.connect(gain).connect(out);
    tone.start(at);
    tone.stop(at + 0.32);
  }
}
