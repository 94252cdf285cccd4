import { IconMessageCircle } from "@callpanel/ui";
import { lazy } from "react";
import { provide } from "../../shared/feature.ts";
import type { FeaturePanel, PanelFeature } from "../../shared/feature.ts";
import { SHARE_DESK } from "../../shared/chat/shareDesk.ts";
import type { SharedSound } from "../../shared/chat/shareDesk.ts";
import { CHAT } from "../../shared/live/chat.ts";
import { SMS } from "../../shared/live/sms.ts";
import { createStore } from "../../shared/store.ts";
import type { Readable } from "../../shared/store.ts";
import { whenSignedIn } from "../../shared/viewer.ts";
import { ChatLayer } from "./ChatLayer.tsx";
import { callOf } from "./presence/callOf.ts";
import { createIdle } from "./presence/idle.store.ts";
import { STATUS_DESK } from "./presence/status.desk.ts";
import type { StatusTask } from "./presence/status.desk.ts";
import { createChat } from "./state/chat.service.ts";
import type { ChatRun } from "./state/chat.service.ts";
import { createSms } from "./sms/state/sms.service.ts";
import type { SmsRun } from "./sms/state/sms.service.ts";

/** One's own presence, for the account menu. */
export const PresenceItems = lazy(async () => ({
  default: (await import("./presence/PresenceItems.tsx")).PresenceItems,
}));

/** One's own status, for the toolbar. */
export const StatusMenu = lazy(async () => ({ default: (await import("./presence/StatusMenu.tsx")).StatusMenu }));

/** Channels, groups and direct messages (spec 1 §2, docs/spec/chat-page.md). */
export const chat: PanelFeature = {
  menu: {
    area: "chats",
    icon: IconMessageCircle,
    badge: (panel) => sumOf(CHAT.of(panel).unread, SMS.of(panel).unread),
  },
  pages: {
    chats: async () => {
      const { ChatScreen, readyChat } = await import("./ChatScreen.tsx");
      readyChat(document);
      return { Screen: ChatScreen };
    },
  },
  finder: { needs: ["chatsRead"], load: async () => (await import("./chat.find.ts")).findInChat },
  Layer: ChatLayer,
  provides: [
    provide(
      CHAT,
      (panel) =>
        createChat({
          ...panel,
          idle: createIdle({ ...panel, onCall: callOf(panel.softphone) }),
          onRefused: (code, text) => panel.notices.error(panel.words.get().say({ code, details: {}, text })),
        }),
      start,
    ),
    provide(STATUS_DESK, () => createStore<StatusTask | null, StatusTask | null>(null, (_, next) => next)),
    provide(SHARE_DESK, () => createStore<SharedSound | null, SharedSound | null>(null, (_, next) => next)),
    provide(SMS, createSms, startSms),
  ],
};

/** SMSUI-2: the badge of the menu counts messages of chat and text messages. */
function sumOf(one: Readable<number>, other: Readable<number>): Readable<number> {
  return {
    get: () => one.get() + other.get(),
    subscribe(listener) {
      const leave = [one.subscribe(listener), other.subscribe(listener)];
      return () => {
        for (const stop of leave) stop();
      };
    },
  };
}

function startSms(run: SmsRun, { signedIn, connectivity, events }: FeaturePanel): () => void {
  const stop = whenSignedIn(signedIn, ({ flags, user }) => (flags.chatsRead ? run.start(user.id) : null));
  const resume = () => {
    if (connectivity.get() && events.get().phase === "open") run.resume();
  };
  const leave = [connectivity.subscribe(resume), events.subscribe(resume)];
  return () => {
    for (const stopOne of leave) stopOne();
    stop();
  };
}

function start(run: ChatRun, { ahead, signedIn, connectivity }: FeaturePanel): () => void {
  const stop = whenSignedIn(signedIn, ({ flags, user }) => (flags.chatsRead ? run.start(user.id) : null));
  const leave = connectivity.subscribe(() => {
    if (connectivity.get()) run.retry();
  });
  const unprepare = ahead.on("chats", ({ roomId }) => (roomId === undefined ? undefined : run.prepare(roomId)));
  return () => {
    unprepare();
    leave();
    stop();
  };
}
