import { AppError } from "@callpanel/contract";
import type { SoundStore } from "../../kernel/files/sound-store.port.ts";
import { createKeyedQueue } from "../../kernel/concurrency/keyed-queue.ts";
import type { NumberEntry } from "../directory/index.ts";
import { SpeechRefusal, type Speech, type SpeechOrder } from "../speech/index.ts";
import {
  needsNewSound,
  speechOrderOf,
  type Announcement,
  type AnnouncementChange,
  type AnnouncementDraft,
  type AnnouncementTexts,
} from "./announcements.model.ts";
import type { AnnouncementStore } from "./announcements.store.ts";

export interface AnnouncementServiceDeps {
  readonly store: AnnouncementStore;
  readonly sounds: Pick<SoundStore, "takeUpload" | "scratch" | "heldBy" | "release">;
  readonly speech: Pick<Speech, "textToSpeech">;
  /** All numbers of a realm. */
  readonly numbersOf: (realmId: number) => Promise<readonly NumberEntry[]>;
  /** Whether a number already has a meaning: a slot, an emergency service. */
  readonly isTaken: (realm: Realm, number: string) => Promise<boolean>;
}

export interface Realm {
  readonly id: number;
  readonly name: string;
}

/** Announcements and their sounds. Changes of one announcement run one after the other. */
export function createAnnouncementService(deps: AnnouncementServiceDeps) {
  const { store, sounds, speech, numbersOf, isTaken } = deps;
  const inTurn = createKeyedQueue();
  const change = <T>(id: number, run: () => Promise<T>): Promise<T> => inTurn(String(id), run);

  const found = async ({ id: realmId }: Realm, id: number): Promise<Announcement> => {
    const announcement = await store.find(realmId, id);
    if (announcement === undefined) throw gone();
    return announcement;
  };

  /** Stores a new sound, then releases the old one, so that a failure changes nothing (ANN-4). */
  const replaceSound = async (
    realm: Realm,
    id: number,
    { upload, accepts, changes }: Upload & { readonly changes: AnnouncementChange },
  ): Promise<Announcement> => {
    const holder = { kind: "announcement", id: String(id) } as const;
    const kept = await sounds.takeUpload(upload, { accepts, mostMs: MOST_MS, holder });
    const changed = await store.change(realm.id, id, { ...changes, sound: kept });
    if (changed === undefined) {
      await sounds.release(holder);
      throw gone();
    }
    for (const { id: held } of await sounds.heldBy(holder)) if (held !== kept.id) await sounds.release(holder, held);
    return changed;
  };

  const spoken = <T>(texts: AnnouncementTexts, use: (path: string) => Promise<T>, signal?: AbortSignal): Promise<T> => {
    const { textToSpeech } = speech;
    if (textToSpeech === undefined) throw new AppError("announcements.noEngine");
    if (texts.text.trim() === "") throw new AppError("announcements.textNeeded");
    const order: SpeechOrder = speechOrderOf(texts);
    return sounds.scratch(async (path) => {
      await textToSpeech.speak(order, { path, ...(signal === undefined ? {} : { signal }) }).catch((error: unknown) => {
        if (!(error instanceof SpeechRefusal)) throw error;
        const code = error.reason === "markup" ? "announcements.markup" : "announcements.notSpoken";
        throw new AppError(code, {}, { cause: error });
      });
      return use(path);
    });
  };

  const checkDestination = async (realm: Realm, number: string | undefined, own: string): Promise<void> => {
    if (number === undefined || number === "") return;
    const entries = await numbersOf(realm.id);
    // An announcement that leads to itself would never end.
    if (number === own || !entries.some((entry) => entry.number === number && entry.kind !== "did"))
      throw new AppError("announcements.postDestination", { number });
  };

  return {
    find: found,

    add: async (realm: Realm, draft: AnnouncementDraft): Promise<Announcement> => {
      await checkDestination(realm, draft.postDestination, draft.number);
      if (await isTaken(realm, draft.number)) throw new AppError("announcements.number", { number: draft.number });
      const add = async (): Promise<Announcement> => {
        const added = await store.add(realm.id, draft);
        if (added === undefined) throw new AppError("announcements.number", { number: draft.number });
        return added;
      };
      if (draft.text.trim() === "") return add();
      return spoken(draft, async (path) => {
        const { id } = await add();
        try {
          return await replaceSound(realm, id, { upload: { path }, accepts: ["wav"], changes: {} });
        } catch (error) {
          await store.remove(realm.id, id);
          throw error;
        }
      });
    },

    change: (realm: Realm, id: number, changes: AnnouncementChange): Promise<Announcement> =>
      change(id, async () => {
        const before = await found(realm, id);
        await checkDestination(realm, changes.postDestination, before.number);
        const after = { ...before, ...changes };
        if (after.text.trim() === "" && before.text !== "") throw new AppError("announcements.textNeeded");
        if (needsNewSound(before, after))
          return spoken(after, (path) => replaceSound(realm, id, { upload: { path }, accepts: ["wav"], changes }));
        const changed = await store.change(realm.id, id, changes);
        if (changed === undefined) throw gone();
        return changed;
      }),

    upload: (realm: Realm, id: number, read: () => Promise<Uint8Array>): Promise<Announcement> =>
      change(id, async () => {
        await found(realm, id);
        return replaceSound(realm, id, { upload: await read(), accepts: ["wav", "mp3"], changes: { text: "" } });
      }),

    remove: (realm: Realm, id: number): Promise<void> =>
      change(id, async () => {
        if (!(await store.remove(realm.id, id))) throw gone();
        await sounds.release({ kind: "announcement", id: String(id) });
      }),

    /** A text as WAV, which is not stored. */
    preview: (texts: AnnouncementTexts, read: (path: string) => Promise<Uint8Array>, signal?: AbortSignal) =>
      spoken(texts, read, signal),

    voices: async () => ({
      engine: speech.textToSpeech?.engine ?? null,
      voices: (await speech.textToSpeech?.voices()) ?? [],
    }),
  };
}

interface Upload {
  readonly upload: Parameters<SoundStore["takeUpload"]>[0];
  readonly accepts: Parameters<SoundStore["takeUpload"]>[1]["accepts"];
}

/** Limit for a caller's patience. */
const MOST_MS = 3_600_000;

const gone = (): AppError => new AppError("announcements.notFound");
