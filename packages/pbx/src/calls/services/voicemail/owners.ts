/** Runs owners at their boxes: the state machine of owner.model.ts with the boxes and the sounds. */
import type { Clock, Log, SpokenLanguage, Voicemail, VoicemailBox, VoicemailParts } from "@callpanel/phone-port";
import type { ServiceStay } from "../../call/service.ts";
import { pinCallerOf, startIvr, type IvrCaller } from "../ivr/ivr.ts";
import { wordsFile } from "../ivr/words.ts";
import { beginOwner, stepOwner } from "./owner.model.ts";
import type { OwnerAsk, OwnerState, OwnerResult } from "./owner.state.ts";

export interface OwnersDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly realm: string;
}

export interface OwnerVisit {
  /** The caller's own box, which needs no number; undefined: the caller is asked for the number. */
  readonly own?: VoicemailBox | undefined;
  /** The language until a box is known. */
  readonly language: SpokenLanguage;
  /** Sends the caller to the sender of a message. */
  readonly sendOn: (number: string) => void;
}

/** The service of boxes for an owner who listens to messages. */
export type Owners = (visit: OwnerVisit) => { readonly serve: (caller: IvrCaller) => ServiceStay };

const DONE: OwnerResult = { kind: "done" };

export function createOwners({ clock, log, realm }: OwnersDeps, { boxes, promptsFolder }: VoicemailParts): Owners {
  return ({ own, language, sendOn }) => ({
    serve: (caller) =>
      startIvr<OwnerState, OwnerAsk, OwnerResult>({
        clock,
        log,
        caller,
        begin: beginOwner(own),
        step: stepOwner,
        answer: createOwnerAnswer(boxes, { clock, realm, caller: pinCallerOf(caller) }),
        // Before the PIN no box may be distinguishable from another, also not by its language.
        spoken: (key, state) => wordsFile(promptsFolder, "box" in state ? state.box.language : language, key),
        sendOn,
      }),
  });
}

/** Answers the questions of owners from the boxes. */
export function createOwnerAnswer(
  boxes: Voicemail,
  { clock, realm, caller }: { readonly clock: Clock; readonly realm: string; readonly caller: string },
) {
  return async (ask: OwnerAsk): Promise<OwnerResult> => {
    switch (ask.kind) {
      case "box":
        return { kind: "box", box: await boxes.boxByMailbox(realm, ask.mailbox) };
      case "pin":
        return { kind: "pin", result: await boxes.checkPin(ask.boxId, { pin: ask.pin, caller }) };
      case "overview": {
        const [counts, temporary] = await Promise.all([
          boxes.counts(ask.boxId),
          boxes.greetingSound(ask.boxId, "temp"),
        ]);
        return { kind: "overview", counts, temporary: temporary !== undefined };
      }
      case "messages":
        return { kind: "messages", messages: await boxes.messages(ask.boxId, ask.folder) };
      case "sound":
        return { kind: "sound", path: await boxes.messageSound(ask.messageId), now: clock.now() };
      case "now":
        return { kind: "now", now: clock.now() };
      case "folders":
        return { kind: "folders", names: await boxes.folders(ask.boxId) };
      case "forward":
        return { kind: "forwarded", taken: await boxes.forward(ask.messageId, ask.toBoxId, ask.comment?.id) };
      case "begin": {
        const draft = await boxes.begin(ask.boxId, ask.purpose);
        return draft === "full" ? { kind: "full" } : { kind: "begun", draft };
      }
      case "greeting":
        return { kind: "greeting", path: await boxes.greetingSound(ask.boxId, ask.greeting) };
      case "changePin":
        return { kind: "pinChange", result: await boxes.changePin(ask.boxId, ask.pin) };
      default:
        await change(boxes, ask);
        return DONE;
    }
  };
}

type Change = Extract<OwnerAsk, { kind: "heard" | "remove" | "move" | "finish" | "discard" | "removeGreeting" }>;

async function change(boxes: Voicemail, ask: Change): Promise<void> {
  switch (ask.kind) {
    case "heard":
      return boxes.markHeard(ask.messageId);
    case "remove":
      for (const id of ask.messageIds) await boxes.remove(id);
      return undefined;
    case "move":
      return boxes.move(ask.messageId, ask.folder);
    case "finish":
      return boxes.finish(ask.draft.id, ask.sound);
    case "discard":
      return boxes.discard(ask.draft.id);
    case "removeGreeting":
      return boxes.removeGreeting(ask.boxId, ask.greeting);
  }
}
