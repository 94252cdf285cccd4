/** Streams and tracks where there is no browser. */

export class FakeTrack extends EventTarget implements MediaStreamTrack {
  contentHint = "";
  enabled = true;
  readonly id = "track";
  readonly kind = "audio";
  readonly label = "";
  readonly muted = false;
  onended = null;
  onmute = null;
  onunmute = null;
  readyState: MediaStreamTrackState = "live";
  readonly deviceId: string;
  constructor(deviceId: string) {
    super();
    this.deviceId = deviceId;
  }
  applyConstraints(): Promise<void> {
    return Promise.resolve();
  }
  clone(): MediaStreamTrack {
    return new FakeTrack(this.deviceId);
  }
  getCapabilities(): MediaTrackCapabilities {
    return {};
  }
  getConstraints(): MediaTrackConstraints {
    return {};
  }
  getSettings(): MediaTrackSettings {
    return { deviceId: this.deviceId };
  }
  stop(): void {
    this.readyState = "ended";
  }
}

export class FakeStream extends EventTarget implements MediaStream {
  readonly id = "stream";
  onaddtrack = null;
  onremovetrack = null;
  readonly track: FakeTrack;
  constructor(deviceId = "default") {
    super();
    this.track = new FakeTrack(deviceId);
  }
  get active(): boolean {
    return this.track.readyState === "live";
  }
  addTrack(): void {}
  clone(): MediaStream {
    return new FakeStream(this.track.deviceId);
  }
  getAudioTracks(): MediaStreamTrack[] {
    return [this.track];
  }
  getTrackById(): MediaStreamTrack | null {
    return null;
  }
  getTracks(): MediaStreamTrack[] {
    return [this.track];
  }
  getVideoTracks(): MediaStreamTrack[] {
    return [];
  }
  removeTrack(): void {}
}
