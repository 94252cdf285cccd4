import type { NewJob } from "../../kernel/jobs/job-store.port.ts";
import type { Jobs } from "../../kernel/jobs/jobs.ts";
import type { SoundStore, StoredSound } from "../../kernel/files/sound-store.port.ts";
import { firstTexts, MESSAGE_TEXTS_JOB, type Speech } from "../speech/index.ts";
import { wantedTexts } from "./box/box.model.ts";
import { soundAccount } from "./box/box-room.ts";
import type { MailboxFeed } from "./mailbox-feed.ts";
import { MESSAGE_NOTICE_JOB } from "./message-notice.ts";
import { NEW_BOX, type NewMessage, type StoredMessage } from "./voicemail.model.ts";
import type { VoicemailStore } from "./voicemail.store.ts";

export interface DeliveryDeps {
  readonly store: VoicemailStore;
  readonly sounds: Pick<SoundStore, "hold">;
  readonly speech: Speech;
  readonly jobs: Pick<Jobs, "wake">;
  /** What else is to be done because of a message; it is stored with it. */
  readonly jobsFor?: (message: LeftMessage & Pick<StoredMessage, "id" | "durationMs">) => readonly NewJob[];
  readonly feed: Pick<MailboxFeed, "changed" | "left">;
}

export type LeftMessage = Pick<NewMessage, "boxId" | "at" | "from" | "callId" | "urgent">;

/** Puts a message into a box; the caller must hold `sound` until it resolves. */
export type DeliverMessage = (message: LeftMessage, sound: StoredSound) => Promise<StoredMessage>;

/** VM-51: stores the message together with its jobs, in one transaction; idempotent for the same message. */
export function createDelivery({
  store,
  sounds,
  speech,
  jobs,
  jobsFor = () => [],
  feed,
}: DeliveryDeps): DeliverMessage {
  return async (left, sound) => {
    const { boxId, at } = left;
    const { settings } = (await store.box(boxId)) ?? { settings: NEW_BOX };
    const wanted = wantedTexts(settings);
    const texts = firstTexts(wanted, speech);
    const isPending = Object.values(texts).some(({ state }) => state === "pending");
    const isTold = settings.email !== "" || settings.pager !== "";
    const jobOf = (kind: string, messageId: number): NewJob => ({
      kind,
      payload: JSON.stringify({ messageId }),
      runAt: at,
    });
    const kept = await store.left(left);
    const message =
      kept ??
      (await store.add(
        {
          ...left,
          durationMs: sound.durationMs,
          sound: sound.id,
          texts,
          translationLanguage: wanted.translate ? wanted.translationLanguage : "",
        },
        (id) => [
          ...(isPending ? [jobOf(MESSAGE_TEXTS_JOB.name, id)] : []),
          ...(isTold ? [jobOf(MESSAGE_NOTICE_JOB.name, id)] : []),
          ...jobsFor({ ...left, id, durationMs: sound.durationMs }),
        ],
      ));
    await sounds.hold(sound.id, { kind: "voicemail", id: String(message.id), account: soundAccount(boxId) });
    jobs.wake();
    feed.changed(new Set([boxId]));
    if (kept === undefined) feed.left(message);
    return message;
  };
}
