import { mkdir, readdir, readFile, rename, rm, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { AppError, GREETING_TYPES } from "@callpanel/contract";
import * as z from "zod/mini";
import type { Draft, DraftFolder } from "../../../modules/telephony/index.ts";
import { EARLIER_VERSION } from "../../../kernel/jobs/lease.ts";

const draftSchema = z.object({
  /** Id of the instance that records it. */
  owner: z._default(z.string(), EARLIER_VERSION),
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

const OWNER_FOLDER = 0o700;
const OWNER_FILE = 0o600;
const NOTE = ".json";
const partOf = (owner: string): string => (owner === EARLIER_VERSION ? ".json.part" : `.${owner}.part`);
/** VM-62: share of the disk that stays free; for a large disk this many bytes. */
const RESERVED_SHARE = 0.01;
const RESERVED_BYTES = 64_000_000;

/** Drafts in a folder, which is created if it does not exist. */
export async function openDraftFolder(folder: string): Promise<DraftFolder> {
  await mkdir(folder, { recursive: true, mode: OWNER_FOLDER });
  const fileOf = (id: string, ending: string): string => {
    if (!/^[a-z0-9]{1,64}$/.test(id)) throw new Error("not a valid draft id");
    return join(folder, `${id}${ending}`);
  };
  const pathOf = (id: string): string => fileOf(id, ".opus");
  const write = async (id: string, draft: Draft): Promise<void> => {
    const part = fileOf(id, partOf(draft.owner));
    try {
      // Atomic: a crash leaves no incomplete note.
      await writeFile(part, JSON.stringify(draft), { mode: OWNER_FILE });
      await rename(part, fileOf(id, NOTE));
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
  };
  const find = async (id: string): Promise<Draft | undefined> => {
    const text = await readFile(fileOf(id, NOTE), "utf8").catch(() => undefined);
    return text === undefined ? undefined : z.parse(draftSchema, JSON.parse(text));
  };
  return {
    pathOf,
    begin: async (id, draft) => {
      await refuseWhenNearlyFull(folder);
      await write(id, draft);
      return pathOf(id);
    },
    find,
    leftBy: async (owner) => {
      const names = await readdir(folder);
      for (const name of names) if (name.endsWith(partOf(owner))) await rm(join(folder, name), { force: true });
      const ids = names.filter((name) => name.endsWith(NOTE)).map((name) => name.slice(0, -NOTE.length));
      const left: string[] = [];
      for (const id of ids) {
        const draft = await find(id).catch(() => undefined);
        if (draft?.owner === owner) left.push(id);
      }
      return left;
    },
    give: async (id, owner) => {
      const draft = await find(id);
      if (draft !== undefined) await write(id, { ...draft, owner });
    },
    remove: async (id) => {
      await rm(pathOf(id), { force: true });
      await rm(fileOf(id, NOTE), { force: true });
    },
  };
}

async function refuseWhenNearlyFull(folder: string): Promise<void> {
  const { bavail, blocks, bsize } = await statfs(folder);
  if (bavail * bsize < Math.min(RESERVED_BYTES, blocks * bsize * RESERVED_SHARE)) throw new AppError("sounds.full", {});
}
