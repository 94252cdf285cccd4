import { RtpPacket } from "werift";
import { MARK, MARK_BYTES, PAYLOAD_TYPE, RTX_PAYLOAD_TYPE } from "./video-sender.ts";
import type { Mark } from "./video-sender.ts";

/** A picture that a decoder could show. */
export interface ShownPicture extends Mark {
  readonly isKey: boolean;
  readonly atMs: number;
  readonly timestamp: number;
}

interface Received {
  readonly atMs: number;
  readonly timestamp: number;
  readonly marker: boolean;
  readonly body: Buffer;
}

/**
 * What a decoder makes of one slot: judges what comes under its two SSRCs, in the order of numbers. werift reads the
 * RTP headers, and the VP8 descriptor has a reader of its own here, so that one implementation checks the other.
 */
export class PictureChecker {
  readonly faults: string[] = [];
  readonly ssrc: number;
  readonly #rtxSsrc: number;
  readonly #packets = new Map<number, Received>();
  readonly #onMain = new Set<number>();
  readonly #onRtx = new Set<number>();
  #highest = -1;
  #first = -1;
  resent = 0;
  padding = 0;

  constructor({ ssrc, rtxSsrc }: { readonly ssrc: number; readonly rtxSsrc: number | undefined }) {
    this.ssrc = ssrc;
    this.#rtxSsrc = rtxSsrc ?? -1;
  }

  /** Returns whether the packet belongs to this slot. */
  receive(packet: Buffer, atMs: number): boolean {
    const { header, payload } = RtpPacket.deSerialize(Buffer.from(packet));
    const { timestamp, marker } = header;
    if (header.ssrc === this.#rtxSsrc) {
      if (header.payloadType !== RTX_PAYLOAD_TYPE) this.faults.push("resent under another payload type");
      if (this.#onRtx.has(header.sequenceNumber)) this.faults.push(`resent number ${header.sequenceNumber} twice`);
      this.#onRtx.add(header.sequenceNumber);
      this.#onRtx.delete((header.sequenceNumber - 5000) & 0xffff);
      if (payload.length < 3) {
        this.padding += 1;
        return true;
      }
      this.resent += 1;
      this.#keep(payload.readUInt16BE(0), { atMs, timestamp, marker, body: payload.subarray(2) });
      return true;
    }
    if (header.ssrc !== this.ssrc) return false;
    if (header.payloadType !== PAYLOAD_TYPE) this.faults.push("another payload type");
    const number = this.#extended(header.sequenceNumber);
    if (this.#onMain.has(number)) this.faults.push(`number ${number} sent twice`);
    this.#onMain.add(number);
    this.#keep(header.sequenceNumber, { atMs, timestamp, marker, body: payload });
    return true;
  }

  /** Numbers that did not come, as on the wire. */
  missing(): number[] {
    const missing: number[] = [];
    for (let number = Math.max(this.#first, this.#highest - 400); number < this.#highest; number += 1) {
      if (!this.#packets.has(number)) missing.push(number & 0xffff);
    }
    return missing;
  }

  /** Packets come, and a number that is missing for long keeps the decoder from going on. */
  isStuck(nowMs: number): boolean {
    const newest = this.#packets.get(this.#highest);
    if (newest === undefined || nowMs - newest.atMs > 1000) return false;
    for (let number = this.#highest; number > Math.max(this.#first, this.#highest - 400); number -= 1) {
      const received = this.#packets.get(number);
      if (received === undefined) {
        const next = this.#packets.get(number + 1);
        if (next !== undefined && nowMs - next.atMs > 400) return true;
      } else if (received.body.length > 6 && readBody(received.body).vp8.isKey) return false;
    }
    return false;
  }

  /** What could be shown, in order. What does not fit without a loss that explains it is a fault. */
  pictures(): ShownPicture[] {
    const shown: ShownPicture[] = [];
    let frame: { mark: Mark; received: Received; vp8: Descriptor }[] = [];
    let decoded: Map<number, ShownPicture> | undefined;
    let before: { vp8: Descriptor; timestamp: number; holes: number } | undefined;
    let holes = 0;
    let holesAtKey = 0;
    let fillers = 0;

    const end = (): void => {
      const [first] = frame;
      const last = frame.at(-1);
      const packets = frame;
      frame = [];
      if (first === undefined || last === undefined) return;
      const { mark, received, vp8 } = first;
      const name = `${mark.sender}/${mark.layer}/${mark.frame}`;
      for (const other of packets) {
        if (other.mark.sender !== mark.sender || other.mark.layer !== mark.layer || other.mark.frame !== mark.frame) {
          this.faults.push(`${name} is mixed with ${other.mark.sender}/${other.mark.layer}/${other.mark.frame}`);
        }
        if (other.vp8.pictureId !== vp8.pictureId) this.faults.push(`${name} has two picture ids`);
      }
      if (packets.length !== mark.count || mark.index !== 0) {
        if (holes === (before?.holes ?? 0)) this.faults.push(`${name} is not complete, without a gap`);
        return;
      }
      if (before !== undefined) {
        const ahead = (received.timestamp - before.timestamp) | 0;
        if (ahead <= 0) this.faults.push(`${name}: time goes by ${ahead}`);
        if (before.holes === holes && fillers === 0) {
          if (((vp8.pictureId - before.vp8.pictureId) & 0x7fff) !== 1) {
            this.faults.push(`${name}: picture id ${before.vp8.pictureId} to ${vp8.pictureId}`);
          }
          const step = (vp8.tl0 - before.vp8.tl0) & 0xff;
          if (step !== (mark.temporalLayer === 0 ? 1 : 0)) this.faults.push(`${name}: TL0PICIDX moves by ${step}`);
        }
      }
      fillers = 0;
      before = { vp8, timestamp: received.timestamp, holes };
      const { isKey } = vp8;
      const picture: ShownPicture = {
        ...mark,
        isKey,
        atMs: Math.max(...packets.map((one) => one.received.atMs)),
        timestamp: received.timestamp,
      };
      if (isKey) {
        decoded = new Map();
        holesAtKey = holes;
      } else {
        const needed = decoded?.get(mark.needs);
        if (needed === undefined || needed.sender !== mark.sender || needed.layer !== mark.layer) {
          if (decoded === undefined && holes === 0) this.faults.push(`${name} comes before a key frame`);
          else if (holes === holesAtKey) this.faults.push(`${name} needs ${mark.needs}, which did not come`);
          return;
        }
      }
      decoded?.set(mark.frame, picture);
      shown.push(picture);
    };

    for (let number = this.#first; number <= this.#highest; number += 1) {
      const received = this.#packets.get(number);
      if (received === undefined) {
        holes += 1;
        end();
        continue;
      }
      if (received.body.length === 0) {
        fillers += 1; // it may be all that is left of a picture
        continue;
      }
      const { vp8, mark } = readBody(received.body);
      if (frame.length > 0 && frame[0]?.received.timestamp !== received.timestamp) end();
      frame.push({ mark, received, vp8 });
      if (received.marker) end();
    }
    return shown;
  }

  #keep(sequence: number, received: Received): void {
    const number = this.#extended(sequence);
    if (this.#first < 0) this.#first = number;
    if (number < this.#first) this.#first = number;
    if (number > this.#highest) this.#highest = number;
    if (!this.#packets.has(number)) this.#packets.set(number, received);
  }

  #extended(sequence: number): number {
    if (this.#highest < 0) return 0x1_0000 + sequence;
    return this.#highest + (((sequence - this.#highest) << 16) >> 16);
  }
}

interface Descriptor {
  readonly pictureId: number;
  readonly tl0: number;
  readonly isKey: boolean;
}

/** X, I with 15 bits, L and T are always there: RFC 7741 §4.2. */
function readBody(body: Buffer): { vp8: Descriptor; mark: Mark } {
  if ((body.readUInt16BE(0) & 0x80e0) !== 0x80e0 || body.readUInt8(2) < 0x80) throw new Error("another descriptor");
  const isFirst = (body.readUInt8(0) & 0x17) === 0x10;
  const at = body.indexOf(Buffer.from([MARK >> 8, MARK & 0xff]), 6);
  if (at < 0 || at + MARK_BYTES > body.length) throw new Error("a packet without its mark");
  const mark = body.subarray(at);
  return {
    vp8: {
      pictureId: body.readUInt16BE(2) & 0x7fff,
      tl0: body.readUInt8(4),
      isKey: isFirst && (body.readUInt8(6) & 1) === 0,
    },
    mark: {
      sender: mark.readUInt8(2),
      layer: mark.readUInt8(3),
      frame: mark.readUInt32BE(4),
      needs: mark.readUInt32BE(8),
      index: mark.readUInt8(12),
      count: mark.readUInt8(13),
      temporalLayer: mark.readUInt8(14),
    },
  };
}
