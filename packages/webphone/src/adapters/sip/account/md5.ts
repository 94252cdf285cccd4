/** MD5 (RFC 1321) of the UTF-8 bytes of a text, in lower-case hex: browsers have none, and SIP's digest asks for it. */

const SHIFTS = [
  [7, 12, 17, 22],
  [5, 9, 14, 20],
  [4, 11, 16, 23],
  [6, 10, 15, 21],
] as const;
const SINES = Array.from({ length: 64 }, (_, at) => Math.floor(Math.abs(Math.sin(at + 1)) * 2 ** 32) | 0);
const BLOCK = 64;

export function md5(text: string): string {
  const words = padded(new TextEncoder().encode(text));
  const state: State = [0x67452301, 0xefcdab89 | 0, 0x98badcfe | 0, 0x10325476];
  let sum = state;
  for (let at = 0; at < words.byteLength; at += BLOCK) sum = digestBlock(sum, words, at);
  const out = new DataView(new ArrayBuffer(16));
  sum.forEach((word, at) => out.setInt32(at * 4, word, true));
  return Array.from(new Uint8Array(out.buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

type State = readonly [number, number, number, number];

/** §3.1 and §3.2: a one, zeros, and the length in bits. */
function padded(bytes: Uint8Array): DataView {
  const out = new Uint8Array((((bytes.length + 8) >> 6) + 1) * BLOCK);
  out.set(bytes);
  out[bytes.length] = 0x80;
  const view = new DataView(out.buffer);
  view.setUint32(out.length - 8, bytes.length << 3, true);
  view.setUint32(out.length - 4, bytes.length >>> 29, true);
  return view;
}

function digestBlock([a0, b0, c0, d0]: State, words: DataView, start: number): State {
  let [a, b, c, d] = [a0, b0, c0, d0];
  for (let step = 0; step < BLOCK; step += 1) {
    const { mixed, word } = mix(step, b, c, d);
    const sum = (a + mixed + (SINES[step] ?? 0) + words.getInt32(start + word * 4, true)) | 0;
    const shift = SHIFTS[step >> 4]?.[step & 3] ?? 0;
    [a, d, c, b] = [d, c, b, (b + ((sum << shift) | (sum >>> (32 - shift)))) | 0];
  }
  return [(a0 + a) | 0, (b0 + b) | 0, (c0 + c) | 0, (d0 + d) | 0];
}

/** §3.4: the function of the round, and which word of the block it takes. */
function mix(step: number, b: number, c: number, d: number): { readonly mixed: number; readonly word: number } {
  if (step < 16) return { mixed: (b & c) | (~b & d), word: step };
  if (step < 32) return { mixed: (d & b) | (~d & c), word: (5 * step + 1) & 15 };
  if (step < 48) return { mixed: b ^ c ^ d, word: (3 * step + 5) & 15 };
  return { mixed: c ^ (b | ~d), word: (7 * step) & 15 };
}
