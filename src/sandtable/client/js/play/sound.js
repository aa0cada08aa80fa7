// A counter set down, dice on the table: made by the browser itself, and silent unless somebody wants it.

import { liked } from "../basics/prefs.js";

/** @typedef {import("../basics/types.js").Entry} Entry */

const RATTLE = 5; // knocks of a die

export class Sound {
  /** What has just happened, by ear.
   * @param {Entry[]} entries */
  hear(entries) {
    if (!entries.length || liked("sound", "0") !== "1") return;
    if (entries.some((entry) => entry.rolls.length)) this.dice();
    else if (entries.some((entry) => entry.moves.length)) this.knock(0, 320, 0.12);
  }

  dice() {
    for (let i = 0; i < RATTLE; i++) this.knock(i * 0.07 + (i % 2) * 0.02, 700 + ((i * 173) % 400), 0.09);
  }

  /** A short knock on wood: noise through a narrow filter, dying away.
   * @param {number} after seconds @param {number} pitch @param {number} loud */
  knock(after, pitch, loud) {
    this.context ??= new AudioContext();
    const { context } = this;
    const start = context.currentTime + after;
    const noise = context.createBufferSource();
    noise.buffer = this.hiss(context);
    const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: pitch, Q: 5 });
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.setValueAtTime(loud, start);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.07);
    noise.connect(filter).connect(volume).connect(context.destination);
    noise.start(start);
    noise.stop(start + 0.09);
  }

  /** @param {AudioContext} context */
  hiss(context) {
    if (this.buffer) return this.buffer;
    this.buffer = context.createBuffer(1, context.sampleRate / 10, context.sampleRate);
    const samples = this.buffer.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
    return this.buffer;
  }

  /** @type {AudioContext | undefined} */
  context;
  /** @type {AudioBuffer | undefined} */
  buffer;
}
