/** Plays sounds one after the other to a single caller: prompts, files, a tone (rules VMP-10 and VMP-11). */
import type { SpokenKey } from "../../../spoken/spoken.ts";
import type { MediaEvent, MediaPort, MediaSource } from "@callpanel/media";
import type { Clock } from "@callpanel/phone-port";
import { BEEP_MS } from "../../leg/beep.ts";

export type Sound =
  | { readonly kind: "spoken"; readonly key: SpokenKey }
  /** `marked`: digits are reported with the position in this file. */
  | { readonly kind: "file"; readonly path: string; readonly fromMs?: number; readonly marked?: true }
  | { readonly kind: "beep" };

export interface Playlist {
  /** Replaces what is being played; waits until the caller's media is connected. */
  play(sounds: readonly Sound[], ended: () => void): void;
  /** Stops playing. */
  stop(): void;
  /** The position in the marked file. */
  readonly markMs: number | undefined;
  close(): void;
}

export interface PlaylistParts {
  readonly clock: Clock;
  readonly leg: { readonly port: Pick<MediaPort, "subscribe"> & PlayedTo; readonly connected: boolean };
  /** The audio file of a prompt; undefined: it is skipped. */
  readonly spoken: (key: SpokenKey) => string | undefined;
  /** A file that cannot be played is skipped. */
  readonly failed: (path: string, why: string) => void;
}

/** Where it is played. */
interface PlayedTo {
  hear(source: Extract<MediaSource, { kind: "file" | "prompt" }>): void;
}

/** If the caller's media connects later, they miss the beginning. */
const CONNECT_LIMIT_MS = 10_000;

export function createPlaylist({ clock, leg, spoken, failed }: PlaylistParts): Playlist {
  const { port } = leg;
  let rest: readonly Sound[] = [];
  let ended: (() => void) | undefined;
  let playing:
    | { readonly token: number; readonly fromMs: number; readonly marked: boolean; readonly at: number }
    | undefined;
  let stopTimer: () => void = () => undefined;
  let ready = leg.connected;
  let started = 0;

  const next = (): void => {
    playing = undefined;
    const [first, ...others] = rest;
    rest = others;
    if (first === undefined) return end();
    if (first.kind === "beep") return beep();
    const path = first.kind === "file" ? first.path : spoken(first.key);
    if (path === undefined) return next();
    const fromMs = first.kind === "file" ? (first.fromMs ?? 0) : 0;
    started += 1;
    playing = { token: started, fromMs, marked: first.kind === "file" && first.marked === true, at: clock.now() };
    port.hear({ kind: "file", path, fromMs, token: started });
  };

  const beep = (): void => {
    port.hear({ kind: "prompt", prompt: { kind: "tone", tone: "beep" } });
    stopTimer = clock.setTimeout(next, BEEP_MS);
  };

  const end = (): void => {
    const done = ended;
    ended = undefined;
    port.hear({ kind: "prompt", prompt: { kind: "silence" } });
    done?.();
  };

  const halt = (): void => {
    stopTimer();
    rest = [];
    ended = undefined;
    playing = undefined;
  };

  const becomeReady = (): void => {
    if (ready) return;
    ready = true;
    stopTimer();
    if (ended !== undefined) next();
  };

  const stopListening = port.subscribe((event: MediaEvent) => {
    if (event.kind === "connected") becomeReady();
    if (event.kind !== "played" || event.token === undefined || event.token !== playing?.token) return;
    if (event.failure !== undefined) failed(event.path, event.failure);
    next();
  });

  return {
    play: (sounds, then) => {
      halt();
      rest = sounds;
      ended = then;
      if (ready) next();
      else stopTimer = clock.setTimeout(becomeReady, CONNECT_LIMIT_MS);
    },
    stop: () => {
      halt();
      port.hear({ kind: "prompt", prompt: { kind: "silence" } });
    },
    get markMs() {
      return playing?.marked === true ? playing.fromMs + clock.now() - playing.at : undefined;
    },
    close: () => {
      halt();
      stopListening();
    },
  };
}
