import { IconMessageCircle } from "@callpanel/ui";
import { lazy } from "react";
import { provide } from "../../shared/feature.ts";
import type { PanelFeature } from "../../shared/feature.ts";
import { SHARE_DESK } from "../../shared/chat/shareDesk.ts";
import type { SharedSound } from "../../shared/chat/shareDesk.ts";
import { CHAT_PARTS } from "../../shared/live/chatParts.ts";
import { readLater } from "../../shared/live/readLater.ts";
import { createStore } from "../../shared/store.ts";
import type { Readable } from "../../shared/store.ts";
import { LaterChatLayer, provideChat } from "./chatLater.tsx";
import { STATUS_DESK } from "./presence/status.desk.ts";
import type { StatusTask } from "./presence/status.desk.ts";

/** The user's own presence, for the account menu. */
export const PresenceItems = lazy(async () => ({
  default: (await import("./presence/PresenceItems.tsx")).PresenceItems,
}));

/** The user's own status, for the toolbar. */
export const StatusMenu = lazy(async () => ({ default: (await import("./presence/StatusMenu.tsx")).StatusMenu }));

/** Channels, groups and direct messages (spec 1 §2, docs/spec/chat-page.md). */
export const chat: PanelFeature = {
  menu: {
    area: "chats",
    icon: IconMessageCircle,
    badge: (panel) => {
      const parts = CHAT_PARTS.of(panel);
      return sumOf(
        readLater(parts, (one) => one.chat.unread, 0),
        readLater(parts, ({ sms }) => sms.unread, 0),
      );
    },
  },
  pages: {
    chats: async () => {
      const [{ ChatScreen, readyChat }] = await Promise.all([import("./ChatScreen.tsx"), import("./chatParts.tsx")]);
      readyChat(document);
      return { Screen: ChatScreen };
    },
  },
  finder: { needs: ["chatsRead"], load: async () => (await import("./chat.find.ts")).findInChat },
  Layer: LaterChatLayer,
  provides: [
    provideChat,
    provide(STATUS_DESK, () => createStore<StatusTask | null, StatusTask | null>(null, (_, next) => next)),
    provide(SHARE_DESK, () => createStore<SharedSound | null, SharedSound | null>(null, (_, next) => next)),
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
