/** A participant of a video room in a bare page: one connection, a canvas of one colour as camera, a tone as voice. */
import type { VideoRoomPort } from "@callpanel/testkit/media";
import type { Page } from "@playwright/test";

export interface MemberOptions {
  readonly colour: "red" | "lime" | "blue";
  readonly hz: number;
  /** Slots for pictures; for sound there are three. */
  readonly slots: number;
}

interface SentSection {
  readonly mid: string;
  readonly kind: "voice" | "camera" | "screen";
}

interface MemberPage {
  offer(options?: RTCOfferOptions): Promise<{ readonly offer: string; readonly sends: readonly SentSection[] }>;
  accept(answer: string): Promise<void>;
  shareScreen(colour: string): void;
  /** What is in the slots for pictures, by section: the colour's strongest part and the size. */
  seen(): Record<string, { readonly colour: string; readonly width: number }>;
  /** The levels of these tones, in dBFS, over all slots for sound. */
  heard(tones: readonly number[]): readonly number[];
  protocol(): Promise<string | undefined>;
  /** Key frames and packets that came again, over all pictures. */
  received(): Promise<{ readonly keyFrames: number; readonly frames: number }>;
}

declare global {
  interface Window {
    openMember: (options: MemberOptions) => Promise<void>;
    member: MemberPage;
  }
}

/** A participant of a room, and the room's last report about it. */
export interface RoomMember {
  readonly id: string;
  readonly page: Page;
}

/** Opens the connection and joins; resolves when the answer is applied. */
export async function joinRoom(
  room: VideoRoomPort,
  member: RoomMember,
  change = (answer: string) => answer,
): Promise<void> {
  await describeAgain(room, member, {}, change);
}

export async function describeAgain(
  room: VideoRoomPort,
  { id, page }: RoomMember,
  options: RTCOfferOptions,
  change = (answer: string) => answer,
): Promise<void> {
  const offered = await page.evaluate((how) => window.member.offer(how), options);
  const { answer } = await room.join(id, offered);
  await page.evaluate((sdp) => window.member.accept(sdp), change(answer));
}

/** Runs in the page. */
export function defineMember(): void {
  window.openMember = async ({ colour, hz, slots }) => {
    const connection = new RTCPeerConnection({ bundlePolicy: "max-bundle" });
    const sound = new AudioContext();
    await sound.resume();

    const picture = (fill: string, width: number, height: number): MediaStreamTrack => {
      const canvas = Object.assign(document.createElement("canvas"), { width, height });
      document.body.append(canvas);
      const context = canvas.getContext("2d");
      let step = 0;
      setInterval(() => {
        if (context === null) return;
        context.fillStyle = fill;
        context.fillRect(0, 0, width, height);
        context.fillStyle = "black"; // something moves, at the edge
        step = (step + 8) % width;
        context.fillRect(step, 0, 8, 8);
      }, 66);
      const [track] = canvas.captureStream(15).getVideoTracks();
      if (track === undefined) throw new Error("no track");
      return track;
    };
    const tone = (): MediaStreamTrack => {
      const oscillator = new OscillatorNode(sound, { frequency: hz });
      const quieter = new GainNode(sound, { gain: 0.4 });
      const target = sound.createMediaStreamDestination();
      oscillator.connect(quieter).connect(target);
      oscillator.start();
      const [track] = target.stream.getAudioTracks();
      if (track === undefined) throw new Error("no track");
      return track;
    };

    const kinds = new Map<RTCRtpTransceiver, SentSection["kind"]>();
    kinds.set(connection.addTransceiver(tone(), { direction: "sendonly" }), "voice");
    // Little for each, so that all come at once, also on a busy machine: the estimate of a sender begins at 300 kbit/s.
    const sendEncodings = [
      { rid: "l", scaleResolutionDownBy: 4, maxBitrate: 30_000 },
      { rid: "m", scaleResolutionDownBy: 2, maxBitrate: 60_000 },
      { rid: "h", scaleResolutionDownBy: 1, maxBitrate: 120_000 },
    ];
    kinds.set(connection.addTransceiver(picture(colour, 960, 540), { direction: "sendonly", sendEncodings }), "camera");
    for (let at = 0; at < 3; at += 1) connection.addTransceiver("audio", { direction: "recvonly" });
    for (let at = 0; at < slots; at += 1) connection.addTransceiver("video", { direction: "recvonly" });

    const videos = new Map<string, HTMLVideoElement>();
    const analysers: AnalyserNode[] = [];
    connection.addEventListener("track", ({ track, transceiver: { mid } }) => {
      const stream = new MediaStream([track]);
      if (track.kind === "video") {
        const video = Object.assign(document.createElement("video"), {
          muted: true,
          autoplay: true,
          srcObject: stream,
        });
        document.body.append(video);
        videos.set(mid ?? "", video);
        return;
      }
      Object.assign(new Audio(), { muted: true, autoplay: true, srcObject: stream }); // without it no sound comes
      const analyser = new AnalyserNode(sound, { fftSize: 4096, smoothingTimeConstant: 0 });
      sound.createMediaStreamSource(stream).connect(analyser);
      analysers.push(analyser);
    });

    const small = Object.assign(document.createElement("canvas"), { width: 8, height: 8 });
    const look = small.getContext("2d", { willReadFrequently: true });
    const colourOf = (video: HTMLVideoElement): string => {
      if (look === null || video.videoWidth === 0) return "none";
      look.drawImage(video, 0, 0, 8, 8);
      const [red = 0, green = 0, blue = 0] = look.getImageData(4, 4, 1, 1).data;
      const most = Math.max(red, green, blue);
      if (most < 80) return "black";
      if (Math.min(red, green, blue) > 80) return "white";
      if (most === red) return green > 80 ? "yellow" : "red";
      return most === green ? "lime" : "blue";
    };

    window.member = {
      offer: async (options) => {
        await connection.setLocalDescription(await connection.createOffer(options));
        const sends = [...kinds].map(([{ mid }, kind]) => ({ mid: mid ?? "", kind }));
        return { offer: connection.localDescription?.sdp ?? "", sends };
      },
      accept: (sdp) => connection.setRemoteDescription({ type: "answer", sdp }),
      shareScreen: (fill) => {
        kinds.set(connection.addTransceiver(picture(fill, 640, 360), { direction: "sendonly" }), "screen");
      },
      seen: () =>
        Object.fromEntries(
          [...videos].map(([mid, video]) => [mid, { colour: colourOf(video), width: video.videoWidth }]),
        ),
      heard: (tones) =>
        tones.map((frequency) => {
          const levels = analysers.map((analyser) => {
            const spectrum = new Float32Array(analyser.frequencyBinCount);
            analyser.getFloatFrequencyData(spectrum);
            return spectrum[Math.round((frequency * analyser.fftSize) / sound.sampleRate)] ?? -200;
          });
          return Math.max(-200, ...levels);
        }),
      protocol: async () => {
        const reports = new Map<string, Record<string, unknown>>();
        (await connection.getStats()).forEach((report: Record<string, unknown>) =>
          reports.set(String(report["id"]), report),
        );
        for (const report of reports.values()) {
          if (report["type"] !== "transport") continue;
          const pair = reports.get(String(report["selectedCandidatePairId"]));
          return String(reports.get(String(pair?.["localCandidateId"]))?.["protocol"]);
        }
        return undefined;
      },
      received: async () => {
        let [keyFrames, frames] = [0, 0];
        const stats = await connection.getStats();
        stats.forEach((report: Record<string, unknown>) => {
          if (report["type"] !== "inbound-rtp" || report["kind"] !== "video") return;
          keyFrames += Number(report["keyFramesDecoded"] ?? 0);
          frames += Number(report["framesDecoded"] ?? 0);
        });
        return { keyFrames, frames };
      },
    };
  };
}
