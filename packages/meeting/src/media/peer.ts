/** One RTCPeerConnection: sections that the user sends, and slots for what arrives (ADR 26). Join, leave and views need no new description. */
import type { SentKind } from "@callpanel/contract";

/** Slots for pictures (nine people and a screen) and for sound: the loudest three. */
export const PICTURE_SLOTS = 10;
export const SOUND_SLOTS = 3;

const KBIT = 1_000;
/** Lowest first: a browser that has not enough pixels for all keeps the first (Chromium: three from 960x540). */
const LAYERS: readonly RTCRtpEncodingParameters[] = [
  { rid: "l", scaleResolutionDownBy: 4, maxBitrate: 150 * KBIT },
  { rid: "m", scaleResolutionDownBy: 2, maxBitrate: 500 * KBIT },
  { rid: "h", scaleResolutionDownBy: 1, maxBitrate: 1_700 * KBIT },
];
const SCREEN: readonly RTCRtpEncodingParameters[] = [{ maxBitrate: 2_500 * KBIT }];

export interface SentSection {
  readonly mid: string;
  readonly kind: SentKind;
}

export interface PeerDeps {
  readonly connection: RTCPeerConnection;
  readonly createStream: (tracks: readonly MediaStreamTrack[]) => MediaStream;
  /** Sends an offer to the server. @returns its answer */
  readonly offer: (sdp: string, sends: readonly SentSection[]) => Promise<string>;
  readonly changed: (state: RTCPeerConnectionState) => void;
}

export interface MeetingPeer {
  /** What comes in a slot; it stays the same stream when another person is shown in it. */
  streamOf(mid: string): MediaStream | undefined;
  /** The slots for sound. */
  readonly sounds: readonly MediaStream[];
  /** Null: nothing of this kind is sent. */
  send(kind: SentKind, track: MediaStreamTrack | null): void;
  /** Describes the connection to the server: the first time, and with `restart` to find a new way through the network. */
  describe(options?: { readonly restart: boolean }): Promise<void>;
  close(): void;
}

export function createPeer({ connection, createStream, offer, changed }: PeerDeps): MeetingPeer {
  const senders: Readonly<Record<SentKind, RTCRtpTransceiver>> = {
    voice: connection.addTransceiver("audio", { direction: "sendonly" }),
    camera: connection.addTransceiver("video", { direction: "sendonly", sendEncodings: [...LAYERS] }),
    screen: connection.addTransceiver("video", { direction: "sendonly", sendEncodings: [...SCREEN] }),
    "screen-sound": connection.addTransceiver("audio", { direction: "sendonly" }),
  };
  const slots = [
    ...Array.from({ length: SOUND_SLOTS }, () => connection.addTransceiver("audio", { direction: "recvonly" })),
    ...Array.from({ length: PICTURE_SLOTS }, () => connection.addTransceiver("video", { direction: "recvonly" })),
  ];
  for (const transceiver of [senders.camera, senders.screen, ...slots.slice(SOUND_SLOTS)]) preferVp8(transceiver);
  // Slots have no streams that come and go: each is one track for as long as the connection lives.
  const streams = new Map(slots.map((slot) => [slot, createStream([slot.receiver.track])]));
  connection.addEventListener("connectionstatechange", () => changed(connection.connectionState));

  return {
    sounds: slots.slice(0, SOUND_SLOTS).flatMap((slot) => streams.get(slot) ?? []),
    streamOf(mid) {
      const slot = slots.find((one) => one.mid === mid);
      return slot === undefined ? undefined : streams.get(slot);
    },
    send(kind, track) {
      const { sender } = senders[kind];
      if (sender.track === track) return;
      // Rejects only when the connection was closed meanwhile.
      sender.replaceTrack(track).catch(() => undefined);
    },
    async describe({ restart } = { restart: false }) {
      const described = await connection.createOffer({ iceRestart: restart });
      await connection.setLocalDescription(described);
      const sends = Object.entries(senders).flatMap(([kind, { mid }]) =>
        mid === null || !isSentKind(kind) ? [] : [{ mid, kind }],
      );
      // Candidates are not waited for: the server sees where packets come from.
      const sdp = await offer(described.sdp ?? "", sends);
      if (connection.signalingState !== "have-local-offer") return;
      await connection.setRemoteDescription({ type: "answer", sdp });
    },
    close: () => connection.close(),
  };
}

const isSentKind = (kind: string): kind is SentKind => ["voice", "camera", "screen", "screen-sound"].includes(kind);

/** The engine forwards VP8 with its layers; what resends it stays. */
function preferVp8(transceiver: RTCRtpTransceiver): void {
  const codecs = globalThis.RTCRtpReceiver?.getCapabilities("video")?.codecs ?? [];
  const wanted = codecs.filter(({ mimeType }) => /^video\/(vp8|rtx)$/i.test(mimeType));
  if (wanted.length > 0) transceiver.setCodecPreferences?.(wanted);
}
