/** Runs callers at boxes: the state machine of caller.model.ts with the boxes and the sounds. */
import type { Clock, GreetingKind, Log, VoicemailBox, VoicemailCaller, VoicemailParts } from "@callpanel/phone-port";
import type { PhoneSettings } from "../../../settings.ts";
import type { Service } from "../../call/service.ts";
import { pinCallerOf, startIvr } from "../ivr/ivr.ts";
import { wordsFile } from "../ivr/words.ts";
import {
  CALLER_BEGIN,
  stepCaller,
  type CallerAsk,
  type CallerFacts,
  type CallerState,
  type CallerResult,
} from "./caller.model.ts";
import type { DepositAsk, DepositFacts, DepositResult } from "./deposit.state.ts";
import { createOwnerAnswer } from "./owners.ts";

export interface Visit {
  readonly why: DepositFacts["why"];
  readonly from: VoicemailCaller;
  /** Sends the caller to the operator … */
  readonly sendOn: (number: string) => void;
  /** … and, after sign-in, to the sender of a message. */
  readonly callBack: (number: string) => void;
}

/** The service of a box for a caller who leaves a message. */
export type Deposits = (box: VoicemailBox, visit: Visit) => Service;

export interface DepositsDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: PhoneSettings;
  readonly realm: string;
}

export function createDeposits(
  { clock, log, settings, realm }: DepositsDeps,
  { boxes, promptsFolder }: VoicemailParts,
): Deposits {
  const greetingsOf = async (box: VoicemailBox, why: Visit["why"]): Promise<DepositResult> => {
    const kinds: readonly GreetingKind[] = ["temp", why === "busy" ? "busy" : "unavail", "greet"];
    const found = await Promise.all(
      kinds.map(async (kind) => [kind, await boxes.greetingSound(box.id, kind)] as const),
    );
    const there = found.flatMap(([kind, path]) => (path === undefined ? [] : [[kind, path] as const]));
    return { kind: "greetings", greetings: Object.fromEntries(there) };
  };

  const answerTo =
    (box: VoicemailBox, { why, from }: Visit, callId: string) =>
    async (ask: DepositAsk): Promise<DepositResult> => {
      switch (ask.kind) {
        case "greetings":
          return greetingsOf(box, why);
        case "begin": {
          const draft = await boxes.begin(box.id, { kind: "message", from, callId });
          return draft === "full" ? { kind: "full" } : { kind: "begun", draft };
        }
        case "finish":
          await boxes.finish(ask.draft.id, ask.sound, { urgent: ask.urgent });
          return { kind: "done" };
        case "discard":
          await boxes.discard(ask.draft.id);
          return { kind: "done" };
      }
    };

  return (box, visit) => {
    const facts: CallerFacts = { box, why: visit.why, limits: { ...settings.voicemailLimits, ...box.limits } };
    return {
      serve: (caller) => {
        const ownerAnswer = createOwnerAnswer(boxes, { clock, realm, caller: pinCallerOf(caller) });
        const depositAnswer = answerTo(box, visit, caller.callId);
        let signedIn = false;
        return startIvr<CallerState, CallerAsk, CallerResult>({
          clock,
          log,
          caller,
          begin: CALLER_BEGIN,
          step: (state, event) => {
            const step = stepCaller(facts, state, event);
            signedIn = step.state.at === "owner";
            return step;
          },
          answer: async (asked) =>
            asked.of === "deposit"
              ? { of: "deposit", told: await depositAnswer(asked.ask) }
              : { of: "owner", told: await ownerAnswer(asked.ask) },
          spoken: (key) => wordsFile(promptsFolder, box.language, key),
          sendOn: (number) => (signedIn ? visit.callBack(number) : visit.sendOn(number)),
        });
      },
    };
  };
}
