const NOTHING: unknown = null;

/** The part of an RTCPeerConnection that is used; mids are given when an offer is applied, as browsers do it. */
export class FakeConnection extends EventTarget {
  connectionState: RTCPeerConnectionState = "new";
  signalingState: RTCSignalingState = "stable";
  readonly transceivers: Array<{
    mid: string | null;
    kind: string;
    direction: string;
    encodings: number;
    sent: unknown;
  }> = [];
  readonly restarts: boolean[] = [];
  answers = 0;
  closed = false;

  addTransceiver(kind: string, init: RTCRtpTransceiverInit) {
    const own = {
      mid: null,
      kind,
      direction: init.direction ?? "",
      encodings: init.sendEncodings?.length ?? 0,
      sent: NOTHING,
    };
    this.transceivers.push(own);
    const sender = {
      track: NOTHING,
      replaceTrack: async (track: unknown) => {
        sender.track = track;
        own.sent = track;
      },
    };
    return Object.assign(own, { sender, receiver: { track: { kind } } });
  }
  async createOffer({ iceRestart = false }: RTCOfferOptions) {
    this.restarts.push(iceRestart);
    return { type: "offer", sdp: "v=0" };
  }
  async setLocalDescription() {
    this.signalingState = "have-local-offer";
    for (const [at, transceiver] of this.transceivers.entries()) transceiver.mid = String(at);
  }
  async setRemoteDescription() {
    this.signalingState = "stable";
    this.answers += 1;
  }
  close() {
    this.closed = true;
  }
  become(state: RTCPeerConnectionState) {
    this.connectionState = state;
    this.dispatchEvent(new Event("connectionstatechange"));
  }
}

export const fakeStream = (tracks: readonly unknown[]): MediaStream => realOf<MediaStream>({ tracks });
export const fakeTrack = (): MediaStreamTrack => realOf<MediaStreamTrack>({ kind: "audio" });

/** A fake has only what is used; the compiler takes it for the real one. */
export function realOf<Real>(fake: unknown): Real {
  if (passes<Real>(fake)) return fake;
  throw new Error("not reached");
}

function passes<Real>(_fake: unknown): _fake is Real {
  return true;
}
