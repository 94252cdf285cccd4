/**
 * What a button of a headset means, and what its lights show. A headset repeats a change of its lights as if the person
 * had pressed the button; such an echo must not act on the call (HEADSET-4).
 */
import type { CallSnapshot } from "../webphone.ts";

/** `reject`: a button that only ends ringing; `drop`: one that ends whatever there is. */
export type ButtonName = "hook" | "mute" | "flash" | "hold" | "drop" | "reject";

export type LightName = "offHook" | "ring" | "mute" | "hold";
export type Lights = Readonly<Record<LightName, boolean>>;

export const DARK: Lights = { offHook: false, ring: false, mute: false, hold: false };

/** The calls as a headset sees them. */
export interface Calls {
  /** The incoming call that rings. */
  readonly offered: CallSnapshot | undefined;
  /** The call that is heard, else the newest of the others. */
  readonly own: CallSnapshot | undefined;
  /** Another answered call. */
  readonly other: CallSnapshot | undefined;
}

export type Command =
  | { readonly kind: "answer" | "reject" | "hangUp"; readonly callId: string }
  | { readonly kind: "mute" | "unmute" | "hold" | "unhold"; readonly callId: string };

export interface HeadsetState {
  /** What the hook switch said last. */
  readonly hook: boolean;
  readonly mute: boolean;
  readonly lights: Lights;
  /** Repetitions that the device owes us for changes of lights. */
  readonly echoes: readonly Echo[];
  /** The person pressed mute: the light that follows is no change for the device. */
  readonly pressedMute: boolean | undefined;
}

interface Echo {
  readonly button: "hook" | "mute";
  readonly value: boolean;
  readonly until: number;
}

export interface Press {
  readonly button: ButtonName;
  readonly form: "level" | "pulse";
  readonly value: boolean;
}

export interface Step {
  readonly state: HeadsetState;
  readonly command?: Command;
  /** The device shows something else than the phone: the lights are sent again. */
  readonly relight?: true;
}

/** A state is repeated whenever the device gets to it; a press that comes later than this is the person's. */
export const LEVEL_ECHO_MS = 2_000;
export const PULSE_ECHO_MS = 400;

export const FRESH: HeadsetState = { hook: false, mute: false, lights: DARK, echoes: [], pressedMute: undefined };

export function callsOf(calls: readonly CallSnapshot[]): Calls {
  const isOffered = (call: CallSnapshot) => call.direction === "in" && call.state !== "answered";
  const own = calls.filter((call) => !isOffered(call));
  const heard = own.find(({ isOnHold }) => !isOnHold) ?? own[0];
  return {
    offered: calls.find(isOffered),
    own: heard,
    other: own.find((call) => call !== heard && call.state === "answered"),
  };
}

export const lightsFor = ({ offered, own }: Calls): Lights => ({
  offHook: own !== undefined,
  ring: offered !== undefined,
  mute: own?.isMuted === true,
  hold: own?.isOnHold === true,
});

/** The lights are sent: what the device will repeat is expected. */
export function light(
  state: HeadsetState,
  lights: Lights,
  {
    forms,
    now,
  }: { readonly forms: Readonly<Record<"hook" | "mute", Press["form"] | undefined>>; readonly now: number },
): HeadsetState {
  const echoes = state.echoes.filter(({ until }) => until > now);
  const hook = owed("hook", lights.offHook, state.lights.offHook, state.hook);
  const isOwnPress = state.pressedMute === lights.mute;
  const mute = isOwnPress ? undefined : owed("mute", lights.mute, state.lights.mute, state.mute);
  return {
    ...state,
    lights,
    echoes: [...echoes, ...(hook ? [hook] : []), ...(mute ? [mute] : [])],
    mute: isOwnPress ? lights.mute : state.mute,
    pressedMute: undefined,
  };

  function owed(button: Echo["button"], value: boolean, before: boolean, said: boolean): Echo | undefined {
    const form = forms[button];
    if (form === "pulse") return value === before ? undefined : { button, value, until: now + PULSE_ECHO_MS };
    const last = echoes.findLast((echo) => echo.button === button)?.value ?? said;
    return form === undefined || last === value ? undefined : { button, value, until: now + LEVEL_ECHO_MS };
  }
}

export function press(state: HeadsetState, { button, form, value }: Press, calls: Calls, now: number): Step {
  if (form === "pulse" && !value) return { state };
  const isEchoing = button === "hook" || button === "mute";
  const echoed = isEchoing ? echoOf(state, { button, form, value }, now) : undefined;
  const next = form === "level" && isEchoing ? { ...state, [button]: value } : state;
  if (echoed) return { state: { ...next, echoes: echoed } };
  if (form === "level" && isEchoing && state[button] === value) return { state };
  return meaning(next, { button, form, value }, calls);
}

/** The echoes that are still due after this report, without those of older changes; undefined when it is not an echo. */
function echoOf(state: HeadsetState, { button, form, value }: Press, now: number): readonly Echo[] | undefined {
  const at = state.echoes.findIndex(
    (echo) => echo.button === button && echo.until > now && (form === "pulse" || echo.value === value),
  );
  return at < 0 ? undefined : state.echoes.filter((echo, index) => echo.button !== button || index > at);
}

function meaning(state: HeadsetState, { button, form, value }: Press, calls: Calls): Step {
  const { offered, own, other } = calls;
  const act = (kind: Command["kind"], call: CallSnapshot): Step => ({ state, command: { kind, callId: call.id } });
  switch (button) {
    case "hook":
      if (form === "pulse") return offered ? act("answer", offered) : own ? act("hangUp", own) : { state };
      if (!value) return own ? act("hangUp", own) : { state };
      if (offered) return act("answer", offered);
      return own ? { state } : { state, relight: true };
    case "mute": {
      if (own?.state !== "answered") return { state, relight: true };
      const wanted = form === "level" ? value : !own.isMuted;
      if (wanted === own.isMuted) return { state };
      const command = { kind: wanted ? "mute" : "unmute", callId: own.id } as const;
      return { state: { ...state, pressedMute: wanted }, command };
    }
    case "flash":
      if (!value) return { state };
      if (offered) return act("answer", offered);
      if (other) return act("unhold", other);
      return own?.state === "answered" ? act(own.isOnHold ? "unhold" : "hold", own) : { state };
    case "hold":
      if (!value) return { state };
      return own?.state === "answered" ? act(own.isOnHold ? "unhold" : "hold", own) : { state };
    case "drop":
      if (!value) return { state };
      return offered ? act("reject", offered) : own ? act("hangUp", own) : { state };
    case "reject":
      return value && offered ? act("reject", offered) : { state };
  }
}
