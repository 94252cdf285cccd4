import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { GREETING_TYPES } from "@callpanel/contract";
import * as z from "zod/mini";

const draftSchema = z.object({
  boxId: z.int(),
  /** Milliseconds since the epoch. */
  at: z.number(),
  purpose: z.discriminatedUnion("kind", [
    z.object({
      kind: z.literal("message"),
      callId: z.string(),
      from: z.object({ number: z.string(), name: z.string(), userId: z.optional(z.int()) }),
    }),
    z.object({ kind: z.literal("greeting"), greeting: z.enum(GREETING_TYPES) }),
    z.object({ kind: z.literal("comment") }),
  ]),
});
export type Draft = z.infer<typeof draftSchema>;

/** What telephones record, until it is in its box: a sound beside a note of what becomes of it, so that a crash loses neither. */
export interface DraftFolder {
  /** The answer is where the sound is to be written. */
  begin(id: string, draft: Draft): Promise<string>;
  find(id: string): Promise<Draft | undefined>;
  pathOf(id: string): string;
  /** All there are, of earlier runs too. */
  ids(): Promise<readonly string[]>;
  remove(id: string): Promise<void>;
}

const OWNER_FOLDER = 0o700;
const OWNER_FILE = 0o600;
const NOTE = ".json";

/** Drafts in a folder of our own, made when it is not there. */
export async function openDraftFolder(folder: string): Promise<DraftFolder> {
  await mkdir(folder, { recursive: true, mode: OWNER_FOLDER });
  const fileOf = (id: string, ending: string): string => {
    if (!/^[a-z0-9]{1,64}$/.test(id)) throw new Error("no id of a draft");
    return join(folder, `${id}${ending}`);
  };
  const pathOf = (id: string): string => fileOf(id, ".opus");
  return {
    pathOf,
    begin: async (id, draft) => {
      const note = fileOf(id, NOTE);
      // Whole or not there: a crash leaves no half of a note.
      await writeFile(`${note}.part`, JSON.stringify(draft), { mode: OWNER_FILE });
      await rename(`${note}.part`, note);
      return pathOf(id);
    },
    find: async (id) => {
      const text = await readFile(fileOf(id, NOTE), "utf8").catch(() => undefined);
      return text === undefined ? undefined : z.parse(draftSchema, JSON.parse(text));
    },
    ids: async () => {
      const names = await readdir(folder);
      return names.filter((name) => name.endsWith(NOTE)).map((name) => name.slice(0, -NOTE.length));
    },
    remove: async (id) => {
      await rm(pathOf(id), { force: true });
      await rm(fileOf(id, NOTE), { force: true });
    },
  };
}
