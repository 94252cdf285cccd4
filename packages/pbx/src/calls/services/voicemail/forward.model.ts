/** An owner forwards a message to another box, with or without a comment (rule VMP-59). Pure. */
import type { SpokenKey } from "../../../spoken/spoken.ts";
import type { VoicemailBox, VoicemailDraft } from "@callpanel/phone-port";
import { stepKeying } from "../ivr/keying.ts";
import { words } from "../ivr/words.ts";
import { atMenu, askForward, leaveFolder, messageMenu } from "./owner.places.ts";
import { beginRecording, stepRecording, type OwnRecordingFacts, type OwnRecordingStep } from "./own-recording.model.ts";
import {
  ask,
  go,
  say,
  stay,
  tell,
  type At,
  type Forwarding,
  type OwnerEffect,
  type OwnerEvent,
  type OwnerStep,
} from "./owner.state.ts";

type Of<K extends Forwarding["kind"]> = Extract<Forwarding, { kind: K }>;

const TRIES = 3;
const LONGEST_COMMENT_MS = 120_000;

export function stepForward(state: At<"forward">, event: OwnerEvent): OwnerStep {
  const { forwarding } = state;
  switch (forwarding.kind) {
    case "number":
      return stepNumber(state, forwarding, event);
    case "finding":
      return event.kind === "told" && event.told.kind === "box"
        ? found(state, forwarding, event.told.box)
        : stay(state);
    case "choice":
      return stepChoice(state, forwarding, event);
    case "comment":
      return after(state, forwarding, stepRecording(factsOf(state), forwarding.recording, event));
    case "sending":
      return event.kind === "told" && event.told.kind === "forwarded"
        ? sent(state, forwarding, event.told.taken)
        : stay(state);
  }
}

function stepNumber(state: At<"forward">, { keyed, tries }: Of<"number">, event: OwnerEvent): OwnerStep {
  const step = stepKeying(keyed, event);
  switch (step?.kind) {
    case "more":
      return go({ ...state, forwarding: { kind: "number", keyed: step.keyed, tries } }, ...step.effects);
    case "again":
      return askForward(state, tries);
    case "back":
      return messageMenu(state, undefined);
    case "entered":
      if (step.digits === "") return messageMenu(state, undefined);
      return go(
        { ...state, forwarding: { kind: "finding", tries } },
        { kind: "hush" },
        ask({ kind: "box", mailbox: step.digits }),
      );
    default:
      return stay(state);
  }
}

function found(state: At<"forward">, { tries }: Of<"finding">, to: VoicemailBox | undefined): OwnerStep {
  if (to !== undefined) return choice(state, { kind: "choice", to, times: 1 });
  if (tries + 1 >= TRIES) return messageMenu(state, undefined, "no-such-mailbox");
  return askForward(state, tries + 1, "no-such-mailbox");
}

function choice(state: At<"forward">, forwarding: Of<"choice">, ...first: readonly SpokenKey[]): OwnerStep {
  return go({ ...state, forwarding }, say(...words(...first, "comment-menu")));
}

function stepChoice(state: At<"forward">, forwarding: Of<"choice">, event: OwnerEvent): OwnerStep {
  if (event.kind === "digit") return choose(state, forwarding, event.digit);
  return atMenu(state, event, {
    times: forwarding.times,
    again: () => choice(state, { ...forwarding, times: forwarding.times + 1 }),
    over: () => leaveFolder(state, { kind: "goodbye" }),
  });
}

function choose(state: At<"forward">, forwarding: Of<"choice">, digit: string): OwnerStep {
  const { to } = forwarding;
  switch (digit) {
    case "1":
      return send(state, to);
    case "2":
      return after(state, { to }, beginRecording(factsOf(state), { kind: "hush" }));
    case "*":
      return messageMenu(state, undefined);
    default:
      return choice(state, { ...forwarding, times: 1 }, "try-again");
  }
}

function factsOf({ box }: At<"forward">): OwnRecordingFacts {
  const instruction: SpokenKey = "record-comment";
  return { boxId: box.id, purpose: { kind: "comment" }, instruction, longestMs: LONGEST_COMMENT_MS };
}

function after(state: At<"forward">, { to }: Pick<Of<"comment">, "to">, step: OwnRecordingStep): OwnerStep {
  switch (step.kind) {
    case "going":
      return go({ ...state, forwarding: { kind: "comment", to, recording: step.recording } }, ...step.effects);
    case "kept":
      return send(state, to, step.draft);
    case "none": {
      const again = choice(state, { kind: "choice", to, times: 1 }, ...step.why);
      return go(again.state, ...step.effects, ...again.effects);
    }
  }
}

function send(state: At<"forward">, to: VoicemailBox, comment?: VoicemailDraft): OwnerStep {
  return go(
    { ...state, forwarding: { kind: "sending", ...(comment && { comment }) } },
    { kind: "hush" },
    ask({ kind: "forward", messageId: state.visit.message.id, toBoxId: to.id, comment }),
  );
}

function sent(state: At<"forward">, { comment }: Of<"sending">, taken: boolean): OwnerStep {
  if (taken) return messageMenu(state, undefined, "forwarded");
  const full = messageMenu(state, undefined, "mailbox-full");
  const unused: readonly OwnerEffect[] = comment === undefined ? [] : [tell({ kind: "discard", draft: comment })];
  return go(full.state, ...unused, ...full.effects);
}
