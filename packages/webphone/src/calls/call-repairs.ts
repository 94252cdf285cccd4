/**
 * Calls with a lost media path or connection: they are shown as reconnecting, and once the line is back each restores its path
 * by a re-INVITE with an ICE restart in the same dialog, a bounded number of times (PHONE-60 to PHONE-64).
 */
import type { Clock } from "../ports/clock.port.ts";
import type { DialogId } from "../ports/user-agent.port.ts";
import { createFarEnds } from "./far-ends.ts";
import type { LiveCall } from "./live-call.ts";
import type { Reattach } from "./reattaching.ts";

/** Tries of one repair; between them 1, 2, 4 and 8 s. */
export const REPAIR_TRIES = 5;
export const FIRST_PAUSE_MS = 1_000;
/** The phone system keeps a leg this long for its phone (CALL-35): after that there is nothing to come back to. */
export const LEG_KEPT_MS = 90_000;
/** After an accepted re-INVITE the checks of the new path succeed within this time, or the try has failed. */
export const PATH_WAIT_MS = 4_000;

export interface CallRepairs {
  /** The connection to the phone system is lost. */
  lineLost(): void;
  /** It is back, and registered. */
  lineBack(): void;
  /** The media path of a call was found or lost. */
  path(live: LiveCall, path: "up" | "down"): void;
  /** A call of an earlier page: its dialog is replaced as soon as the line is registered. */
  recall(live: LiveCall, dialog: DialogId): void;
  /** Of calls of an earlier page that were hung up here; undefined if no far end waits. */
  farEndsEnded(): Promise<void> | undefined;
}

export interface CallRepairsDeps {
  readonly clock: Clock;
  readonly calls: () => readonly LiveCall[];
  readonly isLineReady: () => boolean;
  /** Checks the connection: it may have lost the network as well. */
  readonly probe: () => void;
  readonly reattach: Reattach;
}

interface Repair {
  phase: "waiting" | "asking" | "checking";
  tries: number;
  path: "up" | "down";
  /** Of a call that has no session here yet. */
  dialog: DialogId | undefined;
  cancelNext: () => void;
  readonly cancelEnd: () => void;
}

export function createCallRepairs({ clock, calls, isLineReady, probe, reattach }: CallRepairsDeps): CallRepairs {
  const repairs = new Map<LiveCall, Repair>();
  const farEnds = createFarEnds({ clock, isLineReady, reattach });
  /** Calls that have had a media path. */
  const reached = new WeakSet<LiveCall>();

  const close = (live: LiveCall): void => {
    const repair = repairs.get(live);
    repairs.delete(live);
    repair?.cancelNext();
    repair?.cancelEnd();
  };
  const later = (repair: Repair, run: () => void, ms: number): void => {
    repair.cancelNext();
    repair.cancelNext = clock.setTimeout(run, ms);
  };
  const begin = (live: LiveCall, path: "up" | "down", way: "lost" | "unreachable" = "lost"): Repair => {
    const known = repairs.get(live);
    if (known) return known;
    const cancelEnd = clock.setTimeout(() => giveUp(live), LEG_KEPT_MS);
    const repair: Repair = {
      phase: "waiting",
      tries: 0,
      path,
      dialog: undefined,
      cancelNext: () => undefined,
      cancelEnd,
    };
    repairs.set(live, repair);
    live.step({ kind: "lost", way });
    void live.ended.then(() => {
      close(live);
      if (repair.dialog && repair.phase === "waiting" && isHungUp(live)) farEnds.note(live, repair.dialog);
      farEnds.end();
    });
    return repair;
  };
  const giveUp = (live: LiveCall): void => {
    close(live);
    live.lose();
  };
  const succeed = (live: LiveCall): void => {
    close(live);
    live.step({ kind: "found" });
  };
  const fail = (live: LiveCall, repair: Repair): void => {
    if (repairs.get(live) !== repair) return;
    repair.phase = "waiting";
    if (repair.tries >= REPAIR_TRIES) return giveUp(live);
    probe();
    later(repair, () => void attempt(live, repair), FIRST_PAUSE_MS * 2 ** (repair.tries - 1));
  };
  /** Without a line nothing is asked and no try is spent: `lineBack` begins again. */
  const attempt = async (live: LiveCall, repair: Repair): Promise<void> => {
    if (live.get().phase !== "talking" || repairs.get(live) !== repair) return;
    if (repair.phase !== "waiting" || !isLineReady()) return;
    repair.phase = "asking";
    repair.tries += 1;
    try {
      if (repair.dialog && !live.session()) await farEnds.takeBack(live, repair.dialog);
      else await live.restartIce();
    } catch {
      return fail(live, repair);
    }
    if (repairs.get(live) !== repair) return;
    if (repair.path === "up") return succeed(live);
    repair.phase = "checking";
    later(repair, () => fail(live, repair), PATH_WAIT_MS);
  };

  return {
    lineLost: () => {
      for (const live of calls()) {
        if (live.get().phase === "talking") begin(live, "up");
      }
    },
    lineBack: () => {
      for (const [live, repair] of repairs) void attempt(live, repair);
      farEnds.end();
    },
    recall: (live, dialog) => {
      begin(live, "down").dialog = dialog;
    },
    // A call that was hung up just now is noted after this.
    farEndsEnded: () =>
      farEnds.ended([...repairs].some(([live, { dialog, phase }]) => dialog && phase === "waiting" && !live.session())),
    path: (live, path) => {
      if (path === "up") reached.add(live);
      if (live.get().phase !== "talking") return;
      const known = repairs.get(live);
      const repair = path === "down" ? begin(live, path, reached.has(live) ? "lost" : "unreachable") : known;
      if (!repair) return;
      repair.path = path;
      const isBack = repair.phase === "checking" || (repair.phase === "waiting" && isLineReady());
      if (path === "up" && isBack) return succeed(live);
      if (path === "up" || known) return;
      probe();
      void attempt(live, repair);
    },
  };
}

function isHungUp(live: LiveCall): boolean {
  const call = live.get();
  return call.phase === "ended" && call.reason === "hangup";
}
