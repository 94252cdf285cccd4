/**
 * Transport-wide feedback: which packets of a connection arrived, and when
 * (draft-holmer-rmcat-transport-wide-cc-extensions-01 §3.1). Times are ticks of 250 µs of the receiver's clock.
 */
export interface TransportFeedback {
  /** The transport-wide number of the first packet. */
  readonly base: number;
  /** Arrival of each packet from `base` on, in ticks modulo 2^24 x 256; -1 for one that did not arrive. */
  readonly arrivals: readonly number[];
}

export const TICKS_PER_MS = 4;
/** A reference time has 24 bits of 64 ms; times of a feedback wrap here. */
export const TICK_RANGE = 2 ** 32;

const REFERENCE_TICKS = 256; // 64 ms
/** Ten times what comes within 100 ms; a count of 65,535 in a few bytes would cost the reader much. */
const MOST_STATUSES = 4096;
const HEADER = 20;

/** `packet` is one RTCP packet with checked length of at least 12; undefined when it is malformed. */
export function readTransportFeedback(packet: Buffer): TransportFeedback | undefined {
  if (packet.length < HEADER) return undefined;
  const count = packet.readUInt16BE(14);
  if (count === 0 || count > MOST_STATUSES) return undefined;
  const symbols: number[] = [];
  let at = HEADER;
  while (symbols.length < count) {
    if (at + 2 > packet.length) return undefined;
    readChunk(packet.readUInt16BE(at), symbols, count);
    at += 2;
  }
  let ticks = packet.readUIntBE(16, 3) * REFERENCE_TICKS;
  const arrivals: number[] = [];
  for (const symbol of symbols) {
    if (symbol === 0 || symbol === 3) {
      arrivals.push(-1);
      continue;
    }
    if (at + symbol > packet.length) return undefined;
    ticks += symbol === 1 ? packet.readUInt8(at) : packet.readInt16BE(at);
    at += symbol;
    arrivals.push((ticks + TICK_RANGE) % TICK_RANGE);
  }
  return { base: packet.readUInt16BE(12), arrivals };
}

/** A run of one symbol, 14 symbols of one bit, or 7 of two bits. */
function readChunk(chunk: number, symbols: number[], count: number): void {
  if (chunk < 0x8000) {
    const until = Math.min(count, symbols.length + (chunk & 0x1fff));
    if ((chunk & 0x1fff) === 0) symbols.push(0); // a run of nothing: counts as one, so that reading ends
    while (symbols.length < until) symbols.push((chunk >> 13) & 3);
    return;
  }
  const bits = chunk < 0xc000 ? 1 : 2;
  for (let shift = 14 - bits; shift >= 0 && symbols.length < count; shift -= bits) {
    symbols.push((chunk >> shift) & (bits === 1 ? 1 : 3));
  }
}

/** What one feedback packet says. */
export interface FeedbackToWrite extends TransportFeedback {
  readonly sender: number;
  readonly media: number;
  /** Counts feedback packets. */
  readonly number: number;
}

const SMALL = 0xff; // ticks that fit one byte
export const LARGEST_STEP = 0x7fff;

/**
 * Writes one packet. Each step from one arrival to the next must be at most
 * `LARGEST_STEP` ticks either way.
 */
export function writeTransportFeedback({ sender, media, number, base, arrivals }: FeedbackToWrite): Buffer {
  const reference = Math.floor((arrivals.find((arrival) => arrival >= 0) ?? 0) / REFERENCE_TICKS);
  let before = reference * REFERENCE_TICKS;
  const symbols: number[] = [];
  const steps: number[] = [];
  for (const arrival of arrivals) {
    if (arrival < 0) {
      symbols.push(0);
      continue;
    }
    const step = arrival - before;
    before = arrival;
    symbols.push(step >= 0 && step <= SMALL ? 1 : 2);
    steps.push(step);
  }
  const chunks = writeChunks(symbols);
  const small = steps.filter((step) => step >= 0 && step <= SMALL).length;
  const length = HEADER + chunks.length * 2 + small + (steps.length - small) * 2;
  const packet = Buffer.alloc(Math.ceil(length / 4) * 4);
  packet[0] = 0x80 | 15;
  packet[1] = 205;
  packet.writeUInt16BE(packet.length / 4 - 1, 2);
  packet.writeUInt32BE(sender, 4);
  packet.writeUInt32BE(media, 8);
  packet.writeUInt16BE(base & 0xffff, 12);
  packet.writeUInt16BE(arrivals.length, 14);
  packet.writeUIntBE(reference % 0x100_0000, 16, 3);
  packet[19] = number & 0xff;
  let at = HEADER;
  for (const chunk of chunks) at = packet.writeUInt16BE(chunk, at);
  for (const step of steps) {
    at = step >= 0 && step <= SMALL ? packet.writeUInt8(step, at) : packet.writeInt16BE(step, at);
  }
  // RTCP padding shows where the steps end (RFC 3550 §6.4.1).
  const padding = packet.length - length;
  if (padding > 0) {
    packet[0] |= 0x20;
    packet[packet.length - 1] = padding;
  }
  return packet;
}

function writeChunks(symbols: readonly number[]): readonly number[] {
  const chunks: number[] = [];
  for (let at = 0; at < symbols.length;) {
    const symbol = symbols[at] ?? 0;
    let run = 1;
    while (run < 0x1fff && symbols[at + run] === symbol) run += 1;
    const next14 = symbols.slice(at, at + 14);
    if (run >= 14 || at + run === symbols.length) {
      chunks.push((symbol << 13) | run);
      at += run;
    } else if (next14.every((one) => one < 2)) {
      chunks.push(next14.reduce((chunk, one, index) => chunk | (one << (13 - index)), 0x8000));
      at += 14;
    } else if (run >= 7) {
      chunks.push((symbol << 13) | run);
      at += run;
    } else {
      chunks.push(symbols.slice(at, at + 7).reduce((chunk, one, index) => chunk | (one << (12 - 2 * index)), 0xc000));
      at += 7;
    }
  }
  return chunks;
}
