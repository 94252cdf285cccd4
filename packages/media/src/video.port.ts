/** The port of video rooms: what a meeting can do with pictures and sound. The engine behind it runs in a worker thread. */
import type { FilledSlot, SourceKind, WantedTile } from "./video/room/participant-plan.ts";
import type { StalledPicture } from "./video/room/stall.ts";

export type { FilledSlot, SourceKind, WantedTile };

export type VideoRoomEvent =
  | { readonly kind: "connected"; readonly participant: string } // ICE and DTLS are up
  /** Its transport is closed; it may join again with a new description. */
  | { readonly kind: "failed"; readonly participant: string; readonly reason: string }
  | { readonly kind: "slots"; readonly participant: string; readonly slots: readonly FilledSlot[] }
  | { readonly kind: "talking"; readonly participant: string; readonly talking: boolean }
  /** Each second while it is connected: the share of packets that were lost on the way up and down (0 to 1), and its estimate. */
  | {
      readonly kind: "link";
      readonly participant: string;
      readonly lossUp: number;
      readonly lossDown: number;
      readonly bitsPerSecond: number;
      readonly rttMs: number;
    }
  /** For a log: nothing of a picture has come to it for five seconds, though its sender sends; once until it goes on. */
  | { readonly kind: "stalled"; readonly participant: string; readonly picture: StalledPicture }
  /** The voices that an attached participant hears from now on: the mix of these, at most three. */
  | { readonly kind: "voices"; readonly participant: string; readonly voices: readonly VoiceInRoom[] }
  /** The worker died: the room is closed. */
  | { readonly kind: "lost"; readonly reason: string };

/** As a mix names it: a `MediaVoice`. */
export interface VoiceInRoom {
  readonly id: string;
}

/** One meeting's media: one transport for each participant. */
export interface VideoRoomPort {
  /**
   * Answers a participant's first or later offer. `sends` says what the sections are in which it sends; sections in which it only
   * receives are slots. Rejects with a `MediaError` when the description cannot be used, or the room is full or closed.
   */
  join(
    participant: string,
    input: { readonly offer: string; readonly sends: readonly { readonly mid: string; readonly kind: SourceKind }[] },
  ): Promise<{ readonly answer: string }>;
  show(participant: string, tiles: readonly WantedTile[]): void;
  /** The kinds of a participant's media that are dropped on arrival, no matter what its browser sends. */
  block(participant: string, kinds: readonly SourceKind[]): void;
  /**
   * Somebody with sound alone, who does not join: a telephone with what its port says, or a listener without a voice, such as a
   * recording. The caller makes them hear the voices that `voices` reports.
   */
  attach(participant: string, voice?: VoiceInRoom): void;
  leave(participant: string): void;
  subscribe(listener: (event: VideoRoomEvent) => void): () => void;
  close(): void;
}
