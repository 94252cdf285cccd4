import type { SendingSection } from "../incoming/incoming-streams.ts";
import type { SlotFormats } from "../outgoing/video-slot.ts";
import type { ExtensionIds } from "../wire/rtp-packet.ts";
import type { TilePriority } from "./allocate.ts";

/** What was agreed with one participant's browser, in its first description or a later one. */
export interface ParticipantPlan {
  readonly extensions: ExtensionIds;
  readonly sends: readonly SendingSection[];
  /** The sections in which it receives. */
  readonly pictures: SlotFormats & { readonly mids: readonly string[] };
  readonly sounds: {
    readonly payloadType: number;
    readonly mids: readonly string[];
    /** The id of transport-wide numbers in these sections: Firefox has them in sections for pictures alone; 0 is none. */
    readonly transportSequence: number;
  };
}

/** The streams of a section in which a participant receives, for the answer: `a=ssrc`, and FID with `rtxSsrc`. */
export interface DescribedSlot {
  readonly mid: string;
  readonly ssrc: number;
  /** Of pictures. */
  readonly rtxSsrc: number | undefined;
}

export type SourceKind = SendingSection["kind"];

/** What a participant wants to see, the most important first. A tile that is not seen is not in the list. */
export interface WantedTile {
  readonly participant: string;
  readonly kind: "camera" | "screen";
  /** In physical pixels. */
  readonly width: number;
  readonly height: number;
  readonly priority: TilePriority;
}

/** How well packets came through in the last second; losses are shares of 1, before anything was sent again. */
export interface LinkState {
  readonly lossUp: number;
  readonly lossDown: number;
  /** What can be sent to it. */
  readonly bitsPerSecond: number;
  readonly rttMs: number;
}

/** The participant in a slot now. */
export interface FilledSlot {
  readonly mid: string;
  readonly participant: string;
  readonly kind: SourceKind;
}
