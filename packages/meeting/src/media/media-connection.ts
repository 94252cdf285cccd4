/** Keeps the media connection: finds a new way after a change of network, and starts again if that does not help. */
import type { SentKind } from "@callpanel/contract";
import type { Clock } from "../ports/clock.port.ts";
import { createPeer } from "./peer.ts";
import type { MeetingPeer, SentSection } from "./peer.ts";

export type MediaState = "connecting" | "connected" | "interrupted";

export interface MediaConnectionDeps {
  readonly clock: Clock;
  readonly createConnection: () => RTCPeerConnection;
  readonly createStream: (tracks: readonly MediaStreamTrack[]) => MediaStream;
  readonly offer: (sdp: string, sends: readonly SentSection[]) => Promise<string>;
  /** The state, or the streams, are others. */
  readonly changed: (state: MediaState) => void;
}

export interface MediaConnection {
  /** The user is in the meeting: connects, or after a lost connection checks whether the media still works. */
  joined(): void;
  /** The socket is lost: nothing can be described until `joined`. */
  cut(): void;
  /** The network is another one. */
  moved(): void;
  send(kind: SentKind, track: MediaStreamTrack | null): void;
  streamOf(mid: string): MediaStream | undefined;
  sounds(): readonly MediaStream[];
  close(): void;
}

/** A short interruption heals by itself. */
export const HEAL_MS = 2_000;
/** Then a new way is looked for; after that a new connection is made. */
export const RESTART_MS = 5_000;

/** VCLIENT-4 */
export function createMediaConnection(deps: MediaConnectionDeps): MediaConnection {
  const { clock } = deps;
  const tracks = new Map<SentKind, MediaStreamTrack | null>();
  let peer: MeetingPeer | null = null;
  let state: MediaState = "connecting";
  let isIn = false;
  let isClosed = false;
  let cancel = () => {};

  const tell = (next: MediaState): void => {
    state = next;
    deps.changed(next);
  };
  const after = (ms: number, run: () => void): void => {
    cancel();
    cancel = clock.setTimeout(() => {
      if (isIn && !isClosed) run();
    }, ms);
  };
  const begin = (): void => {
    peer?.close();
    const mine = createPeer({
      connection: deps.createConnection(),
      createStream: deps.createStream,
      offer: deps.offer,
      changed: (now) => {
        if (mine === peer) changed(now);
      },
    });
    peer = mine;
    for (const [kind, track] of tracks) mine.send(kind, track);
    describe(mine, false);
  };
  /** Refused, or not answered: tried again from the beginning. */
  const describe = (mine: MeetingPeer, restart: boolean): void => {
    after(RESTART_MS, begin);
    mine.describe({ restart }).then(
      () => {
        if (mine === peer) tell(state);
      },
      () => {
        if (mine === peer && !isClosed) after(HEAL_MS, begin);
      },
    );
  };
  const restart = (): void => {
    if (peer === null) begin();
    else describe(peer, true);
  };
  const changed = (now: RTCPeerConnectionState): void => {
    switch (now) {
      case "connected":
        cancel();
        return tell("connected");
      case "disconnected":
        tell("interrupted");
        return after(HEAL_MS, restart);
      case "failed":
        tell("interrupted");
        return after(0, begin);
      default:
    }
  };

  return {
    joined() {
      isIn = true;
      if (peer === null) begin();
      else if (state === "connected") tell("connected");
      else restart();
    },
    cut() {
      isIn = false;
      cancel();
    },
    moved() {
      if (isIn && peer !== null) restart();
    },
    send(kind, track) {
      tracks.set(kind, track);
      peer?.send(kind, track);
    },
    streamOf: (mid) => peer?.streamOf(mid),
    sounds: () => peer?.sounds ?? [],
    close() {
      isClosed = true;
      cancel();
      peer?.close();
      peer = null;
    },
  };
}
