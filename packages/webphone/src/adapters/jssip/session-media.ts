/** The sound of one session: its peer connection from birth to end, and the silence of its microphone. */
import type { RTCSession, RTCSessionEventMap } from "jssip/lib/RTCSession";
import type { Clock } from "../../ports/clock.port.ts";
import { audioTransceiver, GATHERING_REPEAT_MS, GATHERING_WAIT_MS, preferCodecs, withoutDtx } from "./media.ts";

export interface SessionMedia {
  readonly handlers: Pick<RTCSessionEventMap, "peerconnection" | "connecting" | "icecandidate" | "sdp">;
  /** JsSIP fires `peerconnection` before there is a session to speak of (design.md §3). */
  bind(session: RTCSession): void;
  connection(): RTCPeerConnection | undefined;
  silence(silence: "on" | "off"): void;
  /** Rejects with an Error when there is no sound to replace. */
  replaceMicrophone(stream: MediaStream): Promise<void>;
  close(): void;
}

export interface MediaWiring {
  /** Of the first offer. */
  readonly direction: "sendrecv" | "sendonly";
  onSound(stream: MediaStream): void;
  /** ICE has found a way, or has lost it. */
  onPath(path: "up" | "down"): void;
}

export function createSessionMedia(clock: Clock, { direction, onSound, onPath }: MediaWiring): SessionMedia {
  let connection: RTCPeerConnection | undefined;
  let session: RTCSession | undefined;
  let silenced = false;
  let cancelGathering = (): void => undefined;

  const watchGathering = (watched: RTCPeerConnection): void => {
    if (watched.iceGatheringState !== "gathering") return cancelGathering();
    // JsSIP takes an event without a candidate for the end of gathering. It listens only after the page has run once more:
    // on a busy page all candidates may have passed by then, so the event is repeated until the description has left.
    const end = (): void => {
      cancelGathering = clock.setTimeout(end, GATHERING_REPEAT_MS);
      watched.dispatchEvent(new Event("icecandidate"));
    };
    cancelGathering = clock.setTimeout(end, GATHERING_WAIT_MS);
  };
  const applySilence = (): void => {
    if (!connection || !session) return;
    for (const { track } of connection.getSenders()) if (track) track.enabled = !silenced;
    // JsSIP must know too: it sets the tracks again after each negotiation.
    if (silenced) session.mute({ audio: true });
    else session.unmute({ audio: true });
  };
  return {
    handlers: {
      peerconnection: ({ peerconnection }) => {
        connection = peerconnection;
        peerconnection.addEventListener("track", ({ streams, track }) => {
          onSound(streams[0] ?? new MediaStream([track]));
        });
        peerconnection.addEventListener("icegatheringstatechange", () => watchGathering(peerconnection));
        peerconnection.addEventListener("iceconnectionstatechange", () => {
          const state = peerconnection.iceConnectionState;
          if (state === "disconnected" || state === "failed") onPath("down");
          if (state === "connected" || state === "completed") onPath("up");
        });
      },
      connecting: () => {
        if (connection) preferCodecs(connection);
        const transceiver = connection && audioTransceiver(connection);
        if (transceiver && direction === "sendonly") transceiver.direction = direction;
        if (silenced) applySilence(); // JsSIP muted only the tracks it knew
      },
      icecandidate: ({ ready }) => ready(),
      sdp: (event) => {
        if (`${event.originator}` === "remote") event.sdp = withoutDtx(event.sdp);
        else cancelGathering();
      },
    },
    bind: (made) => {
      session = made;
    },
    connection: () => connection,
    silence: (silence) => {
      silenced = silence === "on";
      applySilence();
    },
    replaceMicrophone: async (stream) => {
      const [track] = stream.getAudioTracks();
      const sender = connection && audioTransceiver(connection)?.sender;
      if (!track || !sender) throw new Error("no sound to replace");
      track.enabled = !silenced;
      await sender.replaceTrack(track);
    },
    close: () => cancelGathering(),
  };
}
