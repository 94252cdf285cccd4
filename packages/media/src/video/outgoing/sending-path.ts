import { SentPackets } from "./sent-packets.ts";

/** Takes a plain RTP packet, valid until it returns, and the length of its header with extensions. */
export type SendPacket = (packet: Buffer, headerLength: number) => void;

export interface OutgoingHeader {
  readonly payloadType: number;
  readonly marker: boolean;
  readonly sequence: number;
  readonly timestamp: number;
  readonly ssrc: number;
}

/** All that is sent to one receiver: packets are put together in one buffer and get their transport-wide numbers. */
export class SendingPath {
  readonly sent = new SentPackets();
  readonly buffer = Buffer.alloc(2048); // a packet of 1,500 bytes, with what resending and extensions add
  /** The probe that everything sent now is part of; 0 is none. */
  probe = 0;
  packetsSent = 0;
  /** The receiver's ids of the extension for transport-wide numbers, of pictures and of sound; 0 where it has none. */
  pictureSequenceId = 0;
  soundSequenceId = 0;
  readonly #send: SendPacket;
  #headerLength = 0;

  constructor(send: SendPacket) {
    this.#send = send;
  }

  /** Writes the header; returns where the payload begins in `buffer`. */
  begin({ payloadType, marker, sequence, timestamp, ssrc }: OutgoingHeader): number {
    const { buffer } = this;
    buffer[0] = 0x80;
    buffer[1] = payloadType | (marker ? 0x80 : 0);
    buffer.writeUInt16BE(sequence & 0xffff, 2);
    buffer.writeUInt32BE(timestamp >>> 0, 4);
    buffer.writeUInt32BE(ssrc, 8);
    this.#extend(this.pictureSequenceId);
    return this.#headerLength;
  }

  /** Sends what is in `buffer` up to `end`. */
  finish(end: number, nowMs: number): void {
    this.packetsSent += 1;
    if (this.#headerLength > FIXED) {
      this.buffer.writeUInt16BE(this.sent.note(end, nowMs, this.probe), this.#headerLength - 3);
    }
    this.#send(end === this.buffer.length ? this.buffer : this.buffer.subarray(0, end), this.#headerLength);
  }

  /** Ends the packet with `count` bytes of padding, 1 to 255, and nothing else (RFC 3550 §5.1). */
  finishPadding(count: number, nowMs: number): void {
    const end = this.#headerLength + count;
    this.buffer[0] = this.buffer.readUInt8(0) | 0x20;
    this.buffer.fill(0, this.#headerLength, end);
    this.buffer[end - 1] = count;
    this.finish(end, nowMs);
  }

  /** A packet with a finished header of 12 bytes. */
  sendSound(header: Buffer, payload: Uint8Array, nowMs: number): boolean {
    header.copy(this.buffer, 0, 0, FIXED);
    this.#extend(this.soundSequenceId);
    if (this.#headerLength + payload.length > this.buffer.length) return false;
    this.buffer.set(payload, this.#headerLength);
    this.finish(this.#headerLength + payload.length, nowMs);
    return true;
  }

  /** The header extension in its one-byte form (RFC 8285 §4.2): id and length, two bytes of number, one of padding. */
  #extend(sequenceId: number): void {
    const { buffer } = this;
    this.#headerLength = FIXED;
    if (sequenceId === 0) return;
    buffer[0] = buffer.readUInt8(0) | 0x10;
    buffer.writeUInt32BE(0xbede_0001, FIXED);
    buffer.writeUInt32BE(((sequenceId << 28) | (1 << 24)) >>> 0, FIXED + 4);
    this.#headerLength = FIXED + 8;
  }
}

const FIXED = 12;
