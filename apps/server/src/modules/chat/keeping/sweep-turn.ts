import * as z from "zod/mini";
import type { Clock } from "../../../kernel/clock.ts";
import type { ShortLivedEntries, ShortLivedKind } from "../../../kernel/short-lived/short-lived.ts";

/** CHAT-84: whose turn it is, among the servers of a database. */
export interface SweepTurn {
  /** Takes or keeps the turn. @returns false while another server has it */
  hold(): Promise<boolean>;
  end(): Promise<void>;
}

export const SWEEP_TURNS: ShortLivedKind<string> = { name: "chat-sweep", schema: z.string(), most: 4, maxChars: 200 };
/** A server that ended without a word keeps it this long. */
const TURN_MS = 60_000;
const KEY = "sweep";

export function createSweepTurn({
  entries,
  serverId,
  clock,
}: {
  readonly entries: ShortLivedEntries<string>;
  readonly serverId: () => string;
  readonly clock: Pick<Clock, "now">;
}): SweepTurn {
  return {
    hold: async () => {
      const own = serverId();
      let isOwn = false;
      await entries.change(KEY, (before) => {
        const now = clock.now();
        isOwn = before === undefined || before.value === own || before.expiresAt <= now;
        return isOwn ? { value: own, expiresAt: now + TURN_MS } : before;
      });
      return isOwn;
    },
    end: () => entries.change(KEY, (before) => (before?.value === serverId() ? undefined : before)),
  };
}
