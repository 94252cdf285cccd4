import * as z from "zod/mini";
import { yieldLoop } from "../../../kernel/concurrency/yield-loop.ts";
import type { SoundStore } from "../../../kernel/files/sound-store.port.ts";
import type { JobHandler, JobKind } from "../../../kernel/jobs/job.model.ts";
import type { ChatFacts } from "../chat.facts.ts";
import type { ChatStore } from "../chat.store.ts";
import type { ChatErasingStore, Erasure } from "./erasing.store.ts";

export const ERASE_JOB: JobKind<Erasure> = {
  name: "chat.erase",
  payload: z.object({ realmId: z.number(), userId: z.number(), withName: z.boolean() }),
};

export interface ErasingDeps {
  readonly erasing: ChatErasingStore;
  readonly store: Pick<ChatStore, "inRoom" | "message">;
  readonly facts: Pick<ChatFacts, "message" | "draft" | "presence">;
  readonly sounds: Pick<SoundStore, "release">;
}

/** Messages of one transaction, which are all of one room. */
const MOST_AT_ONCE = 50;

/** CHAT-100: removes what a person wrote, a part at a time. It may begin again at any moment. */
export function eraseMessages(deps: ErasingDeps): JobHandler<Erasure> {
  const { erasing, facts } = deps;
  return async (erasure, { signal }) => {
    for (let after = 0; ;) {
      if (signal.aborted) return { later: "the server stops" };
      const found = await erasing.authored(erasure, after, MOST_AT_ONCE);
      const [first] = found;
      if (first === undefined) break;
      const here = found.filter(({ roomId }) => roomId === first.roomId);
      await eraseIn(deps, erasure, { roomId: first.roomId, ids: here.map(({ id }) => id) });
      // Those of other rooms between them are found again.
      after = here.length === found.length ? (found.at(-1)?.row ?? after) : first.row - 1;
      await yieldLoop();
    }
    for (const { roomId, thread } of await erasing.forgetOwn(erasure)) facts.draft(erasure.userId, roomId, thread);
    facts.presence(erasure.realmId, [erasure.userId]);
    return undefined;
  };
}

async function eraseIn(
  { store, facts, sounds }: ErasingDeps,
  { withName }: Erasure,
  { roomId, ids }: { readonly roomId: number; readonly ids: readonly number[] },
): Promise<void> {
  const release = async (files: readonly string[]): Promise<void> => {
    for (const id of files) await sounds.release({ kind: "chat", id });
  };
  // The bytes first: a server that is killed here finds the message again.
  for (const id of ids) {
    const message = await store.message(roomId, id);
    await release((message?.files ?? []).map((file) => file.id));
  }
  const done = await store.inRoom(roomId, async (held) => {
    const changed = [];
    const files: string[] = [];
    for (const id of ids) {
      const message = await held.message(id);
      if (message === undefined) continue;
      const name = withName ? { senderName: "" } : {};
      const empty = { deleted: true, text: "", mentions: [], all: false, reactions: [], pinnedBy: null } as const;
      changed.push(await held.changeMessage(message, { ...(message.deleted ? {} : empty), ...name }));
      files.push(...(await held.removeFiles(id)));
    }
    return { changed, files, membersRev: held.room.membersRev };
  });
  if (done === undefined) return;
  for (const message of done.changed) facts.message({ roomId, membersRev: done.membersRev, message, followers: [] });
  await release(done.files);
}
