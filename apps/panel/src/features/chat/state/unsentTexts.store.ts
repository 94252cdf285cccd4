import type { Clock } from "../../../shared/clock.ts";
import type { TextStorage } from "../../../shared/storage.ts";
import { createStore } from "../../../shared/store.ts";

/** A text that was not sent, and where it was written. The greater version replaces the other. */
export interface UnsentText {
  readonly place: string;
  readonly text: string;
  readonly version: number;
}

const SAVE_AFTER_MS = 1_500;

export interface UnsentTextsDeps {
  readonly clock: Clock;
  readonly storage: TextStorage;
  /** Where this browser keeps those of a person. */
  readonly keyOf: (userId: number) => string;
  /** That the server stores. */
  readonly mostChars: number;
  readonly load: () => Promise<readonly UnsentText[]>;
  /** @returns what the server keeps, which may be a later one */
  readonly save: (unsent: UnsentText) => Promise<UnsentText>;
}

/** CHATUI-3, SMSUI-6: unsent texts by place, at once in this browser and a moment later on the server; the later one wins. */
export function createUnsentTexts({ clock, storage, keyOf, mostChars, load, save }: UnsentTextsDeps) {
  const known = new Map<string, UnsentText>();
  const texts = createStore<ReadonlyMap<string, string>, ReadonlyMap<string, string>>(new Map(), (_, next) => next);
  const cancels = new Map<string, () => void>();
  let key: string | null = null;

  const show = () => {
    const kept = [...known.values()].filter(({ text }) => text !== "");
    texts.dispatch(new Map(kept.map(({ place, text }) => [place, text])));
    if (key !== null) storage.set(key, JSON.stringify(kept));
  };
  const take = (unsent: UnsentText): boolean => {
    if ((known.get(unsent.place)?.version ?? -1) >= unsent.version) return false;
    known.set(unsent.place, unsent);
    return true;
  };
  const arrived = (unsent: UnsentText) => {
    if (take(unsent)) show();
  };
  const send = (place: string) => {
    cancels.delete(place);
    const unsent = known.get(place);
    // Without the server the text stays in this browser; the next one brings it along.
    if (unsent === undefined) return;
    // The rest of a text that is too long to be sent stays in this browser: it is for the person to shorten it.
    save({ ...unsent, text: unsent.text.slice(0, mostChars) }).then(arrived, () => undefined);
  };
  return {
    get: texts.get,
    subscribe: texts.subscribe,
    keep(place: string, text: string) {
      if ((known.get(place)?.text ?? "") === text) return;
      const version = Math.max(clock.now(), (known.get(place)?.version ?? 0) + 1);
      known.set(place, { place, text, version });
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
        (loaded) => {
          for (const unsent of loaded) arrived(unsent);
        },
        () => undefined,
      );
    },
    begin(userId: number) {
      key = keyOf(userId);
      known.clear();
      for (const unsent of parse(storage.get(key))) take(unsent);
      show();
    },
    stop() {
      for (const cancel of cancels.values()) cancel();
      for (const place of cancels.keys()) send(place);
      cancels.clear();
    },
  };
}

function parse(text: string | null): readonly UnsentText[] {
  if (text === null) return [];
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.filter(isUnsent) : [];
  } catch {
    return [];
  }
}

const isUnsent = (one: unknown): one is UnsentText =>
  typeof one === "object" &&
  one !== null &&
  "place" in one &&
  typeof one.place === "string" &&
  "text" in one &&
  typeof one.text === "string" &&
  "version" in one &&
  typeof one.version === "number";
