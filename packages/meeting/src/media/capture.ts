/** The user's microphone, camera and screen: on, off, another device, and what went wrong with them. */
import type { Devices } from "../ports/devices.port.ts";
import type { NoiseFilter } from "../ports/noise.port.ts";
import { blurOf, createBlur } from "./blur.ts";
import { createNoise, firstNoise } from "./noise.ts";
import type { NoiseState } from "./noise.ts";
import { createScreen } from "./screen.ts";
import type { ScreenOutcome } from "./screen.ts";
import { createCell } from "../store.ts";
import type { Readable } from "../store.ts";

export type InputKind = "microphone" | "camera";

/** `denied` by the person or the system, `taken` by another program, `missing`, `failed` otherwise. */
export type DeviceFault = "denied" | "taken" | "missing" | "failed";

export interface InputState {
  readonly on: boolean;
  /** The device is being opened. */
  readonly opening: boolean;
  readonly fault: DeviceFault | null;
  /** The id of the device; empty: the system's own choice. */
  readonly device: string;
}

export interface DeviceName {
  readonly id: string;
  readonly label: string;
}

export interface CaptureState {
  readonly microphone: InputState;
  readonly camera: InputState;
  readonly microphones: readonly DeviceName[];
  readonly cameras: readonly DeviceName[];
  readonly speakers: readonly DeviceName[];
  /** Where the others are heard; empty: the system's own choice. */
  readonly speaker: string;
  /** Whether the background of the user's own picture is blurred; null: this browser cannot do it with this camera. */
  readonly blur: boolean | null;
  /** Whether background noise is removed from the user's own sound. */
  readonly noise: NoiseState;
  /** The user's own sound, also while muted: for a level. */
  readonly sound: MediaStream | null;
  /** What is sent of it. */
  readonly voice: MediaStream | null;
  /** The user's own picture. */
  readonly picture: MediaStream | null;
  readonly screen: MediaStream | null;
}

/** The devices that were chosen the last time, and whether the background is to be blurred and its noise reduced. */
export interface ChosenDevices extends Readonly<Record<InputKind | "speaker", string>> {
  readonly blur: boolean;
  readonly noise: boolean;
}

export interface CaptureDeps {
  /** Undefined: the page is not secure, or the browser has none. */
  readonly devices: Devices | undefined;
  /** Undefined where there is none. */
  readonly noise: NoiseFilter | undefined;
  readonly chosen: ChosenDevices;
  /** Another device was chosen. */
  readonly onChosen: (chosen: ChosenDevices) => void;
  readonly createStream: (tracks: readonly MediaStreamTrack[]) => MediaStream;
}

export interface Capture extends Readable<CaptureState> {
  /** Off: a microphone is silent and stays open; a camera is closed, and its light goes out. */
  turn(kind: InputKind, on: boolean): Promise<void>;
  choose(kind: InputKind | "speaker", device: string): Promise<void>;
  /** Blurs the background of the user's own picture, if `blur` is not null. */
  blurBackground(on: boolean): Promise<void>;
  reduceNoise(on: boolean): void;
  /** Whether this browser can share a screen at all: browsers of phones cannot. */
  readonly sharesScreens: boolean;
  /** Asks for a screen or window. `cancelled`: the person chose none. */
  shareScreen(): Promise<ScreenOutcome>;
  stopScreen(): void;
  /** Closes everything. */
  close(): void;
}

const WIDTH = 1_280;
const HEIGHT = 720;
const FRAMES_PER_SECOND = 30;

const OFF = { on: false, opening: false, fault: null } as const;

const firstState = ({ chosen, noise }: Pick<CaptureDeps, "chosen" | "noise">): CaptureState => ({
  microphone: { ...OFF, device: chosen.microphone },
  camera: { ...OFF, device: chosen.camera },
  microphones: [],
  cameras: [],
  speakers: [],
  speaker: chosen.speaker,
  blur: null,
  noise: firstNoise({ filter: noise, wanted: chosen.noise }),
  sound: null,
  voice: null,
  picture: null,
  screen: null,
});

/** VCLIENT-10 to VCLIENT-13, VCLIENT-16, NOISE-7 */
export function createCapture({ devices, noise: filter, chosen, onChosen, createStream }: CaptureDeps): Capture {
  const cell = createCell(firstState({ chosen, noise: filter }));
  const patch = (change: Partial<CaptureState>): void => cell.set({ ...cell.get(), ...change });
  const patchInput = (kind: InputKind, change: Partial<InputState>): void =>
    patch({ [kind]: { ...cell.get()[kind], ...change } });
  const tracks: Record<InputKind, MediaStreamTrack | null> = { microphone: null, camera: null };
  /** The last wish for each: an older one that is answered late is dropped. */
  const wishes: Record<InputKind, number> = { microphone: 0, camera: 0 };
  let isClosed = false;
  const blur = createBlur(chosen.blur, (track, isBlurred) => {
    if (tracks.camera === track) patch({ blur: isBlurred });
  });
  const screen = createScreen(devices, (shared) => patch({ screen: shared }));
  const noise = createNoise({
    filter,
    wanted: chosen.noise,
    tell: ({ noise: state, voice }) => {
      hear(voice, cell.get().microphone.on);
      patch({ noise: state, voice });
    },
  });

  const remember = (): void => {
    const { microphone, camera, speaker } = cell.get();
    const devicesNow = { microphone: microphone.device, camera: camera.device, speaker };
    onChosen({ ...devicesNow, blur: blur.wanted, noise: noise.wanted });
  };
  /** VCLIENT-10: a muted microphone is silent before and behind the filter. */
  const mute = (isMuted: boolean): void => {
    const { sound, voice } = cell.get();
    for (const stream of [sound, voice]) hear(stream, !isMuted);
  };
  const keep = (kind: InputKind, track: MediaStreamTrack | null): void => {
    tracks[kind]?.stop();
    tracks[kind] = track;
    const stream = track === null ? null : createStream([track]);
    if (kind === "camera") return patch({ picture: stream });
    patch({ sound: stream });
    noise.follow(stream);
  };
  /** VCLIENT-13: with `on` false a microphone is open, and has been silent from its first moment. */
  const open = async (kind: InputKind, on = true): Promise<void> => {
    const wish = (wishes[kind] += 1);
    patchInput(kind, { on, opening: true, fault: null });
    // Android opens a second camera only when the first is closed.
    if (kind === "camera") keep(kind, null);
    try {
      const track = await openTrack(devices, kind, cell.get()[kind].device);
      if (kind === "camera") await blur.prepare(track);
      if (wish !== wishes[kind] || isClosed) return track.stop();
      track.addEventListener("ended", () => void gone(kind, track));
      keep(kind, track);
      if (kind === "camera") patch({ blur: blurOf(track) });
      patchInput(kind, { opening: false });
      await list();
    } catch (error) {
      if (wish !== wishes[kind]) return;
      keep(kind, null);
      patchInput(kind, { on: false, opening: false, fault: faultOf(error) });
    }
  };
  /** VCLIENT-12: unplugged, or taken away by the system: the next device, or none. */
  const gone = async (kind: InputKind, track: MediaStreamTrack): Promise<void> => {
    if (tracks[kind] !== track) return;
    const wasOn = cell.get()[kind].on;
    keep(kind, null);
    patchInput(kind, { device: "" });
    if (wasOn) await open(kind);
  };
  const list = async (): Promise<void> => {
    patch(await devicesOf(devices));
  };
  const onDevices = (): void => void list();
  devices?.addEventListener("devicechange", onDevices);

  return {
    get: cell.get,
    subscribe: cell.subscribe,
    async turn(kind, on) {
      if (on && kind === "microphone" && tracks.microphone !== null) {
        mute(false);
        return patchInput(kind, { on: true, fault: null });
      }
      if (on) return open(kind);
      wishes[kind] += kind === "camera" || tracks.microphone === null ? 1 : 0;
      if (kind === "camera") keep(kind, null);
      else mute(true);
      patchInput(kind, { on: false, opening: false });
    },
    async choose(kind, device) {
      if (kind === "speaker") patch({ speaker: device });
      else patchInput(kind, { device });
      remember();
      const { microphone, camera } = cell.get();
      if (kind === "camera" && camera.on) await open(kind);
      if (kind === "microphone" && (microphone.on || tracks.microphone !== null)) {
        await open(kind, microphone.on);
      }
    },
    async blurBackground(on) {
      const changed = blur.set(on, tracks.camera);
      remember();
      await changed;
    },
    reduceNoise(on) {
      noise.set(on);
      remember();
    },
    sharesScreens: screen.supported,
    shareScreen: async () => (isClosed ? "cancelled" : await screen.share()),
    stopScreen: screen.stop,
    close() {
      isClosed = true;
      devices?.removeEventListener("devicechange", onDevices);
      for (const kind of ["microphone", "camera"] as const) {
        wishes[kind] += 1;
        keep(kind, null);
        patchInput(kind, { on: false, opening: false });
      }
      screen.stop();
    },
  };
}

function hear(sound: MediaStream | null, isHeard: boolean): void {
  for (const track of sound?.getAudioTracks() ?? []) track.enabled = isHeard;
}

async function devicesOf(devices: Devices | undefined) {
  const all = (await devices?.enumerateDevices().catch(() => [])) ?? [];
  const named = (wanted: MediaDeviceKind): readonly DeviceName[] =>
    all
      .filter(({ kind, deviceId }) => kind === wanted && deviceId !== "")
      .map(({ deviceId, label }, index) => ({ id: deviceId, label: label || `${index + 1}` }));
  return { microphones: named("audioinput"), cameras: named("videoinput"), speakers: named("audiooutput") };
}

async function openTrack(devices: Devices | undefined, kind: InputKind, device: string): Promise<MediaStreamTrack> {
  if (devices === undefined) throw new DOMException("no devices", "NotFoundError");
  // `ideal`: a device that is gone is replaced by another.
  const deviceId = device === "" ? {} : { deviceId: { ideal: device } };
  const stream = await devices.getUserMedia(
    kind === "microphone"
      ? { audio: { ...deviceId, echoCancellation: true, noiseSuppression: true, autoGainControl: true } }
      : {
          video: {
            ...deviceId,
            width: { ideal: WIDTH },
            height: { ideal: HEIGHT },
            frameRate: { ideal: FRAMES_PER_SECOND, max: FRAMES_PER_SECOND },
          },
        },
  );
  const [track] = stream.getTracks();
  if (track === undefined) throw new DOMException("no track", "NotFoundError");
  return track;
}

/** By the names of the Media Capture specification, and what browsers used before it. */
function faultOf(error: unknown): DeviceFault {
  switch (error instanceof Error ? error.name : "") {
    case "NotAllowedError":
    case "SecurityError":
      return "denied";
    case "NotReadableError":
    case "AbortError":
    case "TrackStartError":
      return "taken";
    case "NotFoundError":
    case "OverconstrainedError":
      return "missing";
    default:
      return "failed";
  }
}
