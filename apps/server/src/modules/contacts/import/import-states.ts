import { AppError } from "@callpanel/contract";
import type { Clock } from "../../../kernel/clock.ts";
import type { Servers } from "../../../kernel/jobs/lease.ts";
import { newId, type RandomBytes } from "../../../kernel/secrets/secrets.ts";
import type { Kept, ShortLived } from "../../../kernel/short-lived/short-lived.ts";
import { importStateSchema, readingState, type ImportState } from "./import-state.ts";
import { IMPORT_KEPT_MS } from "./import.model.ts";

export interface ImportStatesDeps {
  readonly shortLived: ShortLived;
  readonly servers: Servers;
  readonly clock: Clock;
  readonly random: RandomBytes;
  /** Whether this server writes the rows of an import now. */
  readonly isWriting: (id: string) => boolean;
  /** Called after an import was removed, here or because another one takes its place. */
  readonly onRemoved: (state: ImportState) => Promise<void>;
}

/** Imports open at the same time, of all people. */
const OPEN_AT_ONCE = 12;
/** A file that takes longer to arrive was abandoned. */
const READING_MS = 120_000;

const STATE = { name: "contact import", schema: importStateSchema, most: 4 * OPEN_AT_ONCE, maxChars: 2_000_000 };

const isOver = ({ phase }: ImportState): boolean => phase === "done" || phase === "cancelled" || phase === "failed";

/** IMPORT-1: the states of all imports, one per person, known to all servers of a database. Each change is one atomic step. */
export function createImportStates({ shortLived, servers, clock, random, isWriting, onRemoved }: ImportStatesDeps) {
  const states = shortLived.open(STATE);
  const kept = (value: ImportState): Kept<ImportState> => ({ value, expiresAt: value.usedAt + IMPORT_KEPT_MS });

  /** OWN-14: the server that wrote the rows has ended. */
  const endAbandoned = async (userId: number, state: ImportState): Promise<ImportState | undefined> => {
    if (state.phase !== "running" || isWriting(state.id)) return state;
    if (state.owner !== servers.id && (await servers.live()).has(state.owner)) return state;
    const failed: ImportState = { ...state, phase: "failed" };
    await states.change(String(userId), (now) =>
      now?.value.id === state.id && now.value.phase === "running" ? kept(failed) : now,
    );
    return states.find(String(userId));
  };

  const find = async (userId: number): Promise<ImportState | undefined> => {
    const state = await states.find(String(userId));
    return state === undefined ? undefined : endAbandoned(userId, state);
  };

  const remove = async (key: string, isSame: (state: ImportState) => boolean): Promise<boolean> => {
    const removed: { state?: ImportState } = {};
    await states.change(key, (now) => {
      delete removed.state;
      if (now === undefined || !isSame(now.value)) return now;
      removed.state = now.value;
      return undefined;
    });
    if (removed.state === undefined) return false;
    await onRemoved(removed.state);
    return true;
  };

  /** IMPORT-10: counted with the new one, so that two at the same moment are both counted. */
  const makeRoom = async (): Promise<boolean> => {
    const all = await states.all();
    if (all.length <= OPEN_AT_ONCE) return true;
    const [oldest] = all
      .filter(([, state]) => isOver(state))
      .toSorted(([, one], [, other]) => one.usedAt - other.usedAt);
    if (oldest === undefined) return false;
    const [key, over] = oldest;
    await remove(key, ({ id }) => id === over.id);
    return true;
  };

  return {
    /** The person's import. */
    find,
    exists: async (userId: number, id: string): Promise<boolean> => (await states.find(String(userId)))?.id === id,
    ids: async (): Promise<ReadonlySet<string>> => new Set((await states.all()).map(([, { id }]) => id)),

    /** @returns the new state; undefined when the import is gone or `step` returns undefined */
    change: async (
      userId: number,
      id: string,
      step: (state: ImportState) => ImportState | undefined,
    ): Promise<ImportState | undefined> => {
      const after: { state?: ImportState } = {};
      await states.change(String(userId), (before) => {
        delete after.state;
        const next = before?.value.id === id ? step(before.value) : undefined;
        if (next === undefined) return before;
        after.state = { ...next, usedAt: clock.now() };
        return kept(after.state);
      });
      return after.state;
    },

    /**
     * IMPORT-10: a place for an import whose file is about to be read. Imports that are over make room for it.
     * @returns its id
     * @throws AppError contacts.import.running, contacts.import.busy
     */
    reserve: async (userId: number, realm: string): Promise<string> => {
      await find(userId);
      const id = newId(random);
      const reading = readingState({ id, realm, owner: servers.id, usedAt: clock.now() });
      const before: { state?: ImportState | undefined; isRunning: boolean } = { isRunning: false };
      await states.change(String(userId), (now) => {
        before.state = now?.value;
        before.isRunning = now !== undefined && (now.value.plan === null || now.value.phase === "running");
        return before.isRunning ? now : { value: reading, expiresAt: clock.now() + READING_MS };
      });
      if (before.isRunning) throw new AppError("contacts.import.running");
      if (before.state !== undefined) await onRemoved(before.state);
      if (await makeRoom()) return id;
      await states.take(String(userId));
      throw new AppError("contacts.import.busy");
    },

    /** Removes the person's import if `isSame` accepts its current state. @returns whether it was removed */
    remove: (userId: number, isSame: (state: ImportState) => boolean): Promise<boolean> =>
      remove(String(userId), isSame),
  };
}
