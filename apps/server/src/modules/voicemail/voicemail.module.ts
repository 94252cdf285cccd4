import type { KernelServices, ServerModule } from "../../kernel/server-module.ts";
import type { ShareSound } from "../chat/index.ts";
import type { Mailer } from "../mail/index.ts";
import { makeMessageTexts, type Speech } from "../speech/index.ts";
import type { UserStore } from "../users/index.ts";
import type { MailboxFeed } from "./mailbox-feed.ts";
import { notifyOfMessages, type MessageNoticeDeps } from "./message-notice.ts";
import { messageRetention, soundsOfRemoved } from "./message-retention.ts";
import { createMessageWords } from "./message-words.ts";
import type { MessageWrites } from "./message-writes.ts";
import { createVoicemailRoutes } from "./voicemail.routes.ts";
import type { VoicemailStore } from "./voicemail.store.ts";

type Needs = Pick<KernelServices, "endpointServer" | "jobs" | "sounds" | "serveSound" | "clock" | "random"> & {
  readonly stores: { readonly voicemail: VoicemailStore; readonly users: UserStore };
  readonly messageWrites: MessageWrites;
  readonly mailboxes: Pick<MailboxFeed, "changed">;
  readonly speech: Speech;
  readonly mailer: Mailer;
  readonly sendSms: MessageNoticeDeps["sendSms"];
  readonly timeZone: string;
  readonly chat: { readonly shareSound: ShareSound };
  readonly keepMessagesDays: number | undefined;
};

/** Voicemail: messages, boxes and greetings. */
export const voicemailModule: ServerModule<Needs> = {
  routes: ({ stores: { voicemail: store, users }, messageWrites: writes, chat, ...needs }) => [
    createVoicemailRoutes({ ...needs, ...chat, store, users, writes }),
  ],
  retention: ({ stores: { voicemail: store }, messageWrites: writes, keepMessagesDays: days, sounds }) => [
    messageRetention({ days, store, writes }),
    soundsOfRemoved({ store, sounds }),
  ],
  jobs: ({ stores: { voicemail: store, users }, messageWrites: writes, mailboxes, speech, sounds, ...needs }) => {
    const { changed } = mailboxes;
    makeMessageTexts({ jobs: needs.jobs, speech, voicemail: createMessageWords({ store, sounds, changed }) });
    notifyOfMessages({ ...needs, store, users, sounds, writes });
  },
};
