/** The ids under which a party sends header extensions; 0 where it did not negotiate one. */
export interface ExtensionIds {
  readonly mid: number; // RFC 9143 §15
  readonly rid: number; // RFC 8852
  readonly repairedRid: number; // RFC 8852
  readonly transportSequence: number; // draft-holmer-rmcat-transport-wide-cc-extensions-01
  readonly audioLevel: number; // RFC 6464
}

/** The largest datagram that is read: more does not come through the internet in one piece. */
export const MOST_PACKET_BYTES = 1500;

const FIXED = 12;
const ONE_BYTE = 0xbede; // RFC 8285 §4.2
const TWO_BYTE = 0x100; // RFC 8285 §4.3: the last four bits are for the application

/**
 * One RTP packet (RFC 3550 §5.1) with its header extensions (RFC 8285), read in place. One object reads one packet
 * after the other, so that nothing is allocated; its fields hold until the next `read`.
 */
export class RtpPacket {
  packet: Buffer = Buffer.alloc(0);
  payloadType = 0;
  marker = false;
  sequence = 0;
  timestamp = 0;
  ssrc = 0;
  payloadStart = 0;
  /** Without padding. */
  payloadEnd = 0;
  /** -1 without the extension, as below. */
  transportSequence = -1;
  /** Decibels below full scale; 127 is silence. */
  audioLevel = -1;
  #mid = 0;
  #rid = 0;
  #repairedRid = 0;

  /** Returns false for what is not an RTP packet in all its lengths; the fields are then without meaning. */
  read(packet: Buffer, ids: ExtensionIds): boolean {
    if (packet.length < FIXED || packet.length > MOST_PACKET_BYTES) return false;
    const first = packet.readUInt8(0);
    if (first >> 6 !== 2) return false;
    this.packet = packet;
    this.marker = packet.readUInt8(1) >= 0x80;
    this.payloadType = packet.readUInt8(1) & 0x7f;
    this.sequence = packet.readUInt16BE(2);
    this.timestamp = packet.readUInt32BE(4);
    this.ssrc = packet.readUInt32BE(8);
    this.transportSequence = -1;
    this.audioLevel = -1;
    this.#mid = 0;
    this.#rid = 0;
    this.#repairedRid = 0;
    let start = FIXED + (first & 0x0f) * 4;
    if ((first & 0x10) !== 0) {
      if (packet.length < start + 4) return false;
      const end = start + 4 + packet.readUInt16BE(start + 2) * 4;
      if (packet.length < end || !this.#readExtensions(start, end, ids)) return false;
      start = end;
    }
    const padding = (first & 0x20) === 0 ? 0 : packet.readUInt8(packet.length - 1);
    if ((first & 0x20) !== 0 && padding === 0) return false;
    this.payloadStart = start;
    this.payloadEnd = packet.length - padding;
    return start <= this.payloadEnd;
  }

  /** The section of the description that it belongs to; text is made only where it is asked for. */
  get mid(): string | undefined {
    return this.#text(this.#mid);
  }

  get rid(): string | undefined {
    return this.#text(this.#rid);
  }

  get repairedRid(): string | undefined {
    return this.#text(this.#repairedRid);
  }

  /** An element that passes the end makes the packet malformed. Elements with other ids are passed over. */
  #readExtensions(start: number, end: number, ids: ExtensionIds): boolean {
    const { packet } = this;
    const profile = packet.readUInt16BE(start);
    const twoByte = profile >> 4 === TWO_BYTE;
    if (profile !== ONE_BYTE && !twoByte) return true;
    for (let at = start + 4; at < end;) {
      const tag = packet.readUInt8(at);
      if (tag === 0) {
        at += 1; // padding
        continue;
      }
      const id = twoByte ? tag : tag >> 4;
      if (!twoByte && id === 15) return true; // RFC 8285 §4.2: stop here
      if (twoByte && at + 1 >= end) return false;
      const length = twoByte ? packet.readUInt8(at + 1) : (tag & 0x0f) + 1;
      const content = at + (twoByte ? 2 : 1);
      if (content + length > end) return false;
      this.#note({ id, content, length }, ids);
      at = content + length;
    }
    return true;
  }

  #note({ id, content, length }: { id: number; content: number; length: number }, ids: ExtensionIds): void {
    if (id === 0 || length === 0) return;
    if (id === ids.transportSequence) {
      if (length >= 2) this.transportSequence = this.packet.readUInt16BE(content);
    } else if (id === ids.audioLevel) this.audioLevel = this.packet.readUInt8(content) & 0x7f;
    else if (id === ids.mid) this.#mid = content * 256 + length;
    else if (id === ids.rid) this.#rid = content * 256 + length;
    else if (id === ids.repairedRid) this.#repairedRid = content * 256 + length;
  }

  #text(place: number): string | undefined {
    const start = place >> 8;
    return place === 0 ? undefined : this.packet.toString("latin1", start, start + (place & 0xff));
  }
}
