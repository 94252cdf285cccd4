/** The playback speeds; the pitch of speech does not change. */
export const SPEEDS = [1, 1.25, 1.5, 1.75, 2] as const;
export type Speed = (typeof SPEEDS)[number];

/** The state of a player. Times are seconds of the sound, independent of the speed. */
export type PlayerState = { readonly speed: Speed } & (
  | { readonly phase: "idle" }
  /** Loading; with `wanted` it plays when it is loaded. */
  | { readonly phase: "loading"; readonly wanted: boolean }
  | { readonly phase: "failed" }
  | {
      readonly phase: "ready";
      readonly playing: boolean;
      readonly atSeconds: number;
      readonly durationSeconds: number;
      /** Null until they are known, and for sounds that are too long for a waveform. */
      readonly peaks: readonly number[] | null;
    }
);

export type PlayerAction =
  | { readonly type: "asked"; readonly wanted: boolean }
  | { readonly type: "arrived"; readonly durationSeconds: number }
  | { readonly type: "drawn"; readonly peaks: readonly number[] }
  | { readonly type: "failed" }
  | { readonly type: "started" }
  | { readonly type: "stopped" }
  | { readonly type: "moved"; readonly atSeconds: number }
  | { readonly type: "speedChosen"; readonly speed: Speed };

export const IDLE: PlayerState = { phase: "idle", speed: 1 };

export function stepPlayer(state: PlayerState, action: PlayerAction): PlayerState {
  const { speed } = state;
  switch (action.type) {
    case "asked":
      return { phase: "loading", speed, wanted: action.wanted };
    case "arrived":
      return {
        phase: "ready",
        speed,
        playing: false,
        atSeconds: 0,
        durationSeconds: action.durationSeconds,
        peaks: null,
      };
    case "failed":
      return { phase: "failed", speed };
    case "speedChosen":
      return { ...state, speed: action.speed };
    case "drawn":
    case "started":
    case "stopped":
    case "moved":
      return state.phase === "ready" ? stepReady(state, action) : state;
  }
}

type Ready = Extract<PlayerState, { phase: "ready" }>;

function stepReady(
  state: Ready,
  action: Extract<PlayerAction, { type: "drawn" | "started" | "stopped" | "moved" }>,
): Ready {
  switch (action.type) {
    case "drawn":
      return { ...state, peaks: action.peaks };
    case "started":
      return { ...state, playing: true };
    case "stopped":
      return { ...state, playing: false };
    case "moved":
      return { ...state, atSeconds: Math.max(0, Math.min(action.atSeconds, state.durationSeconds)) };
  }
}

/** The step of the arrow keys: one second for short sounds, five for longer ones. */
const SHORT_SECONDS = 60;
const PAGE_SHARE = 0.1;

/** The position after a key of the slider; null for other keys. */
export function seekByKey(
  key: string,
  { atSeconds, durationSeconds }: Pick<Ready, "atSeconds" | "durationSeconds">,
): number | null {
  const step = durationSeconds <= SHORT_SECONDS ? 1 : 5;
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: atSeconds - step,
    ArrowDown: atSeconds - step,
    ArrowRight: atSeconds + step,
    ArrowUp: atSeconds + step,
    PageDown: atSeconds - durationSeconds * PAGE_SHARE,
    PageUp: atSeconds + durationSeconds * PAGE_SHARE,
    Home: 0,
    End: durationSeconds,
  };
  const to = steps[key];
  return to === undefined ? null : Math.max(0, Math.min(to, durationSeconds));
}
