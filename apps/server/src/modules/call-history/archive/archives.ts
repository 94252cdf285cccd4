import { AppError, type ArchiveFailure, type RealtimeEvent } from "@callpanel/contract";
import * as z from "zod/mini";
import type { Clock } from "../../../kernel/clock.ts";
import type { JobOutcome, JobTry } from "../../../kernel/jobs/job.model.ts";
import type { Jobs } from "../../../kernel/jobs/jobs.ts";
import type { RetentionRule } from "../../../kernel/jobs/retention.ts";
import { newId, type RandomBytes } from "../../../kernel/secrets/secrets.ts";
import type { SoundId, SoundStore } from "../../../kernel/files/sound-store.port.ts";
import { zipFile, type ZipEntry } from "../../../kernel/files/zip-file.ts";
import { ARCHIVE_KEPT_DAYS, expiresAt, presentArchive } from "./archives.model.ts";
import type { ArchiveItem, ArchiveStore, NewArchive, StoredArchive } from "./archives.store.ts";

const PACK = { name: "recordings.archive", payload: z.object({ archive: z.string() }) };
/** Interval of progress events, and of checks for a cancellation. */
const TOLD_EVERY_MS = 500;
const ITEMS_AT_ONCE = 250;

export interface ArchivesDeps {
  readonly store: ArchiveStore;
  readonly sounds: Pick<SoundStore, "put" | "read" | "heldBy" | "release">;
  /** The sound of a recording; undefined when it does not exist any more. */
  readonly soundOf: (recording: string) => Promise<SoundId | undefined>;
  readonly jobs: Pick<Jobs, "work" | "wake">;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly tell: (userId: number, event: RealtimeEvent) => void;
}

/** Archives of recordings, packed in the background. */
export interface Archives {
  /** Starts one; earlier ones of the same person are cancelled. */
  start(archive: Pick<NewArchive, "realm" | "userId" | "items">): Promise<StoredArchive>;
  /** A person's latest archive. */
  latestOf(userId: number): Promise<StoredArchive | undefined>;
  byId(id: string): Promise<StoredArchive | undefined>;
  people(id: string): ReturnType<ArchiveStore["people"]>;
  /** Its file; undefined while there is no file. */
  fileOf(archive: StoredArchive): Promise<SoundId | undefined>;
  /** Cancels it, or removes its file. */
  remove(id: string): Promise<void>;
}

export function createArchives(deps: ArchivesDeps): Archives {
  const { store, sounds, jobs, clock, random } = deps;
  const remove = (id: string) => forget(deps, id);
  jobs.work(PACK, ({ archive }, attempt) => pack(deps, archive, attempt), {
    failed: ({ archive }) => fail(deps, archive, "cdrs.archive"),
  });
  return {
    start: async ({ realm, userId, items }) => {
      for (const { id } of await store.ofUser(userId)) await remove(id);
      const id = newId(random);
      const job = { kind: PACK.name, payload: JSON.stringify({ archive: id }) };
      await store.add({ id, realm, userId, items, beganAt: clock.now() }, job);
      jobs.wake();
      const added = await store.byId(id);
      if (added === undefined) throw new AppError("cdrs.archive.notFound"); // cancelled by another start in parallel
      return added;
    },
    latestOf: async (userId) => (await store.ofUser(userId))[0],
    byId: (id) => store.byId(id),
    people: (id) => store.people(id),
    fileOf: async (archive) => {
      if ((expiresAt(archive) ?? 0) <= clock.now()) return undefined;
      const [file] = await sounds.heldBy(holderOf(archive.id));
      return file?.id;
    },
    remove,
  };
}

/** CDR-24: removes files, and archives that never ended. */
export function archiveRetention(deps: Pick<ArchivesDeps, "store" | "sounds">): RetentionRule {
  return {
    name: "archives of recordings",
    days: ARCHIVE_KEPT_DAYS,
    removeBefore: async (at) => {
      const ids = await deps.store.before(at, ITEMS_AT_ONCE);
      for (const id of ids) await forget(deps, id);
      return ids.length;
    },
  };
}

const holderOf = (id: string) => ({ kind: "archive", id }) as const;

/** Removes the row last: after an interruption in between, the archive is found again. */
async function forget({ store, sounds }: Pick<ArchivesDeps, "store" | "sounds">, id: string): Promise<void> {
  await sounds.release(holderOf(id));
  await store.remove(id);
}

async function announce({ store, tell }: ArchivesDeps, id: string): Promise<void> {
  const archive = await store.byId(id);
  if (archive === undefined) return;
  tell(archive.userId, { action: "ARCHIVE", realm: archive.realm, archive: presentArchive(archive) });
}

async function fail(deps: ArchivesDeps, id: string, failure: ArchiveFailure): Promise<void> {
  await deps.sounds.release(holderOf(id));
  await deps.store.change(id, { state: "failed", failure, endedAt: deps.clock.now() });
  await announce(deps, id);
}

/** The archive was cancelled. */
class GivenUp extends Error {
  override readonly name = "GivenUp";
}

/** CDR-23: packs one recording after the other; after a restart it begins again. */
async function pack(deps: ArchivesDeps, id: string, { signal }: JobTry): Promise<JobOutcome> {
  const { store, sounds, clock } = deps;
  const archive = await store.byId(id);
  if (archive === undefined || archive.state === "done" || archive.state === "failed") return;
  await sounds.release(holderOf(id));
  const counted = { packed: 0, missing: 0 };
  const content = zipFile(entriesOf(deps, archive, { counted, signal }));
  try {
    const file = await sounds.put(content, { type: "application/zip", durationMs: 0, holder: holderOf(id) });
    const end = { state: "done", ...counted, bytes: file.bytes, endedAt: clock.now() } as const;
    if (!(await store.change(id, end))) await sounds.release(holderOf(id));
    await announce(deps, id);
  } catch (error) {
    if (error instanceof GivenUp) return;
    if (!(error instanceof AppError) || error.code !== "sounds.full") throw error;
    // CDR-25: a retry within seconds would find the disk full again.
    await fail(deps, id, "cdrs.archive.full");
    return;
  }
}

interface Packing {
  readonly counted: { packed: number; missing: number };
  readonly signal: AbortSignal;
}

async function* entriesOf(
  deps: ArchivesDeps,
  archive: StoredArchive,
  { counted, signal }: Packing,
): AsyncGenerator<ZipEntry> {
  const { store, sounds, soundOf, clock } = deps;
  let toldAt = Number.NEGATIVE_INFINITY;
  for await (const { recording, name, startedAt } of itemsOf(store, archive.id)) {
    signal.throwIfAborted();
    if (clock.now() - toldAt >= TOLD_EVERY_MS) {
      toldAt = clock.now();
      if (!(await store.change(archive.id, { state: "running", ...counted }))) throw new GivenUp();
      await announce(deps, archive.id);
    }
    const sound = await soundOf(recording);
    const content = sound === undefined ? undefined : await sounds.read(sound);
    if (content === undefined) counted.missing += 1;
    else yield { name, modifiedAt: startedAt, content };
    counted.packed += 1;
  }
}

async function* itemsOf(store: Pick<ArchiveStore, "items">, id: string): AsyncGenerator<ArchiveItem> {
  for (let start = 0; ; start += ITEMS_AT_ONCE) {
    const items = await store.items(id, { start, limit: ITEMS_AT_ONCE });
    yield* items;
    if (items.length < ITEMS_AT_ONCE) return;
  }
}
