/** The browser's own socket, connection, devices and levels. */
import type { Capture, ChosenDevices, InputKind } from "../media/capture.ts";
import { createCapture } from "../media/capture.ts";
import { createMeetingClient } from "../meeting-client.ts";
import type { MeetingClient } from "../meeting-client.ts";
import type { Entrance } from "../meeting-line.ts";
import type { Clock } from "../ports/clock.port.ts";
import type { NoiseFilter } from "../ports/noise.port.ts";
import type { OpenSocket } from "../ports/socket.port.ts";

const SOCKET_PATH = "/video";
const CHOSEN_KEY = "callpanel.video.devices";

export const browserClock: Clock = {
  now: () => Date.now(),
  setTimeout(run, ms) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

export const createStream = (tracks: readonly MediaStreamTrack[]): MediaStream => new MediaStream([...tracks]);

/** The user's own devices; the last choice is kept in this browser. */
export function createBrowserCapture(storage: Storage | undefined, noise: NoiseFilter): Capture {
  return createCapture({
    noise,
    // Undefined on a page that is not secure, against its type.
    devices: "mediaDevices" in navigator ? navigator.mediaDevices : undefined,
    chosen: readChosen(storage),
    onChosen: (chosen) => {
      try {
        storage?.setItem(CHOSEN_KEY, JSON.stringify(chosen));
      } catch {
        // A full storage forgets a choice, nothing else.
      }
    },
    createStream,
  });
}

/** One prompt after the other: browsers show one at a time. */
export async function openInputs(
  capture: Capture,
  { microphone, camera }: Readonly<Record<InputKind, boolean>>,
): Promise<void> {
  if (microphone) await capture.turn("microphone", true);
  if (camera) await capture.turn("camera", true);
}

/** @param address where the socket is, `https://panel.example` */
export function openBrowserMeeting(address: string, capture: Capture, entrance: Entrance): MeetingClient {
  const client = createMeetingClient(
    {
      clock: browserClock,
      openSocket: openSocketAt(address),
      createConnection: () => new RTCPeerConnection({ bundlePolicy: "max-bundle" }),
      createStream,
      capture,
    },
    entrance,
  );
  const onNetwork = (): void => client.networkChanged();
  addEventListener("online", onNetwork);
  const stop = client.subscribe(() => {
    const { phase } = client.get().meeting;
    if (phase !== "over" && phase !== "refused") return;
    stop();
    removeEventListener("online", onNetwork);
  });
  return client;
}

const openSocketAt =
  (address: string): OpenSocket =>
  ({ opened, received, closed }) => {
    const url = new URL(SOCKET_PATH, address);
    url.protocol = url.protocol.replace("http", "ws");
    const socket = new WebSocket(url);
    socket.addEventListener("open", opened);
    socket.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
      if (typeof data === "string") received(data);
    });
    socket.addEventListener("close", ({ code }) => closed(code));
    return {
      send: (text) => {
        if (socket.readyState === WebSocket.OPEN) socket.send(text);
      },
      close: () => socket.close(),
    };
  };

const NONE: ChosenDevices = { microphone: "", camera: "", speaker: "", blur: false, noise: false };

function readChosen(storage: Storage | undefined): ChosenDevices {
  try {
    const read: unknown = JSON.parse(storage?.getItem(CHOSEN_KEY) ?? "null");
    if (typeof read !== "object" || read === null) return NONE;
    const fields = new Map<string, unknown>(Object.entries(read));
    const text = (name: string) => {
      const value = fields.get(name);
      return typeof value === "string" ? value : "";
    };
    return {
      microphone: text("microphone"),
      camera: text("camera"),
      speaker: text("speaker"),
      blur: fields.get("blur") === true,
      noise: fields.get("noise") === true,
    };
  } catch {
    return NONE;
  }
}

const LEVEL_EVERY_MS = 60;
/** As loud as speech close to a microphone. */
const LOUD_RMS = 0.2;

/** How loud a stream is, 0 to 1, several times a second. @returns a stop function */
export function followLevel(stream: MediaStream, tell: (level: number) => void): () => void {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 512;
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  const timer = setInterval(() => {
    analyser.getFloatTimeDomainData(samples);
    const square = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
    tell(Math.min(1, Math.sqrt(square) / LOUD_RMS));
  }, LEVEL_EVERY_MS);
  return () => {
    clearInterval(timer);
    void context.close();
  };
}
