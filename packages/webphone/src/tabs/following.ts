/** A tab that does not own the phone: it shows what the owner says and asks the owner to act. */
import { RINGING_VOLUME } from "@callpanel/contract";
import { refused } from "../calls/refusal.ts";
import type { Clock } from "../ports/clock.port.ts";
import type { Tabs } from "../ports/tabs.port.ts";
import type { WebphoneSnapshot } from "../webphone.ts";
import type { Action, Answer, Argument, TabMessage } from "./message.ts";
import { writeMessage } from "./message.ts";

/** An owner that does not acknowledge a request within this time hangs or is frozen: the phone is taken from it. */
export const HEARD_WAIT_MS = 3_000;

export interface Following {
  snapshot(): WebphoneSnapshot;
  hear(message: Extract<TabMessage, { readonly kind: "state" | "heard" | "answer" }>): void;
  ask(action: Action, args: readonly Argument[]): Promise<Answer>;
  /** No answer will come any more; open requests are refused. */
  end(): void;
}

interface Question {
  readonly settle: (answer: Answer) => void;
  readonly cancelWait: () => void;
}

export interface FollowingDeps {
  readonly tabs: Tabs;
  readonly clock: Clock;
  readonly onChange: () => void;
  /** The owner does not answer. */
  readonly onSilence: () => void;
}

/** Before the owner has spoken. */
export const UNKNOWN: WebphoneSnapshot = {
  status: 0,
  state: "connecting",
  calls: [],
  canCall: false,
  volume: 1,
  ringVolume: RINGING_VOLUME,
  ringback: "network",
  stunServers: "",
  check: null,
  log: [],
  missedCount: 0,
  devices: { inputs: [], outputs: [], chosen: { input: "", output: "", ring: "" }, canChooseOutput: false },
  noise: "off",
  audioLocked: false,
  needsCloseConfirmation: false,
  place: "other-tab",
};

export function createFollowing({ tabs, clock, onChange, onSilence }: FollowingDeps): Following {
  const questions = new Map<string, Question>();
  let snapshot = UNKNOWN;
  let owner = "";

  const refuseAll = (): void => {
    for (const { settle, cancelWait } of questions.values()) {
      cancelWait();
      settle(refused("sipua.hint.notReady"));
    }
    questions.clear();
  };
  tabs.post(writeMessage({ kind: "hello" }));
  return {
    snapshot: () => snapshot,
    hear: (message) => {
      if (message.kind === "state") {
        if (owner !== "" && owner !== message.owner) refuseAll(); // the tab with the requests is closed
        owner = message.owner;
        // What the owner hears and may lose is not this tab's to unlock or to ask about.
        snapshot = { ...snapshot, ...message.part, ...HERE };
        return onChange();
      }
      const question = questions.get(message.id);
      question?.cancelWait();
      if (message.kind === "heard") return;
      questions.delete(message.id);
      question?.settle(message.answer);
    },
    ask: (action, args) =>
      new Promise((resolve) => {
        const id = tabs.newId();
        const cancelWait = clock.setTimeout(onSilence, HEARD_WAIT_MS);
        questions.set(id, { settle: resolve, cancelWait });
        tabs.post(writeMessage({ kind: "ask", id, action, args }));
      }),
    end: refuseAll,
  };
}

const HERE = { place: "other-tab", audioLocked: false, needsCloseConfirmation: false } as const;
