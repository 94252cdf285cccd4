/** What JsSIP uses of a browser's RTCPeerConnection, over a test peer; and the globals it looks for. */
import type { MediaPeer } from "@callpanel/testkit";
import { createPeer } from "./foreign-phone.ts";

const peers = new WeakMap<object, MediaPeer>();

/** The far end of sound behind a connection that JsSIP made. */
export function peerOf(connection: object): MediaPeer {
  const peer = peers.get(connection);
  if (peer === undefined) throw new Error("not a connection of these tests");
  return peer;
}

interface Description {
  readonly type: string;
  readonly sdp: string;
}

class PeerConnection extends EventTarget {
  readonly iceGatheringState = "complete";
  readonly iceConnectionState = "connected";
  localDescription: Description | undefined;
  signalingState = "stable";
  #remoteOffer = "";

  constructor() {
    super();
    peers.set(this, createPeer());
  }

  async createOffer(): Promise<Description> {
    return { type: "offer", sdp: await peerOf(this).offer() };
  }

  async createAnswer(): Promise<Description> {
    return { type: "answer", sdp: await peerOf(this).answer(this.#remoteOffer) };
  }

  setLocalDescription(description: Description): Promise<void> {
    this.localDescription = description;
    this.signalingState = description.type === "offer" ? "have-local-offer" : "stable";
    return Promise.resolve();
  }

  async setRemoteDescription({ type, sdp }: Description): Promise<void> {
    if (type === "offer") this.#remoteOffer = sdp;
    else await peerOf(this).accept(sdp);
    this.signalingState = type === "offer" ? "have-remote-offer" : "stable";
  }

  addTrack(): void {
    // The peer has its one track from the start.
  }

  getSenders(): readonly never[] {
    return [];
  }

  close(): void {
    this.signalingState = "closed";
    void peerOf(this).close();
  }
}

class SessionDescription {
  readonly type: string;
  readonly sdp: string;
  constructor({ type, sdp }: Description) {
    this.type = type;
    this.sdp = sdp;
  }
}

/** Makes Node look enough like a browser for JsSIP. */
export function installBrowserGlobals(): void {
  const stream = { getTracks: () => [], getAudioTracks: () => [], getVideoTracks: () => [] };
  const globals = {
    window: globalThis,
    RTCPeerConnection: PeerConnection,
    RTCSessionDescription: SessionDescription,
    navigator: { mediaDevices: { getUserMedia: () => Promise.resolve(stream) } },
  };
  for (const [name, value] of Object.entries(globals))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}
