/** The re-INVITEs that a call sends: for hold, and for a new path of its media. Each has a deadline. */
import type { Call, CallAction } from "../model/call.ts";
import type { Clock } from "../ports/clock.port.ts";
import type { CallSession } from "../ports/user-agent.port.ts";
import { messageOf } from "./refusal.ts";

/** A re-INVITE for hold without an answer after this time is a refusal. */
const HOLD_WAIT_MS = 6_000;

/** A re-INVITE for an ICE restart without an answer after this time: the next try is due. */
const RESTART_WAIT_MS = 4_000;

type Direction = "sendonly" | "sendrecv";

export interface Reoffers {
  /** Resolves with nothing when it is done, or with why it is not. Requests are done in order. */
  setDirection(direction: Direction): Promise<string | undefined>;
  /** Rejects with an Error when it fails. */
  restartIce(): Promise<void>;
}

interface ReoffersDeps {
  readonly clock: Clock;
  readonly call: () => Call;
  readonly session: () => CallSession | undefined;
  readonly step: (action: CallAction) => void;
  readonly ended: Promise<void>;
}

export function createReoffers({ clock, call, session, step, ended }: ReoffersDeps): Reoffers {
  let requests: Promise<unknown> = Promise.resolve();

  /** Waits for the session's answer, its refusal, or the deadline, until the first of them. */
  const redirect = async (direction: Direction): Promise<string | undefined> => {
    const at = session();
    if (!at || call().phase !== "talking") return undefined;
    const wait = deadline(clock, HOLD_WAIT_MS);
    try {
      const asked = at.setDirection(direction).then(() => "done" as const);
      const outcome = await Promise.race([asked, wait.over, ended]);
      if (outcome === "late") {
        takeBack(at, asked, direction);
        throw new Error("no answer");
      }
      step({ kind: "directionSet", direction });
      return undefined;
    } catch (error) {
      step({ kind: "directionRefused", direction });
      return messageOf(error);
    } finally {
      wait.cancel();
    }
  };

  return {
    setDirection: (direction) => {
      step(direction === "sendonly" ? { kind: "hold", at: clock.now() } : { kind: "unhold" });
      const request = requests.then(() => redirect(direction));
      requests = request;
      return request;
    },
    restartIce: async () => {
      const at = session();
      if (!at) return;
      const wait = deadline(clock, RESTART_WAIT_MS);
      const outcome = await Promise.race([at.restartIce(), wait.over, ended]).finally(wait.cancel);
      if (outcome === "late") throw new Error("no answer");
    },
  };
}

/** A re-INVITE that is accepted after the deadline is undone, so that what is shown stays true. */
function takeBack(session: CallSession, asked: Promise<unknown>, direction: Direction): void {
  const back = direction === "sendonly" ? "sendrecv" : "sendonly";
  asked.then(() => session.setDirection(back)).catch(() => undefined); // refused after all: nothing to undo
}

function deadline(clock: Clock, ms: number): { readonly over: Promise<"late">; cancel(): void } {
  let cancel = (): void => undefined;
  const over = new Promise<"late">((resolve) => {
    cancel = clock.setTimeout(() => resolve("late"), ms);
  });
  return { over, cancel: () => cancel() };
}
