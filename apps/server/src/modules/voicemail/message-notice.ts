import { isEmailAddress } from "@callpanel/contract";
import * as z from "zod/mini";
import type { Clock } from "../../kernel/clock.ts";
import type { JobKind } from "../../kernel/jobs/job.model.ts";
import type { Jobs } from "../../kernel/jobs/jobs.ts";
import type { SoundStore } from "../../kernel/files/sound-store.port.ts";
import type { Mailer } from "../mail/index.ts";
import type { SmsGateway } from "../sms/index.ts";
import { displayName, type User, type UserStore } from "../users/index.ts";
import type { MessageWrites } from "./message-writes.ts";
import { noticeMail, pagerText } from "./notice-words.ts";
import { NEW_BOX, type StoredMessage } from "./voicemail.model.ts";
import type { VoicemailStore } from "./voicemail.store.ts";

/** Notifies a box's owner of a message by mail and pager. */
export const MESSAGE_NOTICE_JOB: JobKind<{ messageId: number; paged?: boolean | undefined }> = {
  name: "voicemail.notice",
  payload: z.object({ messageId: z.int(), paged: z.optional(z.boolean()) }),
};

export interface MessageNoticeDeps {
  readonly jobs: Pick<Jobs, "add" | "work">;
  readonly store: VoicemailStore;
  readonly users: Pick<UserStore, "byId">;
  readonly sounds: Pick<SoundStore, "inFormat" | "read">;
  readonly writes: Pick<MessageWrites, "erase">;
  readonly mailer: Mailer;
  /** Undefined: there is no gateway. */
  readonly sendSms: SmsGateway["send"] | undefined;
  readonly timeZone: string;
  readonly clock: Clock;
}

/** VM-54: how long a mail waits for the texts of a message. */
const WORDS_WAIT_MS = 120_000;
const LOOK_AGAIN_MS = 3_000;
/** Common limit of mail servers, minus the overhead of base64. */
const ATTACHED_BYTES = 10_000_000;

/** Notifies owners of their messages from now on, until `jobs` stops (VM-53, VM-54). */
export function notifyOfMessages(deps: MessageNoticeDeps): void {
  const { jobs, store, users, writes, clock } = deps;
  jobs.work(MESSAGE_NOTICE_JOB, async ({ messageId, paged = false }) => {
    const [message] = await store.byIds([messageId]);
    const user = message === undefined ? undefined : await users.byId(message.boxId);
    // PEOPLE-3: what a suspended person is not notified of waits in the box.
    if (message === undefined || user === undefined || user.suspended) return;
    const { settings } = (await store.box(message.boxId)) ?? { settings: NEW_BOX };
    if (!paged && settings.pager !== "") await page(deps, { message, user, pager: settings.pager });
    if (settings.email === "") return;
    const isPending = Object.values(message.texts).some(({ state }) => state === "pending");
    if (isPending && clock.now() - message.at < WORDS_WAIT_MS)
      return jobs.add(MESSAGE_NOTICE_JOB, { messageId, paged: true }, { runAt: clock.now() + LOOK_AGAIN_MS });
    const sound = settings.attach ? await soundOf(deps, message) : undefined;
    const { language, email } = settings;
    await deps.mailer.send({
      to: { name: displayName(user), address: email },
      ...noticeMail(message, { language, timeZone: deps.timeZone, mailbox: user.extension }),
      ...(sound === undefined ? {} : { attachments: [sound] }),
    });
    // VM-55: a message whose sound could not be attached is not deleted.
    if (settings.deletevm && sound !== undefined) await writes.erase([message]);
  });
}

async function page(
  { mailer, sendSms }: MessageNoticeDeps,
  { message, user, pager }: { readonly message: StoredMessage; readonly user: User; readonly pager: string },
): Promise<void> {
  const text = pagerText(message);
  if (isEmailAddress(pager)) {
    const to = { name: displayName(user), address: pager };
    await mailer.send({ to, locale: "en-US", subject: text, parts: [{ kind: "text", text }] });
  } else await sendSms?.({ to: pager.replace(/[^\d+]/g, ""), text });
}

async function soundOf({ sounds }: MessageNoticeDeps, message: StoredMessage) {
  const sound = await sounds.inFormat(message.sound, "mp3");
  if (sound === undefined || sound.bytes > ATTACHED_BYTES) return undefined;
  const content = await sounds.read(sound.id);
  if (content === undefined) return undefined;
  const parts: Uint8Array[] = [];
  for await (const part of content) parts.push(part);
  return { name: `voicemail-${message.id}.mp3`, type: "audio/mpeg", bytes: Buffer.concat(parts) };
}
