import { IconRecordMail } from "@callpanel/ui";
import { provide } from "../../shared/feature.ts";
import type { PanelFeature } from "../../shared/feature.ts";
import { reloadOn } from "../../shared/live/reload.ts";
import { UNREAD_VOICEMAIL } from "../../shared/live/unreadVoicemail.ts";
import { createUnreadVoicemail } from "./unread.store.ts";
import { voicemailReload } from "./voicemail.reload.ts";

/** Messages that callers left, and the mailbox's settings (spec 1 §2). */
export const voicemail: PanelFeature = {
  menu: { area: "voicemails", icon: IconRecordMail, badge: (panel) => UNREAD_VOICEMAIL.of(panel) },
  pages: { voicemails: async () => ({ Screen: (await import("./VoicemailScreen.tsx")).VoicemailScreen }) },
  finder: { needs: ["vmailsRead"], load: async () => (await import("./voicemail.find.ts")).findVoicemails },
  provides: [
    provide(
      UNREAD_VOICEMAIL,
      (panel) =>
        createUnreadVoicemail({
          api: panel.api,
          events: panel.events,
          user() {
            const viewer = panel.signedIn.get();
            return viewer?.flags.vmailsRead ? viewer.user : null;
          },
          startReload: () => reloadOn(panel, voicemailReload),
        }),
      (unread) => unread.start(),
    ),
  ],
};
