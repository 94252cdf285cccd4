import { CHAT_LIMITS, listChatDrafts, saveChatDraft } from "@callpanel/contract";
import type { ChatDraft } from "@callpanel/contract";
import type { Api } from "../../../shared/api/api.ts";
import type { ChatDrafts } from "../../../shared/live/chat.ts";
import { createUnsentTexts } from "./unsentTexts.store.ts";
import type { UnsentText, UnsentTextsDeps } from "./unsentTexts.store.ts";

export type DraftsDeps = Pick<UnsentTextsDeps, "clock" | "storage"> & { readonly api: Pick<Api, "call"> };

const placeOf = (room: string, thread: number | null | undefined) => `${room}/${thread ?? ""}`;

const unsentOf = ({ room, thread, text, version }: ChatDraft): UnsentText => ({
  place: placeOf(room, thread),
  text,
  version,
});

function draftOf({ place, text, version }: UnsentText): ChatDraft {
  const [room = "", thread = ""] = place.split("/");
  return { room, thread: thread === "" ? null : Number(thread), text, version };
}

/** CHATUI-3: unsent texts of rooms and threads. */
export function createDrafts({ api, ...deps }: DraftsDeps) {
  const texts = createUnsentTexts({
    ...deps,
    keyOf: (userId) => `callpanel_chat_drafts_${userId}`,
    mostChars: CHAT_LIMITS.textChars,
    load: async () => (await api.call(listChatDrafts, {})).data.map(unsentOf),
    save: async (unsent) => unsentOf(await api.call(saveChatDraft, { body: draftOf(unsent) })),
  });
  return {
    ...texts,
    of: (room: string, thread?: number) => texts.get().get(placeOf(room, thread)) ?? "",
    keep: (room: string, thread: number | undefined, text: string) => texts.keep(placeOf(room, thread), text),
    arrived: (draft: ChatDraft) => texts.arrived(unsentOf(draft)),
  } satisfies ChatDrafts & Record<string, unknown>;
}
