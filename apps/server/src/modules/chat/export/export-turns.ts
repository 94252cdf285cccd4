import { AppError } from "@callpanel/contract";
import * as z from "zod/mini";
import type { Clock } from "../../../kernel/clock.ts";
import { newId, type RandomBytes } from "../../../kernel/secrets/secrets.ts";
import type { ShortLivedEntries, ShortLivedKind } from "../../../kernel/short-lived/short-lived.ts";

const running = z.object({ id: z.string(), room: z.string(), written: z.number(), total: z.number() });
type Running = z.infer<typeof running>;

export const EXPORT_TURNS: ShortLivedKind<Running> = {
  name: "chat-export",
  schema: running,
  most: 10_000,
  maxChars: 300,
};

/** An export of a server that ended without a word is over after this. */
const TURN_MS = 30_000;
/** Other servers of the database see progress as often. */
const SAVE_EVERY_MS = 1_000;

export interface ExportTurn {
  progress(written: number): Promise<void>;
  end(): Promise<void>;
}

export interface ExportTurns {
  /** @throws AppError chats.export.busy */
  begin(userId: number, of: { readonly room: string; readonly total: number }): Promise<ExportTurn>;
  of(userId: number): Promise<Running | undefined>;
}

/** CHAT-93: a person has one export under way, at all servers of a database together. */
export function createExportTurns({
  entries,
  clock,
  random,
}: {
  readonly entries: ShortLivedEntries<Running>;
  readonly clock: Pick<Clock, "now">;
  readonly random: RandomBytes;
}): ExportTurns {
  return {
    begin: async (userId, { room, total }) => {
      const key = String(userId);
      const id = newId(random);
      const save = (written: number) =>
        entries.change(key, (before) => {
          const isOwn = before === undefined || before.value.id === id || before.expiresAt <= clock.now();
          return isOwn ? { value: { id, room, written, total }, expiresAt: clock.now() + TURN_MS } : before;
        });
      await save(0);
      if ((await entries.find(key))?.id !== id) throw new AppError("chats.export.busy");
      let savedAt = clock.now();
      return {
        progress: async (written) => {
          if (clock.now() - savedAt < SAVE_EVERY_MS) return;
          savedAt = clock.now();
          await save(written);
        },
        end: () => entries.change(key, (before) => (before?.value.id === id ? undefined : before)),
      };
    },
    of: (userId) => entries.find(String(userId)),
  };
}
