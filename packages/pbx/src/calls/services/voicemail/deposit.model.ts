/** Leaving a message: greeting, tone, recording, and what happens with the message (rules VMP-30 to VMP-38). Pure. */
import { sayDigits } from "../../../spoken/say.ts";
import type { SpokenKey } from "../../../spoken/spoken.ts";
import type { VoicemailDraft } from "@callpanel/phone-port";
import { CHOICE_MS, stepMenu } from "../ivr/menu.ts";
import type { Sound } from "../ivr/playlist.ts";
import { words } from "../ivr/words.ts";
import type {
  DepositAsk,
  DepositEffect,
  DepositEnd,
  DepositEvent,
  DepositFacts,
  DepositState,
  DepositStep,
  Greetings,
} from "./deposit.state.ts";

type In<P extends DepositState["phase"]> = Extract<DepositState, { phase: P }>;
type Of<K extends DepositEvent["kind"]> = Extract<DepositEvent, { kind: K }>;

export const DEPOSIT_BEGIN: DepositStep = go({ phase: "opening" }, { kind: "ask", ask: { kind: "greetings" } });

export function stepDeposit(facts: DepositFacts, state: DepositState, event: DepositEvent): DepositStep {
  if (event.kind === "gone") return callerGone(state);
  switch (state.phase) {
    case "opening":
      return stepOpening(facts, state, event);
    case "greeting":
      return stepGreeting(facts, state, event);
    case "preparing":
      return stepPreparing(state, event);
    case "signal":
      return event.kind === "said" ? startRecording(facts, state.draft) : stay(state);
    case "recording":
      return stepRecording(facts, state, event);
    case "review":
      return stepReview(facts, state, event);
    case "sending":
      return stepSending(facts, state, event);
    case "signingIn":
      return stay(state);
    case "leaving":
      return event.kind === "said" ? go(state, { kind: "leave" }) : stay(state);
    case "gone":
      return stepGone(facts, state, event);
  }
}

function stepOpening(facts: DepositFacts, state: In<"opening">, event: DepositEvent): DepositStep {
  // A caller can leave a message even if a greeting cannot be read.
  if (event.kind === "failed") return greet(facts, {});
  return event.kind === "told" && event.told.kind === "greetings" ? greet(facts, event.told.greetings) : stay(state);
}

function greet(facts: DepositFacts, greetings: Greetings): DepositStep {
  return go({ phase: "greeting" }, { kind: "say", sounds: [...greeting(facts, greetings), ...instruction(facts)] });
}

function instruction({ box: { skipInstruct, operator } }: DepositFacts): readonly Sound[] {
  if (skipInstruct) return [];
  return [...words("leave-message"), ...(operator === undefined ? [] : words("for-operator"))];
}

/** The temporary greeting, the one for the occasion, or a prompt with the owner's name or the number. */
function greeting({ box, why }: DepositFacts, { temp, busy, unavail, greet: name }: Greetings): readonly Sound[] {
  const recorded = temp ?? (why === "busy" ? busy : unavail);
  if (recorded !== undefined) return [{ kind: "file", path: recorded }];
  const verb = words(why === "busy" ? "is-busy" : "is-unavailable");
  if (name !== undefined) return [{ kind: "file", path: name }, ...verb];
  return [...words("at-extension", ...sayDigits(box.mailbox)), ...verb];
}

function stepGreeting(facts: DepositFacts, state: In<"greeting">, event: DepositEvent): DepositStep {
  if (event.kind === "said") return prepare();
  if (event.kind !== "digit") return stay(state);
  const { operator } = facts.box;
  switch (event.digit) {
    case "#":
      return prepare();
    case "*":
      return go({ phase: "signingIn" }, { kind: "hush" });
    case "0":
      return operator === undefined
        ? go(state, { kind: "say", sounds: [...words("no-operator"), ...instruction(facts)] })
        : go({ phase: "leaving" }, { kind: "sendOn", number: operator });
    default:
      return stay(state);
  }
}

function prepare(...before: readonly DepositEffect[]): DepositStep {
  return go({ phase: "preparing" }, { kind: "hush" }, ...before, { kind: "ask", ask: { kind: "begin" } });
}

function stepPreparing(state: In<"preparing">, event: DepositEvent): DepositStep {
  if (event.kind === "failed") return leave("cannot-record", "goodbye");
  if (event.kind !== "told") return stay(state);
  if (event.told.kind === "full") return leave("mailbox-full", "goodbye");
  if (event.told.kind !== "begun") return stay(state);
  return go({ phase: "signal", draft: event.told.draft }, { kind: "say", sounds: [{ kind: "beep" }] });
}

function startRecording({ limits }: DepositFacts, draft: VoicemailDraft): DepositStep {
  const { longestMs, silenceMs } = limits;
  return go(
    { phase: "recording", draft },
    { kind: "record", path: draft.path, limits: { longestMs, silenceMs }, warning: "ten-seconds-left" },
  );
}

function stepRecording(facts: DepositFacts, state: In<"recording">, event: DepositEvent): DepositStep {
  switch (event.kind) {
    case "digit": {
      const { digit } = event;
      const ends = digit === "#" || (digit === "0" && facts.box.operator !== undefined);
      if (!ends || state.pressed !== undefined) return stay(state);
      return go({ ...state, pressed: digit }, { kind: "stopRecording" });
    }
    case "recorded":
      return recorded(facts, state, event);
    default:
      return stay(state);
  }
}

function recorded(facts: DepositFacts, { draft, pressed }: In<"recording">, event: Of<"recorded">): DepositStep {
  const { sound, how } = event;
  const discard: DepositEffect = { kind: "tell", ask: { kind: "discard", draft } };
  if (sound.durationMs < facts.limits.shortestMs) {
    if (how === "failed") return leaveAfter([discard], "cannot-record", "goodbye");
    if (pressed === "0" && facts.box.operator !== undefined)
      return go({ phase: "leaving" }, discard, { kind: "sendOn", number: facts.box.operator });
    return leaveAfter([discard], "too-short", "goodbye");
  }
  const message = { draft, sound, urgent: false };
  if (pressed === "0") return send(message, "operator");
  if (pressed === "#") return review({ phase: "review", ...message, times: 1 });
  return send(message, how === "failed" ? "cut" : "goodbye");
}

function review(state: In<"review">, ...first: readonly Sound[]): DepositStep {
  return go(state, { kind: "say", sounds: [...first, ...words("review-menu")] });
}

/** A caller who presses nothing has left a message. */
function stepReview(facts: DepositFacts, state: In<"review">, event: DepositEvent): DepositStep {
  if (event.kind === "digit") return choose(facts, state, event);
  switch (stepMenu(state.times, event)) {
    case "wait":
      return go(state, { kind: "wait", ms: CHOICE_MS });
    case "again":
      return review({ ...state, times: state.times + 1 });
    case "over":
      return send(state, "goodbye");
    default:
      return stay(state);
  }
}

function choose({ box }: DepositFacts, state: In<"review">, { digit }: Of<"digit">): DepositStep {
  const { draft } = state;
  const discard: DepositEffect = { kind: "tell", ask: { kind: "discard", draft } };
  switch (digit) {
    case "1":
      return send(state, "goodbye");
    case "2":
      return review({ ...state, times: 1 }, { kind: "file", path: draft.path });
    case "3":
      return prepare(discard);
    case "4":
      return review(
        { ...state, urgent: !state.urgent, times: 1 },
        ...words(state.urgent ? "not-urgent" : "marked-urgent"),
      );
    case "7":
      return leaveAfter([discard], "message-deleted", "goodbye");
    case "0":
      return box.operator === undefined
        ? review({ ...state, times: 1 }, ...words("no-operator"))
        : send(state, "operator");
    default:
      return review({ ...state, times: 1 }, ...words("try-again"));
  }
}

type Message = Pick<In<"review">, "draft" | "sound" | "urgent">;

function send(message: Message, end: DepositEnd): DepositStep {
  return go({ phase: "sending", end }, { kind: "hush" }, { kind: "ask", ask: finished(message) });
}

function finished({ draft, sound, urgent }: Message): DepositAsk {
  return { kind: "finish", draft, sound, urgent };
}

function stepSending({ box }: DepositFacts, state: In<"sending">, event: DepositEvent): DepositStep {
  if (event.kind === "failed") return leave("cannot-record", "goodbye");
  if (event.kind !== "told") return stay(state);
  if (state.end === "operator" && box.operator !== undefined)
    return go({ phase: "leaving" }, { kind: "sendOn", number: box.operator });
  return leave(state.end === "cut" ? "message-cut" : "message-sent", "goodbye");
}

/** A caller who hangs up has left their message; a message that waits for a choice is sent. */
function callerGone(state: DepositState): DepositStep {
  switch (state.phase) {
    case "signal":
      return go({ phase: "gone" }, { kind: "tell", ask: { kind: "discard", draft: state.draft } });
    case "recording":
      return go({ phase: "gone", draft: state.draft });
    case "review":
      return go({ phase: "gone" }, { kind: "tell", ask: finished(state) });
    default:
      return go({ phase: "gone" });
  }
}

function stepGone({ limits }: DepositFacts, state: In<"gone">, event: DepositEvent): DepositStep {
  // It was requested before the caller hung up.
  if (event.kind === "told" && event.told.kind === "begun")
    return go(state, { kind: "tell", ask: { kind: "discard", draft: event.told.draft } });
  const { draft } = state;
  if (event.kind !== "recorded" || draft === undefined) return stay(state);
  const { sound } = event;
  const wanted = sound.durationMs >= limits.shortestMs;
  return go(
    { phase: "gone" },
    { kind: "tell", ask: wanted ? finished({ draft, sound, urgent: false }) : { kind: "discard", draft } },
  );
}

function leave(...keys: readonly SpokenKey[]): DepositStep {
  return leaveAfter([], ...keys);
}

function leaveAfter(before: readonly DepositEffect[], ...keys: readonly SpokenKey[]): DepositStep {
  return go({ phase: "leaving" }, ...before, { kind: "say", sounds: words(...keys) });
}

function stay(state: DepositState): DepositStep {
  return { state, effects: [] };
}

function go(state: DepositState, ...effects: readonly DepositEffect[]): DepositStep {
  return { state, effects };
}
