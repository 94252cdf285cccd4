/** As much of RTCPeerConnection as a SIP user agent touches; a test plays its gathering. */
import type { FakeTrack } from "./fake-stream.ts";

type Direction = "sendrecv" | "sendonly" | "recvonly" | "inactive";

interface Dtmf {
  canInsertDTMF: boolean;
  toneBuffer: string;
  insertDTMF(tones: string): void;
}

class FakeSender {
  track: FakeTrack | null;
  readonly dtmf: Dtmf = {
    canInsertDTMF: true,
    toneBuffer: "",
    insertDTMF: (tones) => {
      this.dtmf.toneBuffer = tones;
    },
  };
  constructor(track: FakeTrack | null) {
    this.track = track;
  }
  /** The track before is sent until it is done. */
  async replaceTrack(track: FakeTrack): Promise<void> {
    await Promise.resolve();
    this.track = track;
  }
}

class FakeTransceiver {
  direction: Direction = "sendrecv";
  codecs: readonly string[] = [];
  readonly receiver = { track: { kind: "audio" } };
  readonly sender: FakeSender;
  constructor(sender: FakeSender) {
    this.sender = sender;
  }
  setCodecPreferences(codecs: readonly { readonly mimeType: string }[]): void {
    this.codecs = codecs.map(({ mimeType }) => mimeType);
  }
}

export class FakePeer extends EventTarget {
  static readonly made: FakePeer[] = [];
  /** `first` gives a candidate immediately and no more by itself; `never` gives no candidate and does not end; `early` gives all it has before the page gets to run again. */
  static gathering: "first" | "never" | "early" = "first";
  /** Writes a description; a phone system with a media engine wants more of one. */
  static describe: (direction: Direction) => string = (direction) =>
    `v=0\r\no=- 1 1 IN IP4 0.0.0.0\r\ns=-\r\nt=0 0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111\r\na=${direction}\r\n`;
  signalingState = "stable";
  iceGatheringState = "new";
  iceConnectionState = "new";
  localDescription: { readonly type: string; readonly sdp: string } | null = null;
  readonly remote: { readonly type: string; readonly sdp: string }[] = [];
  readonly transceivers: FakeTransceiver[] = [];
  /** Offers that asked for new ICE credentials. */
  restarts = 0;
  closed = false;
  /** With `early`: the page, which was busy, hears that its description is set. */
  catchUp: () => void = () => undefined;

  constructor() {
    super();
    FakePeer.made.push(this);
  }
  /** The last candidate has been found. */
  gathersAll(): void {
    this.iceGatheringState = "complete";
    this.dispatchEvent(Object.assign(new Event("icecandidate"), { candidate: null }));
  }
  /** ICE finds a way. */
  finds(): void {
    this.iceConnectionState = "connected";
    this.dispatchEvent(new Event("iceconnectionstatechange"));
  }
  addTrack(track: FakeTrack): void {
    this.transceivers.push(new FakeTransceiver(new FakeSender(track)));
  }
  addTransceiver(_kind: string, { direction }: { readonly direction: Direction }): void {
    const made = new FakeTransceiver(new FakeSender(null));
    made.direction = direction;
    this.transceivers.push(made);
  }
  getSenders(): FakeSender[] {
    return this.transceivers.map(({ sender }) => sender);
  }
  getTransceivers(): FakeTransceiver[] {
    return this.transceivers;
  }
  createOffer(options?: RTCOfferOptions | null): Promise<{ type: string; sdp: string }> {
    if (options?.iceRestart) {
      this.restarts += 1;
      this.iceGatheringState = "new";
    }
    const credentials = this.restarts === 0 ? "" : `a=ice-ufrag:restart${this.restarts}\r\n`;
    return Promise.resolve({ type: "offer", sdp: FakePeer.describe(this.wanted()) + credentials });
  }
  createAnswer(): Promise<{ type: string; sdp: string }> {
    return Promise.resolve({
      type: "answer",
      sdp: FakePeer.describe(both(this.wanted(), this.remote.at(-1)?.sdp ?? "")),
    });
  }
  setLocalDescription(description: { readonly type: string; readonly sdp?: string }): Promise<void> {
    if (description.type === "rollback") this.signalingState = "stable";
    else {
      this.localDescription = { type: description.type, sdp: description.sdp ?? "" };
      this.signalingState = description.type === "offer" ? "have-local-offer" : "stable";
      if (this.iceGatheringState === "new" && FakePeer.gathering === "early") {
        this.gather();
        return new Promise((resolve) => {
          this.catchUp = resolve;
        });
      }
      if (this.iceGatheringState === "new") setImmediate(() => this.gather());
    }
    return Promise.resolve();
  }
  setRemoteDescription(description: { readonly type: string; readonly sdp: string }): Promise<void> {
    this.remote.push(description);
    this.signalingState = description.type === "offer" ? "have-remote-offer" : "stable";
    return Promise.resolve();
  }
  close(): void {
    this.closed = true;
  }
  private gather(): void {
    this.iceGatheringState = "gathering";
    this.dispatchEvent(new Event("icegatheringstatechange"));
    if (FakePeer.gathering !== "never")
      this.dispatchEvent(Object.assign(new Event("icecandidate"), { candidate: { candidate: "host" } }));
  }
  private wanted(): Direction {
    return this.transceivers[0]?.direction ?? "recvonly";
  }
}

/** RFC 3264 §6.1: what is wanted, as far as the offer allows it. */
function both(wanted: Direction, offer: string): Direction {
  const offered = /^a=(sendrecv|sendonly|recvonly|inactive)/m.exec(offer)?.[1] ?? "sendrecv";
  const speaks = wanted.startsWith("send") && offered !== "sendonly" && offered !== "inactive";
  const hears = wanted.endsWith("recv") || wanted === "recvonly" ? offered.startsWith("send") : false;
  if (speaks) return hears ? "sendrecv" : "sendonly";
  return hears ? "recvonly" : "inactive";
}

/** What a phone system answers; DTX asked for, as some do. */
export const REMOTE_SDP =
  "v=0\r\no=- 2 2 IN IP4 0.0.0.0\r\ns=-\r\nt=0 0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111\r\na=rtpmap:111 opus/48000/2\r\na=fmtp:111 usedtx=1\r\na=sendrecv\r\n";
