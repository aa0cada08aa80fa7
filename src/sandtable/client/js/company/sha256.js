// The hash of a guest's share. Browsers have one of their own only where a page comes encrypted or from the same
// machine, and a table on the local network is neither.

/** The first bits after the point of the square or cube root of a number.
 * @param {number} number @param {number} root */
const bits = (number, root) => ((number ** (1 / root) % 1) * 2 ** 32) >>> 0;

const PRIMES = (() => {
  /** @type {number[]} */
  const found = [];
  for (let n = 2; found.length < 64; n++) if (found.every((prime) => n % prime)) found.push(n);
  return found;
})();
const ROUNDS = PRIMES.map((prime) => bits(prime, 3));
const START = PRIMES.slice(0, 8).map((prime) => bits(prime, 2));

const turned = (/** @type {number} */ word, /** @type {number} */ by) => (word >>> by) | (word << (32 - by));

/** @param {Uint8Array} bytes @returns {Uint8Array} */
export function sha256(bytes) {
  const padded = new Uint8Array(((bytes.length + 72) >> 6) << 6);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const words = new DataView(padded.buffer);
  words.setUint32(padded.length - 4, bytes.length * 8);
  let hash = START;
  for (let block = 0; block < padded.length; block += 64) hash = digested(hash, words, block);
  const told = new DataView(new ArrayBuffer(32));
  hash.forEach((word, i) => told.setUint32(4 * i, word));
  return new Uint8Array(told.buffer);
}

/** @param {number[]} before @param {DataView} words @param {number} block @returns {number[]} */
function digested(before, words, block) {
  const schedule = Array.from({ length: 16 }, (_, i) => words.getUint32(block + 4 * i));
  for (let i = 16; i < 64; i++) {
    const [early, late] = [schedule[i - 15], schedule[i - 2]];
    const one = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const two = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    schedule.push((schedule[i - 16] + one + schedule[i - 7] + two) >>> 0);
  }
  let [a, b, c, d, e, f, g, h] = before;
  schedule.forEach((word, i) => {
    const mixed = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const one = (h + mixed + ((e & f) ^ (~e & g)) + ROUNDS[i] + word) >>> 0;
    const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) >>> 0;
    [a, b, c, d, e, f, g, h] = [(one + two) >>> 0, a, b, c, (d + one) >>> 0, e, f, g];
  });
  return [a, b, c, d, e, f, g, h].map((word, i) => (word + before[i]) >>> 0);
}
