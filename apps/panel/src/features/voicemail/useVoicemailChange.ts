import type { Voicemail } from "@callpanel/contract";
import { useQueryClient } from "@tanstack/react-query";
import type { QueryClient } from "@tanstack/react-query";
import type { Api } from "../../shared/api/api.ts";
import { usePanel, useService } from "../../shared/panel.ts";
import { UNREAD_VOICEMAIL } from "../../shared/live/unreadVoicemail.ts";
import { useChange } from "../../shared/api/useChange.ts";
import { LIST_KEY, VOICEMAILS_KEY } from "./voicemail.reload.ts";
import { changes, messageQuery } from "./voicemail.api.ts";
import type { VoicemailPage } from "./voicemail.api.ts";
import { toggledRead } from "./voicemail.model.ts";

/** VMU-12: makes a change; afterwards the page is loaded again, also after a failure, which shows a notice. */
export function useVoicemailChange() {
  const unreadVoicemail = useService(UNREAD_VOICEMAIL);
  const client = useQueryClient();
  return useChange(() => {
    void client.invalidateQueries({ queryKey: VOICEMAILS_KEY });
    unreadVoicemail.refresh();
  });
}

/** VMU-13: the read toggle shows immediately, with the counter; both are reverted if the server refuses. */
export function useReadToggle(): (message: Voicemail) => void {
  const { api, viewer } = usePanel();
  const unreadVoicemail = useService(UNREAD_VOICEMAIL);
  const client = useQueryClient();
  const { run } = useVoicemailChange();
  return (message) => {
    const next = toggledRead(message);
    const by = next.isRead ? -1 : 1;
    const isOwn = message.mailbox === viewer.user.extension;
    const foresee = (shown: Voicemail, sign: 1 | -1) => {
      showMessage(client, api, shown, sign * by);
      if (isOwn) unreadVoicemail.change(sign * by);
    };
    foresee(next, 1);
    run({
      fallback: "vmail.toggleRead",
      change: (asked) =>
        (next.isRead ? changes.read(asked, message.id) : changes.unread(asked, message.id)).catch((error: unknown) => {
          foresee(message, -1);
          throw error;
        }),
      done: null,
    });
  };
}

/** Puts the expected message into every list that contains it, and updates the unread count. */
function showMessage(client: QueryClient, api: Api, message: Voicemail, unread: number): void {
  void client.cancelQueries({ queryKey: LIST_KEY });
  client.setQueriesData<VoicemailPage>({ queryKey: LIST_KEY }, (page) =>
    page?.data.some(({ id }) => id === message.id)
      ? {
          ...page,
          unread: Math.max(0, page.unread + unread),
          data: page.data.map((one) => (one.id === message.id ? message : one)),
        }
      : page,
  );
  client.setQueryData<Voicemail>(messageQuery(api, message.id).queryKey, (one) => (one === undefined ? one : message));
}
