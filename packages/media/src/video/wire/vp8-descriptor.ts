/**
 * The VP8 payload descriptor (RFC 7741 §4.2) and, of a frame's first packet, the start of the VP8 frame header (§4.3).
 * Read in place: one object for one packet after the other. -1 is an absent number.
 */
export class Vp8Descriptor {
  /** In bytes. */
  length = 0;
  /** The packet is the first of its frame. */
  startsFrame = false;
  isKeyFrame = false;
  pictureId = -1;
  pictureIdBits: 7 | 15 = 15;
  tl0PictureIndex = -1;
  temporalLayer = -1;
  /** The frame depends on the base layer alone. */
  layerSync = false;
  /** Of a key frame; 0 where the packet does not have it. */
  width = 0;
  height = 0;
  #pictureIdAt = 0;
  #tl0At = 0;

  /** Returns false for a descriptor that is longer than its payload, or without anything behind it. */
  read(packet: Buffer, start: number, end: number): boolean {
    let at = start;
    if (at >= end) return false;
    const first = packet.readUInt8(at);
    at += 1;
    this.#clear();
    if ((first & 0x80) !== 0) {
      if (at >= end) return false;
      const flags = packet.readUInt8(at);
      at += 1;
      if ((flags & 0x80) !== 0) {
        if (at >= end) return false;
        at += this.#readPictureId(packet, at - start, at, end);
      }
      if ((flags & 0x40) !== 0) {
        if (at >= end) return false;
        this.tl0PictureIndex = packet.readUInt8(at);
        this.#tl0At = at - start;
        at += 1;
      }
      if ((flags & 0x30) !== 0) {
        if (at >= end) return false;
        const temporal = packet.readUInt8(at);
        if ((flags & 0x20) !== 0) {
          this.temporalLayer = temporal >> 6;
          this.layerSync = (temporal & 0x20) !== 0;
        }
        at += 1;
      }
    }
    if (at >= end) return false;
    this.length = at - start;
    this.startsFrame = (first & 0x10) !== 0 && (first & 0x07) === 0;
    if (this.startsFrame) this.#readFrame(packet, at, end);
    return true;
  }

  /**
   * Writes the descriptor of the packet last read, with other numbers. The picture id always gets 15 bits, because a
   * sender may change between both lengths. Returns the bytes written: at most `length` + 1.
   */
  write(into: Buffer, at: number, source: Buffer, start: number, numbers: PictureNumbers): number {
    if (this.#pictureIdAt === 0) {
      source.copy(into, at, start, start + this.length);
      if (this.#tl0At !== 0) into[at + this.#tl0At] = numbers.tl0PictureIndex & 0xff;
      return this.length;
    }
    source.copy(into, at, start, start + this.#pictureIdAt);
    into.writeUInt16BE(0x8000 | (numbers.pictureId & 0x7fff), at + this.#pictureIdAt);
    const behind = this.#pictureIdAt + (this.pictureIdBits === 15 ? 2 : 1);
    const written = this.#pictureIdAt + 2;
    source.copy(into, at + written, start + behind, start + this.length);
    if (this.#tl0At !== 0) into[at + written + this.#tl0At - behind] = numbers.tl0PictureIndex & 0xff;
    return written + this.length - behind;
  }

  #clear(): void {
    this.pictureId = -1;
    this.pictureIdBits = 15;
    this.tl0PictureIndex = -1;
    this.temporalLayer = -1;
    this.layerSync = false;
    this.isKeyFrame = false;
    this.width = 0;
    this.height = 0;
    this.#pictureIdAt = 0;
    this.#tl0At = 0;
  }

  /** Returns its length; past the end for one that is cut. */
  #readPictureId(packet: Buffer, offset: number, at: number, end: number): number {
    const head = packet.readUInt8(at);
    this.#pictureIdAt = offset;
    this.pictureIdBits = (head & 0x80) === 0 ? 7 : 15;
    if (this.pictureIdBits === 7) {
      this.pictureId = head;
      return 1;
    }
    if (at + 1 >= end) return end - at;
    this.pictureId = packet.readUInt16BE(at) & 0x7fff;
    return 2;
  }

  #readFrame(packet: Buffer, at: number, end: number): void {
    this.isKeyFrame = (packet.readUInt8(at) & 0x01) === 0;
    if (!this.isKeyFrame || at + 10 > end || packet.readUIntBE(at + 3, 3) !== START_CODE) return;
    this.width = packet.readUInt16LE(at + 6) & 0x3fff;
    this.height = packet.readUInt16LE(at + 8) & 0x3fff;
  }
}

export interface PictureNumbers {
  readonly pictureId: number;
  readonly tl0PictureIndex: number;
}

const START_CODE = 0x9d012a; // RFC 6386 §9.1
