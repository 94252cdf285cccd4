/** An owner at their box: sign-in, menus, and what happens when they hang up (rules VMP-40 to VMP-64). Pure. */
import { sayCounts } from "../../../spoken/say.ts";
import type { VoicemailBox, VoicemailDraft } from "@callpanel/phone-port";
import { words } from "../ivr/words.ts";
import { stepChoosing, stepFolders, stepSaving } from "./folders.model.ts";
import { stepForward } from "./forward.model.ts";
import { stepClosing, stepFolder, stepMessage } from "./messages.model.ts";
import { stepMore } from "./more.model.ts";
import { stepGreeting, stepOptions } from "./options.model.ts";
import { atMenu, goodbye, mainMenu, messageMenu, openFolder, openFolders, optionsMenu } from "./owner.places.ts";
import {
  ask,
  go,
  say,
  stay,
  tell,
  type At,
  type OwnerEffect,
  type OwnerEvent,
  type OwnerState,
  type OwnerStep,
  type OwnRecording,
} from "./owner.state.ts";
import { stepPin } from "./pin.model.ts";
import { beginSignIn, stepSignIn } from "./sign-in.model.ts";

/** `own`: the caller's own box, if it is already known. */
export function beginOwner(own: VoicemailBox | undefined): OwnerStep {
  return signing(beginSignIn(own));
}

export function stepOwner(state: OwnerState, event: OwnerEvent): OwnerStep {
  if (event.kind === "gone") return callerGone(state);
  if (event.kind === "failed") return fallBack(state, event);
  switch (state.at) {
    case "signIn":
      return stepSigning(state, event);
    case "opening":
      return stepOpening(state, event);
    case "main":
      return stepMain(state, event);
    case "folders":
      return stepFolders(state, event);
    case "choosing":
      return stepChoosing(state, event);
    case "saving":
      return stepSaving(state, event);
    case "folder":
      return stepFolder(state, event);
    case "message":
      return stepMessage(state, event);
    case "more":
      return stepMore(state, event);
    case "forward":
      return stepForward(state, event);
    case "closing":
      return stepClosing(state, event);
    case "options":
      return stepOptions(state, event);
    case "greeting":
      return stepGreeting(state, event);
    case "pin":
      return stepPin(state, event);
    case "leaving":
      return event.kind === "said" ? go(state, { kind: "leave" }) : stay(state);
    case "gone":
      return stepGone(state, event);
  }
}

function stepSigning(state: At<"signIn">, event: OwnerEvent): OwnerStep {
  if (event.kind !== "told") return signing(stepSignIn(state.signIn, event));
  const { told } = event;
  return told.kind === "box" || told.kind === "pin"
    ? signing(stepSignIn(state.signIn, { kind: "told", told }))
    : stay(state);
}

function signing({ state, effects }: ReturnType<typeof stepSignIn>): OwnerStep {
  if (state.phase !== "signedIn") return go({ at: "signIn", signIn: state }, ...effects);
  const { box } = state;
  return go({ at: "opening", box }, { kind: "hush" }, ask({ kind: "overview", boxId: box.id }));
}

/** The first prompts: that callers hear the temporary greeting, and how many messages there are. */
function stepOpening(state: At<"opening">, event: OwnerEvent): OwnerStep {
  if (event.kind !== "told" || event.told.kind !== "overview") return stay(state);
  const { counts, temporary } = event.told;
  return mainMenu(state.box, ...(temporary ? (["temporary-in-use"] as const) : []), ...sayCounts(counts));
}

function stepMain(state: At<"main">, event: OwnerEvent): OwnerStep {
  const { box } = state;
  if (event.kind === "digit") return choose(box, event.digit);
  return atMenu(state, event, {
    times: state.times,
    again: () => go({ ...state, times: state.times + 1 }, say(...words("main-menu"))),
    over: () => goodbye(),
  });
}

function choose(box: VoicemailBox, digit: string): OwnerStep {
  switch (digit) {
    case "1":
      return openFolder(box, [{ kind: "new" }, { kind: "old" }], "no-messages");
    case "2":
      return openFolders(box);
    case "0":
      return optionsMenu(box);
    case "*":
      return goodbye();
    default:
      return mainMenu(box, "try-again");
  }
}

/** After a failed request a prompt says so, and the caller is back at the menu of the request. */
function fallBack(state: OwnerState, event: Failed): OwnerStep {
  const unused = keptLater(state);
  const back = backFrom(state, event);
  return go(back.state, ...(unused === undefined ? [] : [discard(unused)]), ...back.effects);
}

type Failed = Extract<OwnerEvent, { kind: "failed" }>;

function backFrom(state: OwnerState, event: Failed): OwnerStep {
  switch (state.at) {
    case "signIn":
      return signing(stepSignIn(state.signIn, event));
    case "opening":
      return goodbye("not-possible");
    case "message":
    case "more":
    case "forward":
    case "saving":
      return messageMenu(state, undefined, "not-possible");
    case "folders": {
      const { box, visit } = state;
      return visit === undefined
        ? mainMenu(box, "not-possible")
        : messageMenu({ box, visit }, undefined, "not-possible");
    }
    case "greeting":
    case "pin":
      return optionsMenu(state.box, "not-possible");
    case "closing":
      return state.exit.kind === "goodbye" ? goodbye("not-possible") : mainMenu(state.box, "not-possible");
    case "leaving":
      return stay(state);
    case "gone":
      return stay({ at: "gone" });
    default:
      return mainMenu(state.box, "not-possible");
  }
}

/** Deleted messages are removed; a recording without a choice is discarded. */
function callerGone(state: OwnerState): OwnerStep {
  const visit = "visit" in state ? state.visit : undefined;
  const deleted = visit?.deleted ?? [];
  const recording = recordingOf(state);
  const unwanted = recording?.step === "words" || recording?.step === "review" ? [discard(recording.draft)] : [];
  return go(
    { at: "gone", draft: state.at === "greeting" ? beingWritten(state) : (beingWritten(state) ?? keptLater(state)) },
    ...(deleted.length === 0 ? [] : [tell({ kind: "remove", messageIds: deleted })]),
    ...unwanted,
  );
}

function stepGone(state: At<"gone">, event: OwnerEvent): OwnerStep {
  // It was requested before the caller hung up.
  if (event.kind === "told" && event.told.kind === "begun") return go(state, discard(event.told.draft));
  if (state.draft === undefined || (event.kind !== "recorded" && event.kind !== "told")) return stay(state);
  const used = event.kind === "told" && event.told.kind === "forwarded" && event.told.taken;
  return go({ at: "gone" }, ...(used ? [] : [discard(state.draft)]));
}

function discard(draft: VoicemailDraft): OwnerEffect {
  return tell({ kind: "discard", draft });
}

function recordingOf(state: OwnerState): OwnRecording | undefined {
  if (state.at === "greeting" && state.greeting.kind === "recording") return state.greeting.recording;
  if (state.at === "forward" && state.forwarding.kind === "comment") return state.forwarding.recording;
  return undefined;
}

function beingWritten(state: OwnerState): VoicemailDraft | undefined {
  const recording = recordingOf(state);
  return recording?.step === "recording" ? recording.draft : undefined;
}

/** The draft that is being stored or sent at this moment, if that succeeds. */
function keptLater(state: OwnerState): VoicemailDraft | undefined {
  const recording = recordingOf(state);
  if (recording?.step === "keeping") return recording.draft;
  if (state.at === "gone") return state.draft;
  return state.at === "forward" && state.forwarding.kind === "sending" ? state.forwarding.comment : undefined;
}
