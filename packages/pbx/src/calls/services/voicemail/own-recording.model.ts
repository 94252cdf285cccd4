/** What an owner records: a greeting, or a comment before a forwarded message (rule VMP-63). Pure. */
import type { SpokenKey } from "../../../spoken/spoken.ts";
import type { DraftPurpose, VoicemailDraft } from "@callpanel/phone-port";
import type { IvrEffect } from "../ivr/ivr.port.ts";
import { CHOICE_MS, stepMenu } from "../ivr/menu.ts";
import { words } from "../ivr/words.ts";
import type { OwnerAsk, OwnerEvent, OwnRecording } from "./owner.state.ts";

export interface OwnRecordingFacts {
  readonly boxId: string;
  readonly purpose: DraftPurpose;
  readonly instruction: SpokenKey;
  readonly longestMs: number;
}

type Effect = IvrEffect<OwnerAsk>;

export type OwnRecordingStep =
  | { readonly kind: "going"; readonly recording: OwnRecording; readonly effects: readonly Effect[] }
  | { readonly kind: "kept"; readonly draft: VoicemailDraft }
  /** Nothing was recorded; `why` is played. */
  | { readonly kind: "none"; readonly why: readonly SpokenKey[]; readonly effects: readonly Effect[] };

const SHORTEST_MS = 500;
const SILENCE_MS = 10_000;

export function beginRecording({ boxId, purpose }: OwnRecordingFacts, ...before: readonly Effect[]): OwnRecordingStep {
  return going({ step: "preparing" }, ...before, { kind: "ask", ask: { kind: "begin", boxId, purpose } });
}

export function stepRecording(facts: OwnRecordingFacts, state: OwnRecording, event: OwnerEvent): OwnRecordingStep {
  switch (state.step) {
    case "preparing":
      if (event.kind !== "told") return going(state);
      if (event.told.kind === "full") return none(["cannot-record"]);
      if (event.told.kind !== "begun") return going(state);
      return going(
        { step: "words", draft: event.told.draft },
        { kind: "say", sounds: [...words(facts.instruction), { kind: "beep" }] },
      );
    case "words":
      if (event.kind === "digit" && event.digit === "#")
        return going(state, { kind: "say", sounds: [{ kind: "beep" }] });
      return event.kind === "said" ? record(facts, state.draft) : going(state);
    case "recording":
      if (event.kind === "digit" && event.digit === "#") return going(state, { kind: "stopRecording" });
      return event.kind === "recorded" ? recorded(state.draft, event) : going(state);
    case "review":
      return stepReview(facts, state, event);
    case "keeping":
      return event.kind === "told" ? { kind: "kept", draft: state.draft } : going(state);
  }
}

function record({ longestMs }: OwnRecordingFacts, draft: VoicemailDraft): OwnRecordingStep {
  return going(
    { step: "recording", draft },
    { kind: "record", path: draft.path, limits: { longestMs, silenceMs: SILENCE_MS }, warning: "ten-seconds-left" },
  );
}

function recorded(draft: VoicemailDraft, event: Extract<OwnerEvent, { kind: "recorded" }>): OwnRecordingStep {
  const { sound, how } = event;
  if (how === "failed") return none(["cannot-record"], discard(draft));
  if (sound.durationMs < SHORTEST_MS) return none(["recording-too-short"], discard(draft));
  return review({ step: "review", draft, sound, times: 1 });
}

function review(state: Extract<OwnRecording, { step: "review" }>, ...first: readonly SpokenKey[]): OwnRecordingStep {
  return going(state, { kind: "say", sounds: words(...first, "recorded-menu") });
}

function stepReview(
  facts: OwnRecordingFacts,
  state: Extract<OwnRecording, { step: "review" }>,
  event: OwnerEvent,
): OwnRecordingStep {
  if (event.kind === "digit") return choose(facts, state, event.digit);
  switch (stepMenu(state.times, event)) {
    case "wait":
      return going(state, { kind: "wait", ms: CHOICE_MS });
    case "again":
      return review({ ...state, times: state.times + 1 });
    case "over":
      return none([], discard(state.draft));
    default:
      return going(state);
  }
}

function choose(
  facts: OwnRecordingFacts,
  state: Extract<OwnRecording, { step: "review" }>,
  digit: string,
): OwnRecordingStep {
  const { draft, sound } = state;
  switch (digit) {
    case "1":
      return going(
        { step: "keeping", draft },
        { kind: "hush" },
        { kind: "ask", ask: { kind: "finish", draft, sound } },
      );
    case "2":
      return going(
        { ...state, times: 1 },
        { kind: "say", sounds: [{ kind: "file", path: draft.path }, ...words("recorded-menu")] },
      );
    case "3":
      return beginRecording(facts, { kind: "hush" }, discard(draft));
    case "*":
      return none([], discard(draft));
    default:
      return review({ ...state, times: 1 }, "try-again");
  }
}

function discard(draft: VoicemailDraft): Effect {
  return { kind: "tell", ask: { kind: "discard", draft } };
}

function going(recording: OwnRecording, ...effects: readonly Effect[]): OwnRecordingStep {
  return { kind: "going", recording, effects };
}

function none(why: readonly SpokenKey[], ...effects: readonly Effect[]): OwnRecordingStep {
  return { kind: "none", why, effects };
}
