/** The far ends of calls of an earlier page that ended here before this page had them back: they must not wait (PHONE-65). */
import type { Clock } from "../ports/clock.port.ts";
import type { DialogId } from "../ports/user-agent.port.ts";
import type { LiveCall } from "./live-call.ts";
import type { Reattach } from "./reattaching.ts";

/** A phone that stops waits at most this long for the far ends to end. */
export const END_WAIT_MS = 6_000;

export interface FarEnds {
  /** Takes a call back, and ends it if the user has hung up since. If that fails, it is noted. */
  takeBack: Reattach;
  /** It was hung up before it was asked for. */
  note(live: LiveCall, dialog: DialogId): void;
  /** The noted ones are ended, if there is a line. */
  end(): void;
  /** Resolves when no far end waits, at most END_WAIT_MS later; undefined: none waits now. `more`: some are about to be noted. */
  ended(more: boolean): Promise<void> | undefined;
}

export interface FarEndsDeps {
  readonly clock: Clock;
  readonly isLineReady: () => boolean;
  readonly reattach: Reattach;
}

export function createFarEnds({ clock, isLineReady, reattach }: FarEndsDeps): FarEnds {
  const waiting = new Map<LiveCall, DialogId>();
  /** Requests that are not answered. */
  let asking = 0;
  let onEnded = (): void => undefined;

  const takeBack: Reattach = async (live, dialog) => {
    asking += 1;
    try {
      await reattach(live, dialog);
    } catch (error) {
      // The line was lost: it is tried again when the line is back. Otherwise the phone system ends the call after its time.
      if (live.get().phase === "ended") waiting.set(live, dialog);
      throw error;
    } finally {
      asking -= 1;
      if (asking + waiting.size === 0) onEnded();
    }
  };
  return {
    takeBack,
    note: (live, dialog) => void waiting.set(live, dialog),
    end: () => {
      if (!isLineReady()) return;
      const due = [...waiting];
      waiting.clear();
      for (const [live, dialog] of due) void takeBack(live, dialog).catch(() => undefined);
    },
    ended: (more) => {
      if (!more && asking + waiting.size === 0) return undefined;
      return new Promise((resolve) => {
        const cancel = clock.setTimeout(resolve, END_WAIT_MS);
        onEnded = () => {
          cancel();
          resolve();
        };
      });
    },
  };
}
