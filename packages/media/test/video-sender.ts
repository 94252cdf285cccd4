/** A browser that sends VP8 in simulcast: each packet says in its payload whose it is, so that a receiver can be judged. */

export const VIDEO_IDS = { mid: 4, rid: 10, repairedRid: 11, transportSequence: 3, audioLevel: 1 };
export const PAYLOAD_TYPE = 96;
export const RTX_PAYLOAD_TYPE = 97;
/** As the two bytes of a mark after the VP8 frame header. */
export const MARK = 0x5650;
export const MARK_BYTES = 16;

/** What a packet of a picture says about itself. */
export interface Mark {
  readonly sender: number;
  readonly layer: number;
  readonly frame: number;
  /** The frame that must be decoded before; the frame itself for a key frame. */
  readonly needs: number;
  readonly index: number;
  readonly count: number;
  readonly temporalLayer: number;
}

export interface VideoSenderOptions {
  readonly sender: number;
  readonly mid?: string;
  /** From the lowest; empty for one layer without RID. */
  readonly rids?: readonly string[];
  readonly random: () => number;
  readonly temporalLayers?: 1 | 2 | 3;
  /** Bits per second of each layer at 25 pictures a second. */
  readonly rates?: readonly number[];
  readonly shortPictureIds?: boolean;
  /** The first RTP number of each layer; near a wrap by default. */
  readonly firstSequence?: number;
}

interface LayerState {
  readonly ssrc: number;
  readonly rtxSsrc: number;
  readonly rate: number;
  readonly timestampOffset: number;
  sequence: number;
  rtxSequence: number;
  pictureId: number;
  tl0: number;
  frame: number;
  base: number;
  middle: number;
  wantsKey: boolean;
  cycle: number;
  packets: number;
  paused: boolean;
  readonly sent: Map<number, Buffer>;
}

const PATTERNS = { 1: [0], 2: [0, 1], 3: [0, 2, 1, 2] } as const;
const PACKET_BYTES = 1100;

export class VideoSender {
  readonly layers: readonly LayerState[];
  readonly sender: number;
  readonly #options: VideoSenderOptions;
  readonly #mid: string;
  readonly #rids: readonly string[];

  constructor(options: VideoSenderOptions) {
    this.#options = options;
    this.sender = options.sender;
    this.#mid = options.mid ?? "1";
    this.#rids = options.rids ?? ["l", "m", "h"];
    const { random } = options;
    const below = (limit: number): number => Math.floor(random() * limit);
    const rates = options.rates ?? [150_000, 500_000, 1_500_000];
    this.layers = Array.from({ length: Math.max(1, this.#rids.length) }, (_, index) => ({
      ssrc: 1000 * options.sender + 10 * (this.#mid === "1" ? 1 : 2) + index,
      rtxSsrc: 1000 * options.sender + 10 * (this.#mid === "1" ? 1 : 2) + index + 5,
      rate: rates[index] ?? 100_000,
      timestampOffset: below(2 ** 32),
      sequence: options.firstSequence ?? 65_500 + below(100),
      rtxSequence: below(65_536),
      pictureId: below(32_768),
      tl0: below(256),
      frame: -1,
      base: 0,
      middle: 0,
      wantsKey: true,
      cycle: 0,
      packets: 0,
      paused: false,
      sent: new Map(),
    }));
  }

  /** The packets of one picture in every layer, captured now. */
  picture(nowMs: number): Buffer[] {
    return this.layers.flatMap((layer, index) => (layer.paused ? [] : this.#pictureOf(layer, index, nowMs)));
  }

  /** The next picture of this layer is a key frame. */
  key(ssrc: number): void {
    for (const layer of this.layers) if (layer.ssrc === ssrc) layer.wantsKey = true;
  }

  /** The packet once more, as RFC 4588 has it. */
  resend(ssrc: number, sequence: number): Buffer | undefined {
    const index = this.layers.findIndex((one) => one.ssrc === ssrc);
    const layer = this.layers[index];
    const packet = layer?.sent.get(sequence);
    if (layer === undefined || packet === undefined) return undefined;
    layer.rtxSequence = (layer.rtxSequence + 1) & 0xffff;
    const bodyStart = headerLength(packet);
    const rid = this.#rids[index];
    const header = rtpHeader({
      payloadType: RTX_PAYLOAD_TYPE,
      marker: (packet.readUInt8(1) & 0x80) !== 0,
      sequence: layer.rtxSequence,
      timestamp: packet.readUInt32BE(4),
      ssrc: layer.rtxSsrc,
      extensions: [
        [VIDEO_IDS.mid, Buffer.from(this.#mid)],
        ...(rid === undefined ? [] : [[VIDEO_IDS.repairedRid, Buffer.from(rid)] as const]),
      ],
    });
    const original = Buffer.alloc(2);
    original.writeUInt16BE(sequence);
    return Buffer.concat([header, original, packet.subarray(bodyStart)]);
  }

  /** A sender report of one layer: when, by this sender's clock, which RTP time was. */
  report(index: number, nowMs: number): Buffer {
    const layer = this.layers[index];
    const packet = Buffer.alloc(28);
    packet.writeUInt32BE(0x80c80006, 0);
    packet.writeUInt32BE(layer?.ssrc ?? 0, 4);
    packet.writeUInt32BE(Math.floor(nowMs / 1000) + 2_208_988_800, 8);
    packet.writeUInt32BE(Math.floor(((nowMs % 1000) / 1000) * 2 ** 32), 12);
    packet.writeUInt32BE((Math.round(nowMs * 90) + (layer?.timestampOffset ?? 0)) % 2 ** 32, 16);
    return packet;
  }

  /** A packet of padding alone. */
  padding(index: number): Buffer {
    const layer = this.layers[index];
    if (layer === undefined) throw new Error("no such layer");
    const header = this.#header(layer, index, { marker: false, timestamp: 0 });
    header[0] = header.readUInt8(0) | 0x20;
    const padding = Buffer.alloc(20);
    padding[19] = 20;
    return Buffer.concat([header, padding]);
  }

  #pictureOf(layer: LayerState, index: number, nowMs: number): Buffer[] {
    const pattern = PATTERNS[this.#options.temporalLayers ?? 1];
    const isKey = layer.wantsKey;
    layer.wantsKey = false;
    if (isKey) layer.cycle = 0;
    const temporalLayer = pattern[layer.cycle % pattern.length] ?? 0;
    layer.cycle += 1;
    layer.frame += 1;
    layer.pictureId = (layer.pictureId + 1) & 0x7fff;
    if (temporalLayer === 0) layer.tl0 = (layer.tl0 + 1) & 0xff;
    const needs = isKey ? layer.frame : temporalLayer === 2 ? Math.max(layer.base, layer.middle) : layer.base;
    const sync = temporalLayer > 0 && needs === layer.base;
    const size = (layer.rate / 8 / 25) * (isKey ? 3 : 1);
    const count = Math.max(1, Math.ceil(size / PACKET_BYTES));
    const timestamp = (Math.round(nowMs * 90) + layer.timestampOffset) % 2 ** 32;
    const packets = Array.from({ length: count }, (_, at) => {
      const mark = { sender: this.sender, layer: index, frame: layer.frame, needs, index: at, count, temporalLayer };
      const header = this.#header(layer, index, { marker: at === count - 1, timestamp });
      const sequence = header.readUInt16BE(2);
      const body = Buffer.concat([
        this.#descriptor(layer, { at, temporalLayer, sync }),
        at === 0 ? frameHeader(isKey, index) : Buffer.alloc(0),
        writeMark(mark),
        Buffer.alloc(Math.max(0, Math.floor(size / count) - 40)),
      ]);
      const packet = Buffer.concat([header, body]);
      layer.sent.set(sequence, packet);
      layer.sent.delete((sequence - 2000) & 0xffff);
      return packet;
    });
    if (temporalLayer === 0) layer.base = layer.frame;
    if (temporalLayer === 1) layer.middle = layer.frame;
    return packets;
  }

  /** The first packets of a stream have MID and RID, as libwebrtc has it. */
  #header(layer: LayerState, index: number, { marker, timestamp }: { marker: boolean; timestamp: number }): Buffer {
    const rid = this.#rids[index];
    layer.sequence = (layer.sequence + 1) & 0xffff;
    layer.packets += 1;
    const isNew = layer.packets < 30;
    return rtpHeader({
      payloadType: PAYLOAD_TYPE,
      marker,
      sequence: layer.sequence,
      timestamp,
      ssrc: layer.ssrc,
      extensions: isNew
        ? [
            [VIDEO_IDS.mid, Buffer.from(this.#mid)],
            ...(rid === undefined ? [] : [[VIDEO_IDS.rid, Buffer.from(rid)] as const]),
          ]
        : [],
    });
  }

  #descriptor(
    layer: LayerState,
    { at, temporalLayer, sync }: { at: number; temporalLayer: number; sync: boolean },
  ): Buffer {
    const start = at === 0 ? 0x10 : 0;
    const picture = this.#options.shortPictureIds
      ? [layer.pictureId & 0x7f]
      : [0x80 | (layer.pictureId >> 8), layer.pictureId & 0xff];
    return Buffer.from([0x80 | start, 0xe0, ...picture, layer.tl0, (temporalLayer << 6) | (sync ? 0x20 : 0)]);
  }
}

export interface HeaderFields {
  readonly payloadType: number;
  readonly marker?: boolean;
  readonly sequence: number;
  readonly timestamp?: number;
  readonly ssrc: number;
  readonly extensions?: readonly (readonly [id: number, content: Buffer])[];
}

export function rtpHeader({
  payloadType,
  marker = false,
  sequence,
  timestamp = 0,
  ssrc,
  extensions = [],
}: HeaderFields): Buffer {
  const elements = Buffer.concat(
    extensions.map(([id, content]) => Buffer.concat([Buffer.from([(id << 4) | (content.length - 1)]), content])),
  );
  const words = Math.ceil(elements.length / 4);
  const header = Buffer.alloc(12 + (words === 0 ? 0 : 4 + words * 4));
  header[0] = 0x80 | (words === 0 ? 0 : 0x10);
  header[1] = payloadType | (marker ? 0x80 : 0);
  header.writeUInt16BE(sequence & 0xffff, 2);
  header.writeUInt32BE(timestamp >>> 0, 4);
  header.writeUInt32BE(ssrc, 8);
  if (words > 0) {
    header.writeUInt16BE(0xbede, 12);
    header.writeUInt16BE(words, 14);
    elements.copy(header, 16);
  }
  return header;
}

/** A packet of sound with its level. */
export function soundPacket(fields: {
  ssrc: number;
  sequence: number;
  timestamp: number;
  level: number;
  mid?: string;
}): Buffer {
  const { ssrc, sequence, timestamp, level, mid = "0" } = fields;
  const extensions = [
    [VIDEO_IDS.audioLevel, Buffer.from([level])] as const,
    [VIDEO_IDS.mid, Buffer.from(mid)] as const,
  ];
  return Buffer.concat([rtpHeader({ payloadType: 111, sequence, timestamp, ssrc, extensions }), Buffer.alloc(80, 1)]);
}

function headerLength(packet: Buffer): number {
  return (packet.readUInt8(0) & 0x10) === 0 ? 12 : 16 + packet.readUInt16BE(14) * 4;
}

function frameHeader(isKey: boolean, layer: number): Buffer {
  if (!isKey) return Buffer.from([0x11, 0, 0]);
  const header = Buffer.from([0x10, 0, 0, 0x9d, 0x01, 0x2a, 0, 0, 0, 0]);
  header.writeUInt16LE(240 * 2 ** layer, 6);
  header.writeUInt16LE(135 * 2 ** layer, 8);
  return header;
}

function writeMark({ sender, layer, frame, needs, index, count, temporalLayer }: Mark): Buffer {
  const mark = Buffer.alloc(MARK_BYTES);
  mark.writeUInt16BE(MARK, 0);
  mark[2] = sender;
  mark[3] = layer;
  mark.writeUInt32BE(frame, 4);
  mark.writeUInt32BE(needs, 8);
  mark[12] = index;
  mark[13] = count;
  mark[14] = temporalLayer;
  return mark;
}

const ONE_BYTE_FORM = 0xbede;

/** The packet with a transport-wide number as its first extension (RFC 8285, one-byte form). */
export function withTransportNumber(packet: Buffer, number: number): Buffer {
  const element = Buffer.from([(VIDEO_IDS.transportSequence << 4) | 1, number >> 8, number & 0xff, 0]);
  const fixed = Buffer.from(packet.subarray(0, 12));
  const hasExtensions = (fixed.readUInt8(0) & 0x10) !== 0;
  fixed.writeUInt8(fixed.readUInt8(0) | 0x10, 0);
  const block = Buffer.alloc(4);
  block.writeUInt16BE(ONE_BYTE_FORM, 0);
  block.writeUInt16BE((hasExtensions ? packet.readUInt16BE(14) : 0) + 1, 2);
  return Buffer.concat([fixed, block, element, packet.subarray(hasExtensions ? 16 : 12)]);
}
