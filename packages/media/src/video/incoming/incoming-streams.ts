import type { RtpPacket } from "../wire/rtp-packet.ts";
import { IncomingLayer } from "./incoming-layer.ts";

/** One section of a description in which a participant sends. */
export type SendingSection =
  | { readonly kind: "voice" | "screen-sound"; readonly mid: string; readonly payloadType: number }
  | VideoSection;

export interface VideoSection {
  readonly kind: "camera" | "screen";
  readonly mid: string;
  readonly payloadType: number;
  readonly rtxPayloadType: number | undefined;
  /** From the lowest to the highest; empty for a sender with one layer. */
  readonly rids: readonly string[];
}

/** What an SSRC carries. */
export type Stream =
  | { readonly kind: "sound"; readonly section: SendingSection; readonly ssrc: number }
  | { readonly kind: "layer"; readonly section: VideoSection; readonly layer: IncomingLayer; readonly index: number }
  | { readonly kind: "resent"; readonly section: VideoSection; readonly layer: IncomingLayer; readonly index: number };

/**
 * The streams of one participant: which SSRC is which layer of what. An SSRC is known by the MID and RID in its first
 * packets only: Chromium names no SSRC with RIDs, and in Firefox's descriptions their order says nothing.
 */
export class IncomingStreams {
  #sections: ReadonlyMap<string, SendingSection> = new Map();
  readonly #layers = new Map<string, readonly IncomingLayer[]>();
  readonly #streams = new Map<number, Stream>();

  /** After each description: what is still there goes on, what is gone ends. */
  setSections(sections: readonly SendingSection[]): void {
    const before = this.#sections;
    this.#sections = new Map(sections.slice(0, MOST_SECTIONS).map((section) => [section.mid, section]));
    for (const [mid, old] of before) {
      const section = this.#sections.get(mid);
      if (section === undefined || !isSame(section, old)) this.#end(old);
      else this.#sections = new Map([...this.#sections, [mid, old]]);
    }
    for (const section of this.#sections.values()) {
      if (section.kind !== "camera" && section.kind !== "screen") continue;
      if (!this.#layers.has(section.kind)) this.#layers.set(section.kind, createLayers(section));
    }
  }

  get all(): Iterable<Stream> {
    return this.#streams.values();
  }

  /** The layers of a picture, from the lowest to the highest; empty when it is not sent. */
  layers(kind: VideoSection["kind"]): readonly IncomingLayer[] {
    return this.#layers.get(kind) ?? [];
  }

  /** The stream of a packet; undefined for one that belongs to nothing that was negotiated. */
  find(rtp: RtpPacket): Stream | undefined {
    const stream = this.#streams.get(rtp.ssrc) ?? this.#bind(rtp);
    if (stream === undefined) return undefined;
    const payloadType = stream.kind === "resent" ? stream.section.rtxPayloadType : stream.section.payloadType;
    return payloadType === rtp.payloadType ? stream : undefined;
  }

  withSsrc(ssrc: number): Stream | undefined {
    return this.#streams.get(ssrc);
  }

  #end(section: SendingSection): void {
    for (const [ssrc, stream] of this.#streams) if (stream.section === section) this.#streams.delete(ssrc);
    if (section.kind === "camera" || section.kind === "screen") this.#layers.delete(section.kind);
  }

  #bind(rtp: RtpPacket): Stream | undefined {
    const { mid } = rtp;
    const section = mid === undefined ? undefined : this.#sections.get(mid);
    if (section === undefined) return undefined;
    if (section.kind === "camera" || section.kind === "screen") return this.#bindLayer(rtp, section);
    if (rtp.payloadType !== section.payloadType) return undefined;
    return this.#keep({ kind: "sound", section, ssrc: rtp.ssrc }, rtp.ssrc);
  }

  #bindLayer(rtp: RtpPacket, section: VideoSection): Stream | undefined {
    const isResent = rtp.payloadType === section.rtxPayloadType;
    if (!isResent && rtp.payloadType !== section.payloadType) return undefined;
    const rid = isResent ? (rtp.repairedRid ?? rtp.rid) : rtp.rid;
    const index = section.rids.length === 0 ? 0 : section.rids.indexOf(rid ?? "");
    const layer = this.layers(section.kind)[index];
    if (layer === undefined) return undefined;
    if (isResent) {
      this.#streams.delete(layer.rtxSsrc);
      layer.rtxSsrc = rtp.ssrc;
      return this.#keep({ kind: "resent", section, layer, index }, rtp.ssrc);
    }
    this.#streams.delete(layer.ssrc);
    layer.bind(rtp.ssrc);
    return this.#keep({ kind: "layer", section, layer, index }, rtp.ssrc);
  }

  /** Sound of a section that changes its SSRC replaces what was there, so that there are never more than was negotiated. */
  #keep(stream: Stream, ssrc: number): Stream {
    if (stream.kind === "sound") {
      for (const [known, { section }] of this.#streams) if (section === stream.section) this.#streams.delete(known);
    }
    this.#streams.set(ssrc, stream);
    return stream;
  }
}

function isSame(one: SendingSection, other: SendingSection): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function createLayers(section: VideoSection): readonly IncomingLayer[] {
  const count = Math.min(MOST_LAYERS, Math.max(1, section.rids.length));
  return Array.from({ length: count }, (_, index) => new IncomingLayer(index === 0 ? LOW_EVERY_MS : HIGH_EVERY_MS));
}

const MOST_SECTIONS = 4; // voice, camera, screen, its sound
const MOST_LAYERS = 3;
const LOW_EVERY_MS = 500; // key frame requests: the lowest layer's is small
const HIGH_EVERY_MS = 1000;
