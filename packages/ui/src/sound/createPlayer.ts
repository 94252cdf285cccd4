import { createStore } from "../store.ts";
import type { Readable } from "../store.ts";
import { BAR_COUNT, peaksOf } from "./peaks.ts";
import { IDLE, stepPlayer } from "./player.model.ts";
import type { PlayerState, Speed } from "./player.model.ts";

/** Ogg is Opus; MP3 is for browsers that cannot play it. */
export type SoundFormat = "ogg" | "mp3";

/** Fetches a sound's bytes, as whoever may hear it. Rejects when it cannot be had. A source of one format may ignore what is asked. */
export type FetchSound = (request: { readonly format: SoundFormat; readonly signal: AbortSignal }) => Promise<Blob>;

/** The browser's player, as far as it is used. */
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
  /** Where the players of a page hear of one another. */
  readonly page: EventTarget;
  readonly addresses: { create(sound: Blob): string; revoke(address: string): void };
  /** The samples of each channel. Rejects for what cannot be decoded. */
  readonly decode: (sound: Blob) => Promise<readonly Float32Array[]>;
  /** Runs once, with the next frame. @returns how to cancel it */
  readonly nextFrame: (run: () => void) => () => void;
}

export interface Player extends Readable<PlayerState> {
  /** Fetches what is not there, and plays it as soon as it can be. */
  play(): void;
  pause(): void;
  seek(atSeconds: number): void;
  chooseSpeed(speed: Speed): void;
  /** Fetches without playing; after a failure, once more. */
  load(): void;
  /** Begins to listen to the browser's player. @returns how to silence and free everything */
  start(): () => void;
}

/** What a player that begins to play tells the others. */
const PLAYS = "callpanel:plays";
/** Longer sounds are played but not drawn: decoding takes 11 MB a minute and channel. */
const DRAWN_SECONDS = 15 * 60;

/** One sound: fetched, shown as a waveform, played; while it plays, every other of the page is silent. */
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
        else reject(new Error("a sound without an end"));
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
    // Refused without a click of the person: it stays where it is, and the next click plays.
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
