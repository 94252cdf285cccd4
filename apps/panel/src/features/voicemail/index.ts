import { IconRecordMail } from "@callpanel/ui";
import type { PanelFeature } from "../../shared/feature.ts";

export { createUnreadVoicemail } from "./unread.store.ts";
export { voicemailReload } from "./voicemail.reload.ts";

/** Messages that callers left, and the mailbox's settings (spec 1 §2). */
export const voicemail: PanelFeature = {
  area: "voicemails",
  icon: IconRecordMail,
  pages: { voicemails: async () => ({ Screen: (await import("./VoicemailScreen.tsx")).VoicemailScreen }) },
  badge: ({ unreadVoicemail }) => unreadVoicemail,
};
