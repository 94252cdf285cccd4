/** The current calls: the events and log entries of their changes, and which call is the conversation. */
import type { Call } from "../model/call.ts";
import { callSnapshot, isAnswered, isHeld } from "../model/call.ts";
import { loggedAs } from "../model/far-end.ts";
import type { Clock } from "../ports/clock.port.ts";
import type { Microphones } from "../ports/microphone.port.ts";
import type { Sound } from "../ports/sound.port.ts";
import type { CallLogEntry, EndReason, WebphoneEvent } from "../webphone.ts";
import type { LiveCall } from "./live-call.ts";
import { createLiveCall } from "./live-call.ts";

export interface RosterDeps {
  readonly clock: Clock;
  readonly microphones: Microphones;
  readonly sound: Sound;
  readonly onChange: () => void;
  readonly tell: (event: WebphoneEvent) => void;
  readonly log: (entry: CallLogEntry, missed: "missed" | "seen") => void;
  /** Number and name of a logged call are known better now. */
  readonly relog: (entry: CallLogEntry, as: Pick<CallLogEntry, "num" | "name">) => void;
  readonly onPath: (live: LiveCall, path: "up" | "down") => void;
}

export interface Roster {
  /** Newest first. */
  all(): readonly LiveCall[];
  find(callId: string): LiveCall | undefined;
  add(call: Call): LiveCall;
  /** A call that was never sent: it is removed, and the caller of the action gets the refusal. */
  withdraw(live: LiveCall): void;
  /** The user takes this call: other answered calls are put on hold. */
  take(live: LiveCall): void;
  /** The person refused it by hand: logged as missed, but they know. */
  refuseByHand(live: LiveCall): void;
  /** Holds every other conversation; gives why one could not be held. */
  holdOthers(live: LiveCall): Promise<string | undefined>;
  /** Answered and incoming calls are logged automatically. */
  log(call: Call, dir: CallLogEntry["dir"], missed: "missed" | "seen"): void;
}

export function createRoster(deps: RosterDeps): Roster {
  let lives: readonly LiveCall[] = [];
  let taken = "";
  const refused = new Set<string>();
  /** Dialled calls without a known name. */
  const logged = new Map<string, CallLogEntry>();

  const find: Roster["find"] = (callId) => lives.find((live) => live.get().id === callId);
  const remove = (live: LiveCall): void => {
    lives = lives.filter((one) => one !== live);
  };
  const log: Roster["log"] = (call, dir, missed) => {
    const entry = entryOf(call, dir);
    logged.set(call.id, entry);
    deps.log(entry, missed);
    nameLogged(call);
  };
  /** The dialled person is known when the phone system reports it. */
  const nameLogged = ({ id, far }: Call): void => {
    const entry = logged.get(id);
    if (entry?.dir !== "out" || !far) return;
    logged.delete(id);
    const known = loggedAs(far, entry.num);
    if (known.name !== "") deps.relog(entry, known);
  };

  /** The far end answered during another conversation: only one at a time. */
  const holdBehind = async (live: LiveCall): Promise<void> => {
    const problem = await live.setDirection("sendonly");
    if (problem !== undefined) deps.tell({ kind: "failure", code: "sipua.error.hold", details: { message: problem } });
  };
  const notifyAnswer = (live: LiveCall, call: Call): void => {
    if (call.direction === "in") log(call, "in", "seen");
    deps.tell({ kind: "callAnswered", call: callSnapshot(call) });
    const current = find(taken);
    const busy = current && (isConversation(current.get()) || current.get().phase === "answering");
    if (busy && current !== live) return void holdBehind(live);
    taken = call.id;
    for (const other of lives) if (other !== live && isConversation(other.get())) void holdBehind(other);
  };
  const notifyEnd = (call: Extract<Call, { readonly phase: "ended" }>): void => {
    const byHand = refused.delete(call.id);
    const missed = call.direction === "in" && !isAnswered(call) && !NOT_MISSED.has(call.reason);
    if (byHand) deps.log({ ...entryOf(call, "in"), declined: true }, "seen");
    else if (missed) log(call, "mis", "missed");
    deps.tell({ kind: "callEnded", call: callSnapshot(call), reason: call.reason, warning: call.warning });
  };
  const onChange = (live: LiveCall, before: Call): void => {
    const call = live.get();
    const listed = lives.includes(live);
    if (call.far !== before.far) nameLogged(call);
    if (call.phase === "ended") {
      remove(live);
      logged.delete(call.id);
    }
    deps.onChange();
    if (call.phase === "ended" && listed) return notifyEnd(call);
    if (call.phase === "talking" && before.phase !== "talking") notifyAnswer(live, call);
  };

  return {
    all: () => lives,
    find,
    add: (call) => {
      const live = createLiveCall(call, { ...deps, onChange });
      lives = [live, ...lives];
      deps.onChange();
      return live;
    },
    withdraw: (live) => {
      remove(live);
      live.step({ kind: "ended", reason: "failed" });
    },
    take: (live) => {
      taken = live.get().id;
    },
    refuseByHand: (live) => void refused.add(live.get().id),
    holdOthers: async (live) => {
      const others = lives.filter((one) => one !== live && isConversation(one.get()));
      const problems = await Promise.all(others.map((one) => one.setDirection("sendonly")));
      return problems.find((problem) => problem !== undefined);
    },
    log,
  };
}

/** PHONE-41 */
const NOT_MISSED: ReadonlySet<EndReason> = new Set(["answered-elsewhere", "handled-elsewhere"]);

const entryOf = (call: Call, dir: CallLogEntry["dir"]): CallLogEntry => ({
  time: call.startedAt,
  num: call.number,
  name: call.name,
  dir,
});

/** Answered and to be heard: what must be held before another call is taken. */
const isConversation = (call: Call): boolean => call.phase === "talking" && !isHeld(call);
