/** The sound of one call: its peer connection from birth to end, and the silence of its microphone. */
import type { Clock } from "../../../ports/clock.port.ts";
import {
  ALL_CANDIDATES_MS,
  audioTransceiver,
  FIRST_CANDIDATE_MS,
  preferCodecs,
  rollBack,
  withoutDtx,
} from "./media.ts";

export interface Peer {
  connection(): RTCPeerConnection | undefined;
  /** Makes the connection, which sends this microphone, or no sound. Throws an Error if the browser has no WebRTC. */
  open(config: RTCConfiguration, microphone: MediaStream | undefined): void;
  /** Makes an offer and waits for its candidates. */
  offer(options?: RTCOfferOptions): Promise<string>;
  /** Takes the far end's offer and makes the answer. */
  answer(offer: string): Promise<string>;
  /** `pranswer`: of sound before the call is answered. */
  accept(type: "answer" | "pranswer", sdp: string): Promise<void>;
  /** An offer of either side is taken back. */
  rollBack(): Promise<void>;
  silence(silence: "on" | "off"): void;
  /** Rejects with an Error when there is no sound to replace. */
  replaceMicrophone(stream: MediaStream): Promise<void>;
  close(): void;
}

export interface PeerWiring {
  readonly clock: Clock;
  /** Of the first offer. */
  readonly direction: "sendrecv" | "sendonly";
  /** The far end learns candidates from connectivity checks, so that the first one will do. */
  learnsCandidates(): boolean;
  onSound(stream: MediaStream): void;
  onIce(state: RTCIceConnectionState): void;
}

export function createPeer({ clock, direction, learnsCandidates, onSound, onIce }: PeerWiring): Peer {
  let connection: RTCPeerConnection | undefined;
  let silenced = false;
  let closed = false;
  let described = false;
  /** What has been gathered with the present ICE credentials. */
  let found: "nothing" | "some" | "all" = "nothing";
  let credentials: string | undefined;
  let gathered = (): void => undefined;

  const opened = (): RTCPeerConnection => {
    if (!connection || closed) throw new Error("the call has no sound");
    return connection;
  };
  const applySilence = (): void => {
    for (const { track } of connection?.getSenders() ?? []) if (track) track.enabled = !silenced;
  };
  const watch = (watched: RTCPeerConnection): void => {
    watched.addEventListener("track", ({ streams, track }) => onSound(streams[0] ?? new MediaStream([track])));
    watched.addEventListener("iceconnectionstatechange", () => {
      if (!closed) onIce(watched.iceConnectionState);
    });
    watched.addEventListener("icecandidate", ({ candidate }) => {
      found = candidate === null ? "all" : found === "all" ? "all" : "some";
      gathered();
    });
    watched.addEventListener("icegatheringstatechange", () => {
      if (watched.iceGatheringState !== "complete") return;
      found = "all";
      gathered();
    });
  };
  /** PHONE-38. */
  const candidates = (): Promise<void> => {
    const learns = learnsCandidates();
    const isEnough = (): boolean => found === "all" || (learns && found === "some");
    if (isEnough()) return Promise.resolve();
    return new Promise((resolve) => {
      let late = false;
      const waitMs = learns ? FIRST_CANDIDATE_MS : ALL_CANDIDATES_MS;
      const cancel = clock.setTimeout(() => {
        late = true;
        gathered();
      }, waitMs);
      gathered = () => {
        if (!late && !closed && !isEnough()) return;
        cancel();
        gathered = () => undefined;
        resolve();
      };
    });
  };
  const prepare = (from: RTCPeerConnection): void => {
    preferCodecs(from);
    const transceiver = audioTransceiver(from);
    if (!described && transceiver && direction === "sendonly") transceiver.direction = direction;
    described = true;
    applySilence();
  };
  const describe = async (made: RTCSessionDescriptionInit): Promise<string> => {
    const from = opened();
    const now = ufragOf(made.sdp);
    if (now !== credentials) found = "nothing"; // candidates of before an ICE restart lead nowhere
    credentials = now;
    await from.setLocalDescription(made);
    await candidates();
    return opened().localDescription?.sdp ?? made.sdp ?? "";
  };
  return {
    connection: () => connection,
    open: (config, microphone) => {
      const made = new RTCPeerConnection(config);
      connection = made;
      watch(made);
      if (microphone === undefined) made.addTransceiver("audio", { direction: "recvonly" });
      else for (const track of microphone.getTracks()) made.addTrack(track, microphone);
      applySilence();
    },
    offer: async (options = {}) => {
      const from = opened();
      prepare(from);
      return describe(await from.createOffer(options));
    },
    answer: async (offer) => {
      const from = opened();
      await from.setRemoteDescription({ type: "offer", sdp: withoutDtx(offer) });
      prepare(from);
      return describe(await from.createAnswer());
    },
    accept: (type, sdp) => opened().setRemoteDescription({ type, sdp: withoutDtx(sdp) }),
    rollBack: async () => {
      if (!connection || closed) return;
      await rollBack(connection);
      credentials = ufragOf(connection.localDescription?.sdp);
      found = "all";
    },
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
      applySilence(); // it may have changed meanwhile, of the track that was sent until now
    },
    close: () => {
      closed = true;
      gathered();
      connection?.close();
    },
  };
}

const ufragOf = (sdp: string | undefined): string | undefined => /^a=ice-ufrag:(\S+)/m.exec(sdp ?? "")?.[1];
