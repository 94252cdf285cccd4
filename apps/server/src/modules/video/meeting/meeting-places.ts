import * as z from "zod/mini";
import type { Clock } from "../../../kernel/clock.ts";
import { createKeyedQueue } from "../../../kernel/concurrency/keyed-queue.ts";
import { newId, type RandomBytes } from "../../../kernel/secrets/secrets.ts";
import type { ShortLivedEntries } from "../../../kernel/short-lived/short-lived.ts";

/** MEET-16: which server of a database holds the meeting of a room. */
export interface MeetingPlaces {
  isElsewhere(roomId: number): Promise<boolean>;
  /** Holds the room at this server until all who hold it let it go. Undefined: another server has it. */
  hold(roomId: number): Promise<(() => void) | undefined>;
  /** @returns false: another server has the room now, because this one did not renew it in time */
  renew(roomId: number): Promise<boolean>;
  /** Resolves when everything that was let go is free. */
  settled(): Promise<unknown>;
}

/** A server that died has its rooms for so long. */
const PLACE_MS = 30_000;

/** The room, and the server that holds it. */
export const MEETING_PLACES = { name: "meeting-place", schema: z.string(), most: 20_000, maxChars: 100 };

export interface MeetingPlacesDeps {
  /** All servers of the database share them. */
  readonly entries: ShortLivedEntries<string>;
  readonly clock: Pick<Clock, "now">;
  readonly random: RandomBytes;
  readonly failed: (error: unknown) => void;
}

export function createMeetingPlaces({ entries, clock, random, failed }: MeetingPlacesDeps): MeetingPlaces {
  const here = newId(random);
  const holders = new Map<number, number>();
  const inTurn = createKeyedQueue<number>();
  const leaving = new Set<Promise<void>>();
  const renew = (roomId: number): Promise<boolean> =>
    inTurn(roomId, async () => {
      let isHere = false;
      await entries.change(String(roomId), (before) => {
        isHere = before === undefined || before.value === here;
        return isHere ? { value: here, expiresAt: clock.now() + PLACE_MS } : before;
      });
      return isHere;
    });
  const letGo = (roomId: number): void => {
    const others = (holders.get(roomId) ?? 0) - 1;
    if (others > 0) return void holders.set(roomId, others);
    holders.delete(roomId);
    // A server that holds it again meanwhile takes it after this.
    const left = inTurn(roomId, () =>
      entries.change(String(roomId), (before) => (before?.value === here ? undefined : before)),
    )
      .catch(failed)
      .then(() => void leaving.delete(left));
    leaving.add(left);
  };

  return {
    isElsewhere: async (roomId) => ((await entries.find(String(roomId))) ?? here) !== here,
    hold: async (roomId) => {
      holders.set(roomId, (holders.get(roomId) ?? 0) + 1);
      let isHeld = true;
      const release = (): void => {
        if (isHeld) letGo(roomId);
        isHeld = false;
      };
      try {
        if (await renew(roomId)) return release;
      } catch (error) {
        release();
        throw error;
      }
      release();
      return undefined;
    },
    renew,
    settled: () => Promise.all(leaving),
  };
}
