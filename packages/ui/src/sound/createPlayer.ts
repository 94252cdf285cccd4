import { createStore } from "../store.ts";
import type { Readable } from "../store.ts";
import { BAR_COUNT, peaksOf } from "./peaks.ts";
import { IDLE, stepPlayer } from "./player.model.ts";
import type { PlayerState, Speed } from "./player.model.ts";

/** Ogg is Opus; MP3 is for browsers that cannot play it. */
export type SoundFormat = "ogg" | "mp3";

/** Loads the bytes of a sound with the person's rights. Rejects on failure. A source with one format may ignore the argument. */
export type FetchSound = (request: { readonly format: SoundFormat; readonly signal: AbortSignal }) => Promise<Blob>;

/** The part of the browser's player that is used. */
export type PlayerAudio = Pick<
  HTMLAudioElement,
  | "addEventListener"
  | "removeEventListener"
  | "canPlayType"
  | "play"
  | "pause"
  | "paused"
  | "currentTime"
  | "duration"
  | "playbackRate"
  | "src"
  | "removeAttribute"
  | "load"
>;

export interface PlayerDeps {
  readonly fetchSound: FetchSound;
  readonly audio: PlayerAudio;
  /** Connects the players of a page. */
  readonly page: EventTarget;
  readonly addresses: { create(sound: Blob): string; revoke(address: string): void };
  /** The samples of each channel. Rejects if decoding fails. */
  readonly decode: (sound: Blob) => Promise<readonly Float32Array[]>;
  /** Runs once, in the next frame. @returns a cancel function */
  readonly nextFrame: (run: () => void) => () => void;
}

export interface Player extends Readable<PlayerState> {
  /** Loads the sound if needed, and plays it as soon as possible. */
  play(): void;
  pause(): void;
  seek(atSeconds: number): void;
  chooseSpeed(speed: Speed): void;
  /** Loads without playing; after a failure, tries again. */
  load(): void;
  /** Starts to listen to the browser's player. @returns a stop function, which stops the sound and frees all resources */
  start(): () => void;
}

/** The event that a player sends to the others when it starts to play. */
const PLAYS = "callpanel:plays";
/** Longer sounds are played without a waveform: decoding takes 11 MB per minute and channel. */
const DRAWN_SECONDS = 15 * 60;

/** One sound: loads it, makes its waveform, plays it; while it plays, all other players of the page are paused. */
export function createPlayer({ fetchSound, audio, page, addresses, decode, nextFrame }: PlayerDeps): Player {
  const store = createStore<PlayerState, Parameters<typeof stepPlayer>[1]>(IDLE, stepPlayer);
  let address: string | null = null;
  let abort = new AbortController();
  let cancelFrame = (): void => undefined;

  const free = () => {
    if (address === null) return;
    addresses.revoke(address);
    address = null;
  };
  const fetchAs = async (format: SoundFormat, wanted: boolean): Promise<void> => {
    abort.abort();
    const own = new AbortController();
    abort = own;
    store.dispatch({ type: "asked", wanted });
    try {
      const sound = await fetchSound({ format, signal: own.signal });
      if (own.signal.aborted) return;
      const durationSeconds = await open(sound);
      if (own.signal.aborted) return;
      const present = store.get();
      const plays = present.phase === "loading" && present.wanted;
      store.dispatch({ type: "arrived", durationSeconds });
      if (plays) begin();
      if (durationSeconds > DRAWN_SECONDS) return;
      const channels = await decode(sound).catch(() => null);
      if (channels !== null && !own.signal.aborted)
        store.dispatch({ type: "drawn", peaks: peaksOf(channels, BAR_COUNT) });
    } catch {
      if (own.signal.aborted) return;
      store.dispatch({ type: "failed" });
    }
  };
  const open = (sound: Blob): Promise<number> =>
    new Promise((resolve, reject) => {
      free();
      address = addresses.create(sound);
      const done = () => {
        audio.removeEventListener("loadedmetadata", known);
        audio.removeEventListener("error", refused);
      };
      const known = () => {
        done();
        if (Number.isFinite(audio.duration)) resolve(audio.duration);
        else reject(new Error("the sound has no end"));
      };
      const refused = () => {
        done();
        reject(new Error("the browser cannot play this sound"));
      };
      audio.addEventListener("loadedmetadata", known);
      audio.addEventListener("error", refused);
      audio.src = address;
    });
  const begin = () => {
    const { phase, speed } = store.get();
    if (phase !== "ready") return;
    audio.playbackRate = speed;
    page.dispatchEvent(new CustomEvent(PLAYS, { detail: audio }));
    // Refused without a user gesture: the position stays, and the next click plays.
    audio.play().catch(() => store.dispatch({ type: "stopped" }));
  };
  const follow = () => {
    store.dispatch({ type: "moved", atSeconds: audio.currentTime });
    if (!audio.paused) cancelFrame = nextFrame(follow);
  };
  const load = (wanted: boolean) =>
    void fetchAs(audio.canPlayType('audio/ogg; codecs="opus"') === "" ? "mp3" : "ogg", wanted);

  return {
    get: store.get,
    subscribe: store.subscribe,
    load: () => load(false),
    play: () => (store.get().phase === "ready" ? begin() : load(true)),
    pause: () => audio.pause(),
    seek(atSeconds) {
      if (store.get().phase !== "ready") return;
      audio.currentTime = atSeconds;
      store.dispatch({ type: "moved", atSeconds });
    },
    chooseSpeed(speed) {
      store.dispatch({ type: "speedChosen", speed });
      audio.playbackRate = speed;
    },
    start() {
      const onPlay = () => {
        store.dispatch({ type: "started" });
        follow();
      };
      const onPause = () => {
        cancelFrame();
        store.dispatch({ type: "moved", atSeconds: audio.currentTime });
        store.dispatch({ type: "stopped" });
      };
      const onOther = (event: Event) => {
        if (event instanceof CustomEvent && event.detail !== audio) audio.pause();
      };
      audio.addEventListener("play", onPlay);
      audio.addEventListener("pause", onPause);
      audio.addEventListener("ended", onPause);
      page.addEventListener(PLAYS, onOther);
      return () => {
        audio.removeEventListener("play", onPlay);
        audio.removeEventListener("pause", onPause);
        audio.removeEventListener("ended", onPause);
        page.removeEventListener(PLAYS, onOther);
        abort.abort();
        cancelFrame();
        audio.pause();
        audio.removeAttribute("src");
        free();
      };
    },
  };
}
