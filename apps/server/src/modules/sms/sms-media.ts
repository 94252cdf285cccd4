/** Files of messages that come in: fetched from the gateway, and kept as those of chat are (docs/spec/sms.md, SMS-53). */
import * as z from "zod/mini";
import type { Clock } from "../../kernel/clock.ts";
import type { JobKind } from "../../kernel/jobs/job.model.ts";
import type { Jobs } from "../../kernel/jobs/jobs.ts";
import type { Log } from "../../kernel/log.ts";
import type { FileStorage, KeptFile } from "../chat/index.ts";
import type { SmsGateway } from "./sms-gateway.port.ts";
import type { NotifySms } from "./sms-outbox.ts";
import type { SmsFileStore, SmsStore } from "./sms.store.ts";

export interface SmsMediaDeps {
  readonly store: Pick<SmsStore, "message">;
  readonly fileStore: SmsFileStore;
  readonly fileStorage: FileStorage;
  readonly gateway: Pick<SmsGateway, "fetchFile"> | undefined;
  readonly jobs: Pick<Jobs, "work">;
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
}

export const MEDIA_JOB: JobKind<{ messageId: number; urls: string[] }> = {
  name: "sms.media",
  payload: z.object({ messageId: z.int(), urls: z.array(z.string()) }),
};

/** Each file is fetched once: its id names its message and place. */
export function workMedia(deps: SmsMediaDeps, tell: NotifySms): void {
  const { jobs, store, gateway, log } = deps;
  jobs.work(MEDIA_JOB, async ({ messageId, urls }) => {
    const found = await store.message(messageId);
    if (found === undefined || gateway?.fetchFile === undefined) return;
    for (const [place, url] of urls.entries()) {
      const id = `in-${messageId}-${place}`;
      if ((await deps.fileStore.find(id)) !== undefined) continue;
      const bytes = await gateway.fetchFile(url);
      if (bytes === undefined) log.warn("a file of a text message could not be had", { messageId, place });
      else await keepFile(deps, { id, messageId, place, bytes, realmId: found.conversation.realmId });
    }
    await tell(found.conversation);
  });
}

async function keepFile(
  { fileStore, fileStorage, clock }: SmsMediaDeps,
  { id, bytes, place, ...file }: { id: string; messageId: number; place: number; bytes: Uint8Array; realmId: number },
): Promise<void> {
  const kept = await fileStorage.keep(id, bytes);
  await fileStore.add({
    ...file,
    ...kept,
    id,
    place,
    userId: undefined,
    name: nameOf(kept, place),
    uploadedAt: clock.now(),
  });
}

const ENDINGS: Readonly<Record<string, string>> = {
  "audio/ogg": ".ogg",
  "audio/wav": ".wav",
  "audio/mpeg": ".mp3",
  "application/pdf": ".pdf",
};

/** The sender's name of a file proves nothing; its content does. */
const nameOf = ({ kind, type }: KeptFile, place: number): string =>
  `${kind === "picture" ? "picture" : "file"}-${place + 1}${kind === "picture" ? ".jpg" : (ENDINGS[type] ?? "")}`;
