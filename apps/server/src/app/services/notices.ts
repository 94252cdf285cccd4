import type { Bus } from "../../kernel/bus/bus.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Log } from "../../kernel/log.ts";
import type { Shutdown } from "../../kernel/shutdown.ts";
import type { Chat } from "../../modules/chat/index.ts";
import { contactNamesOf } from "../../modules/contacts/index.ts";
import {
  createChoices,
  createMessagePushes,
  startTelephoneTexts,
  type MessagePushes,
} from "../../modules/notices/index.ts";
import type { PushService } from "../../modules/push/index.ts";
import { ownerOf } from "../../modules/sms/index.ts";
import { pushTopicOf } from "../../modules/telephony/index.ts";
import type { RunningPhone } from "./phone.ts";
import type { Stores } from "./storage.ts";

export interface NoticesDeps {
  readonly stores: Pick<Stores, "notices" | "chat" | "chatPresence" | "personalSettings" | "users" | "contacts">;
  readonly chat: Pick<Chat, "onWork" | "onLost" | "presences">;
  readonly pushes: PushService;
  readonly running: Pick<RunningPhone, "handlings" | "phone">;
  readonly bus: Pick<Bus, "subscribe">;
  readonly clock: Clock;
  readonly log: Log;
  readonly shutdown: Shutdown;
}

/** Notifications of messages, for people without an open page. */
export function startMessagePushes(deps: NoticesDeps): MessagePushes {
  const { stores, chat, pushes, running, clock, log, shutdown } = deps;
  const choicesOf = createChoices({
    settings: stores.personalSettings,
    presences: stores.chatPresence,
    doNotDisturb: (userId) => running.handlings.of(userId).doNotDisturb,
  });
  const notices = createMessagePushes({
    store: stores.notices,
    chat: stores.chat,
    pushes,
    choicesOf,
    contactName: async (userId, number) => {
      const reader = await ownerOf(stores.users, userId);
      return reader && (await contactNamesOf(stores.contacts, reader, [number])).get(number)?.name;
    },
    topicOf: pushTopicOf,
    clock,
    log,
  });
  shutdown.add(notices.stop);
  shutdown.add(startTelephoneTexts({ ...stores, choicesOf, texts: running.phone.texts, bus: deps.bus, clock, log }));
  shutdown.add(chat.onWork(notices));
  shutdown.add(
    chat.onLost(({ userId, heardAt }) => {
      void chat.presences.settled(userId).then(() => notices.lost(userId, heardAt));
    }),
  );
  return notices;
}
