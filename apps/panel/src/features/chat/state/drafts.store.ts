import { chatDraftSchema, CHAT_LIMITS } from "@callpanel/contract";
import type { ChatDraft } from "@callpanel/contract";
import type { Clock } from "../../../shared/clock.ts";
import type { ChatDrafts } from "../../../shared/live/chat.ts";
import type { TextStorage } from "../../../shared/storage.ts";
import { createStore } from "../../../shared/store.ts";

const keyOf = (userId: number) => `callpanel_chat_drafts_${userId}`;
const SAVE_AFTER_MS = 1_500;

export interface DraftsDeps {
  readonly clock: Clock;
  readonly storage: TextStorage;
  readonly load: () => Promise<readonly ChatDraft[]>;
  readonly save: (draft: ChatDraft) => Promise<ChatDraft>;
}

const placeOf = (room: string, thread: number | null | undefined) => `${room}/${thread ?? ""}`;

/** CHATUI-3: unsent texts, at once in this browser and a moment later on the server; the later one wins. */
export function createDrafts({ clock, storage, load, save }: DraftsDeps) {
  const known = new Map<string, ChatDraft>();
  const texts = createStore<ReadonlyMap<string, string>, ReadonlyMap<string, string>>(new Map(), (_, next) => next);
  const cancels = new Map<string, () => void>();
  let key: string | null = null;

  const show = () => {
    const kept = [...known].filter(([, { text }]) => text !== "");
    texts.dispatch(new Map(kept.map(([place, { text }]) => [place, text])));
    if (key !== null) storage.set(key, JSON.stringify(kept.map(([, draft]) => draft)));
  };
  const take = (draft: ChatDraft): boolean => {
    const place = placeOf(draft.room, draft.thread);
    if ((known.get(place)?.version ?? -1) >= draft.version) return false;
    known.set(place, draft);
    return true;
  };
  const arrived = (draft: ChatDraft) => {
    if (take(draft)) show();
  };
  const send = (place: string) => {
    cancels.delete(place);
    const draft = known.get(place);
    // Without the server the draft stays in this browser; the next one brings it along.
    if (draft !== undefined) save(draft).then(arrived, () => undefined);
  };
  return {
    get: texts.get,
    subscribe: texts.subscribe,
    of: (room: string, thread?: number) => texts.get().get(placeOf(room, thread)) ?? "",
    keep(room: string, thread: number | undefined, text: string) {
      const place = placeOf(room, thread);
      if ((known.get(place)?.text ?? "") === text) return;
      const version = Math.max(clock.now(), (known.get(place)?.version ?? 0) + 1);
      known.set(place, { room, thread: thread ?? null, text: text.slice(0, CHAT_LIMITS.textChars), version });
      show();
      cancels.get(place)?.();
      cancels.set(
        place,
        clock.setTimeout(() => send(place), SAVE_AFTER_MS),
      );
    },
    arrived,
    reload() {
      load().then(
        (drafts) => {
          for (const draft of drafts) arrived(draft);
        },
        () => undefined,
      );
    },
    begin(userId: number) {
      key = keyOf(userId);
      for (const draft of parse(storage.get(key))) take(draft);
      show();
    },
    stop() {
      for (const cancel of cancels.values()) cancel();
      for (const place of cancels.keys()) send(place);
      cancels.clear();
    },
  } satisfies ChatDrafts & Record<string, unknown>;
}

function parse(text: string | null): readonly ChatDraft[] {
  if (text === null) return [];
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.flatMap((one) => chatDraftSchema.safeParse(one).data ?? []) : [];
  } catch {
    return [];
  }
}
