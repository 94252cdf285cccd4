import { IconMessageCircle } from "@callpanel/ui";
import { lazy } from "react";
import { provide } from "../../shared/feature.ts";
import type { FeaturePanel, PanelFeature } from "../../shared/feature.ts";
import { CHAT } from "../../shared/live/chat.ts";
import { whenSignedIn } from "../../shared/viewer.ts";
import { ChatNotices } from "./notices/ChatNotices.tsx";
import { createChat } from "./state/chat.service.ts";
import type { ChatRun } from "./state/chat.service.ts";

/** One's own presence, for the account menu. */
export const PresenceItems = lazy(async () => ({
  default: (await import("./presence/PresenceItems.tsx")).PresenceItems,
}));

/** The presence of a colleague, by username, for their picture. */
export const PersonPresence = lazy(async () => ({
  default: (await import("./presence/PersonPresence.tsx")).PersonPresence,
}));

/** Channels, groups and direct messages (spec 1 §2, docs/spec/chat-page.md). */
export const chat: PanelFeature = {
  menu: { area: "chats", icon: IconMessageCircle, badge: (panel) => CHAT.of(panel).unread },
  pages: { chats: async () => ({ Screen: (await import("./ChatScreen.tsx")).ChatScreen }) },
  Layer: ChatNotices,
  provides: [
    provide(
      CHAT,
      (panel) =>
        createChat({
          ...panel,
          onRefused: (code, text) => panel.notices.error(panel.words.get().say({ code, details: {}, text })),
        }),
      start,
    ),
  ],
};

function start(run: ChatRun, { signedIn, connectivity }: FeaturePanel): () => void {
  const stop = whenSignedIn(signedIn, ({ flags, user }) => (flags.chatsRead ? run.start(user.id) : null));
  const leave = connectivity.subscribe(() => {
    if (connectivity.get()) run.retry();
  });
  return () => {
    leave();
    stop();
  };
}
