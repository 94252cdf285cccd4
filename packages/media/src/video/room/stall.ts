import type { VideoSlot } from "../outgoing/video-slot.ts";
import type { PictureSource } from "./publisher.ts";

/** A picture that is wanted and arrives from its sender, but of which a receiver has got nothing for a while: for a log. */
export interface StalledPicture {
  readonly of: string;
  readonly kind: "camera" | "screen";
  readonly forMs: number;
  /** Among its layers, from the lowest; -1: not any. Both -1: it is paused, because it does not fit. */
  readonly shows: number;
  readonly waitsFor: number;
  readonly layers: readonly LayerFigures[];
}

export interface LayerFigures {
  readonly comes: boolean;
  readonly bitsPerSecond: number;
  /** Null: there was none yet. */
  readonly keyFrameAgoMs: number | null;
  /** Requests for a key frame since then. */
  readonly asked: number;
  readonly packetsLost: number;
}

export const STALLED_MS = 5000;

/** Undefined while pictures go on, or its sender sends none. */
export function stalledPicture(
  { slot, source, sinceMs }: { readonly slot: VideoSlot; readonly source: PictureSource; readonly sinceMs: number },
  nowMs: number,
): StalledPicture | undefined {
  const forMs = nowMs - Math.max(slot.sentAt, sinceMs);
  if (forMs < STALLED_MS || !source.layers.some((layer) => layer.isOffered(nowMs))) return undefined;
  return {
    of: source.participant,
    kind: source.kind,
    forMs: Math.round(forMs),
    shows: source.layers.findIndex((layer) => layer === slot.layer),
    waitsFor: source.layers.findIndex((layer) => layer === slot.target),
    layers: source.layers.map((layer) => ({
      comes: layer.isOffered(nowMs),
      bitsPerSecond: Math.round(layer.ratesByTemporalLayer(nowMs).at(-1) ?? 0),
      keyFrameAgoMs: layer.keyFrame.arrivedAt < 0 ? null : Math.round(nowMs - layer.keyFrame.arrivedAt),
      asked: layer.keyFrame.unanswered,
      packetsLost: layer.packetsLost,
    })),
  };
}
