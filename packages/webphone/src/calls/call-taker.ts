/**
 * Taking a call: dialling, answering and unholding. Each waits its turn, opens the microphone where it needs one, and
 * holds the other conversations before anything is sent (spec 1 §4).
 */
import { isAnswered } from "../model/call.ts";
import type { Microphones } from "../ports/microphone.port.ts";
import type { IncomingCall, UserAgent } from "../ports/user-agent.port.ts";
import type { ActionResult } from "../webphone.ts";
import type { LiveCall } from "./live-call.ts";
import { openMicrophone } from "./microphone-access.ts";
import type { Refusal } from "./refusal.ts";
import { OK, refused } from "./refusal.ts";
import type { Roster } from "./roster.ts";
import { createTurns } from "./turns.ts";

export interface CallTaker {
  dial(live: LiveCall, number: string): Promise<ActionResult>;
  answer(live: LiveCall, incoming: IncomingCall): Promise<ActionResult>;
  unhold(live: LiveCall): Promise<ActionResult>;
}

export interface CallTakerDeps {
  readonly roster: Roster;
  readonly agent: () => UserAgent | undefined;
  readonly microphones: Microphones;
  /** The chosen microphone's device id. */
  readonly input: () => string;
}

export function createCallTaker({ roster, agent, microphones, input }: CallTakerDeps): CallTaker {
  const turns = createTurns();

  /** Opens the microphone, then holds the others: a missing microphone must not put anyone on hold. */
  const prepare = async (live: LiveCall): Promise<{ readonly ok: true; readonly stream: MediaStream } | Refusal> => {
    roster.take(live);
    const opened = await openMicrophone(microphones, input());
    if (!opened.ok) return opened;
    const problem = await roster.holdOthers(live);
    if (problem === undefined && live.get().phase !== "ended") return opened;
    microphones.close(opened.stream);
    return problem === undefined ? refused("sipua.error.ended") : refused("sipua.error.hold", { message: problem });
  };

  const connect = async (live: LiveCall, number: string): Promise<ActionResult> => {
    const ready = await prepare(live);
    if (live.get().phase === "ended") return OK; // hung up before it went out
    if (!ready.ok) {
      roster.withdraw(live);
      return ready;
    }
    live.useMicrophone(ready.stream);
    const via = agent();
    try {
      if (!via) throw new Error("the phone was stopped");
      live.attach(via.call(number, ready.stream, live.handle));
    } catch {
      roster.withdraw(live);
      return refused("sipua.error.sendCall");
    }
    roster.log(live.get(), "out", "seen");
    return OK;
  };
  const accept = async (live: LiveCall, incoming: IncomingCall): Promise<ActionResult> => {
    const ready = await prepare(live);
    if (!ready.ok) {
      live.step({ kind: "acceptFailed" });
      return ready;
    }
    live.useMicrophone(ready.stream);
    try {
      incoming.answer(ready.stream);
    } catch {
      live.hangUp(); // no peer connection can be made: it would ring on without ever being answered
      return refused("sipua.error.media");
    }
    await live.answeredOrEnded;
    return isAnswered(live.get()) ? OK : refused("sipua.error.ended");
  };
  const unhold = async (live: LiveCall): Promise<ActionResult> => {
    roster.take(live);
    const problem = (await roster.holdOthers(live)) ?? (await live.setDirection("sendrecv"));
    return problem === undefined ? OK : refused("sipua.error.hold", { message: problem });
  };
  return {
    dial: (live, number) => turns.take(live.ended, () => connect(live, number)),
    answer: (live, incoming) => {
      live.step({ kind: "accept" });
      return turns.take(live.ended, () => accept(live, incoming));
    },
    unhold: (live) => turns.take(live.ended, () => unhold(live)),
  };
}
