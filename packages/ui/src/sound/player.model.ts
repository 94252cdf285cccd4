/** How fast a sound is played; speech stays at its own pitch. */
export const SPEEDS = [1, 1.25, 1.5, 1.75, 2] as const;
export type Speed = (typeof SPEEDS)[number];

/** Where a sound is on its way to the ear. Times are seconds of the sound, whatever the speed. */
export type PlayerState = { readonly speed: Speed } & (
  | { readonly phase: "idle" }
  /** On its way; `wanted` plays when it is there. */
  | { readonly phase: "loading"; readonly wanted: boolean }
  | { readonly phase: "failed" }
  | {
      readonly phase: "ready";
      readonly playing: boolean;
      readonly atSeconds: number;
      readonly durationSeconds: number;
      /** Null until they are known, and for what is too long to be drawn. */
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

/** Short sounds are walked through by the second, longer ones by five. */
const SHORT_SECONDS = 60;
const PAGE_SHARE = 0.1;

/** Where a key of a slider leads to; null for a key that moves nothing. */
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
