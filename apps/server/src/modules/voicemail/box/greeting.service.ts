import {
  AppError,
  GREETING_TYPES,
  type BodyOf,
  type BoxGreeting,
  type GreetingType,
  type speakGreeting,
  type VoicemailGreeting,
} from "@callpanel/contract";
import type { Caller } from "../../../kernel/http/caller.ts";
import type { Clock } from "../../../kernel/clock.ts";
import { newId, type RandomBytes } from "../../../kernel/secrets/secrets.ts";
import type { SoundHolder, SoundId, SoundStore, StoredSound } from "../../../kernel/files/sound-store.port.ts";
import { SpeechRefusal, type Speech, type SpeechOrder } from "../../speech/index.ts";
import type { UserStore } from "../../users/index.ts";
import { spokenTo } from "./box.model.ts";
import { archiveName } from "../message.service.ts";
import { soundAccount } from "./box-room.ts";
import { NEW_BOX, type StoredGreeting } from "../voicemail.model.ts";
import { mayReadBox, mayWriteBox } from "../voicemail.policy.ts";
import type { VoicemailStore } from "../voicemail.store.ts";

export interface GreetingServiceDeps {
  readonly store: VoicemailStore;
  readonly users: Pick<UserStore, "byId">;
  readonly sounds: Pick<SoundStore, "take" | "takeUpload" | "scratch" | "hold" | "release">;
  readonly speech: Speech;
  readonly clock: Clock;
  readonly random: RandomBytes;
}

/** VM-37: limit, so that the list stays clear. */
const ARCHIVED_OF_A_KIND = 20;
/** Callers do not wait longer for the tone. */
const LONGEST_GREETING_MS = 300_000;

export type GreetingService = ReturnType<typeof createGreetingService>;
type Spoken = BodyOf<typeof speakGreeting>;
type Place = { readonly boxId: number; readonly type: GreetingType };

/** The four greetings of a box: one active of each kind, and the archived ones. */
export function createGreetingService(deps: GreetingServiceDeps) {
  const { store, sounds, speech, clock, random } = deps;

  const list = async (caller: Caller, { boxId, type }: Place): Promise<BoxGreeting> => {
    const greetings = (await store.greetings(boxId, type)).map((one) => ({ one, shown: presentGreeting(one) }));
    return {
      type,
      greeting: greetings.find(({ one }) => one.archiveName === null)?.shown ?? null,
      archived: greetings.filter(({ one }) => one.archiveName !== null).map(({ shown }) => shown),
      may_write: mayWriteBox(caller, boxId),
    };
  };

  const inUse = async ({ boxId, type }: Place): Promise<StoredGreeting | undefined> =>
    (await store.greetings(boxId, type)).find(({ archiveName: name }) => name === null);

  const letGo = async ({ id }: StoredGreeting): Promise<void> => {
    await store.removeGreeting(id);
    await sounds.release(holderOf(id));
  };

  /**
   * Makes a sound that is already held the active greeting, and adds the greeting as a holder; the earlier greeting is
   * removed.
   */
  const putInUse = async (greeting: Parameters<VoicemailStore["useGreeting"]>[0]): Promise<void> => {
    const { greeting: made, replaced } = await store.useGreeting(greeting);
    await sounds.hold(made.sound, { ...holderOf(made.id), account: soundAccount(made.boxId) });
    if (replaced !== undefined) await sounds.release(holderOf(replaced.id));
  };

  /** Holds a sound until it is in use. */
  const take = async (
    { boxId, type }: Place,
    spoken: StoredGreeting["spoken"],
    store: (holder: SoundHolder) => Promise<StoredSound>,
  ): Promise<void> => {
    const holder = { kind: "greeting", id: `new-${newId(random)}`, account: soundAccount(boxId) } as const;
    const { id: sound, durationMs } = await store(holder);
    try {
      await putInUse({ boxId, type, sound, durationMs, madeAt: clock.now(), spoken });
    } finally {
      await sounds.release(holder);
    }
  };
  const takeUpload = (place: Place, upload: Uint8Array | { readonly path: string }, spoken: StoredGreeting["spoken"]) =>
    take(place, spoken, (holder) =>
      sounds.takeUpload(upload, { accepts: ["wav"], mostMs: LONGEST_GREETING_MS, holder }),
    );

  const { audible, writable } = createGreetingAccess(deps);

  return {
    list,
    audible,

    upload: async (caller: Caller, place: Place, bytes: Uint8Array): Promise<BoxGreeting> => {
      await takeUpload(place, bytes, null);
      return list(caller, place);
    },

    /** A greeting recorded by telephone, in a file that is moved into the store. */
    record: (place: Place, path: string): Promise<void> =>
      take(place, null, (holder) => sounds.take(path, { type: "audio/ogg", holder })),

    /** VM-36 */
    speak: async (caller: Caller, place: Place, { voice, ...spoken }: Spoken): Promise<BoxGreeting> => {
      const { textToSpeech } = speech;
      if (textToSpeech === undefined) throw new AppError("vmail.greeting.noSpeech");
      const text = spoken.text.trim();
      if (text === "") throw new AppError("vmail.greeting.textEmpty");
      const { settings } = (await store.box(place.boxId)) ?? { settings: NEW_BOX };
      const order: SpeechOrder = {
        text,
        textType: "text",
        language: spokenTo(settings),
        ...(voice === "" ? {} : { voice }),
        speed: spoken.speed,
        pitch: SEMITONES_AN_OCTAVE * Math.log2(spoken.pitch),
        volumeGainDb: DB_A_TENFOLD * Math.log10(spoken.volume),
      };
      await sounds.scratch(async (path) => {
        await textToSpeech.speak(order, { path }).catch((error: unknown) => {
          if (!(error instanceof SpeechRefusal)) throw error;
          throw new AppError("vmail.greeting.notSpoken", {}, { cause: error });
        });
        await takeUpload(place, { path }, { text, voice });
      });
      return list(caller, place);
    },

    /** The active spoken greeting, and the available voices. */
    speech: async (place: Place) => ({
      available: speech.textToSpeech !== undefined,
      voices: ((await speech.textToSpeech?.voices()) ?? []).map(({ name, languages }) => ({
        id: name,
        name,
        language: languages[0] ?? "",
      })),
      spoken: (await inUse(place))?.spoken ?? null,
    }),

    soundInUse: async (place: Place): Promise<SoundId | undefined> => (await inUse(place))?.sound,

    drop: async (place: Place): Promise<void> => {
      const greeting = await inUse(place);
      if (greeting !== undefined) await letGo(greeting);
    },

    /** VM-35: back to the default greeting. */
    reset: async (caller: Caller, place: Place, which: "any" | "spoken"): Promise<BoxGreeting> => {
      const greeting = await inUse(place);
      if (greeting !== undefined && (which === "any" || greeting.spoken !== null)) await letGo(greeting);
      return list(caller, place);
    },

    /** VM-37: archives the active greeting under a name; then the default one is active. */
    archive: async (caller: Caller, id: number, name: string): Promise<void> => {
      const { boxId, type } = await writable(caller, id);
      const archived = (await store.greetings(boxId, type)).filter((kept) => kept.archiveName !== null);
      if (archived.some((kept) => kept.id === id)) throw new AppError("vmail.isArchived");
      if (archived.length >= ARCHIVED_OF_A_KIND)
        throw new AppError("vmail.greeting.tooMany", { limit: ARCHIVED_OF_A_KIND });
      await store.archiveGreeting(id, archiveName(name));
    },

    /** VM-37: makes an archived greeting active, as any of the four. */
    restore: async (caller: Caller, id: number, as: string): Promise<void> => {
      const greeting = await writable(caller, id);
      const type = GREETING_TYPES.find((known) => known === as);
      if (type === undefined) throw new AppError("request.invalid", { detail: "body.folder: one of the greetings" });
      if (greeting.archiveName === null) throw new AppError("vmail.notArchived");
      await putInUse({ ...greeting, type });
      await letGo(greeting);
    },

    /** Removes an archived greeting, or resets the active one. */
    remove: async (caller: Caller, id: number): Promise<void> => letGo(await writable(caller, id)),
  };
}

/** Greetings by their ids, for those who may hear or change them. */
function createGreetingAccess({ store, users }: Pick<GreetingServiceDeps, "store" | "users">) {
  /** A greeting of this company by its id. */
  const audible = async (caller: Caller, id: number): Promise<StoredGreeting> => {
    const greeting = await store.greeting(id);
    const user = greeting === undefined ? undefined : await users.byId(greeting.boxId);
    const isKnown = greeting !== undefined && user?.realm.id === caller.realm.id;
    if (!isKnown || !mayReadBox(caller, greeting.boxId)) throw new AppError("vmail.greeting.none");
    return greeting;
  };
  const writable = async (caller: Caller, id: number): Promise<StoredGreeting> => {
    const greeting = await audible(caller, id);
    if (!mayWriteBox(caller, greeting.boxId)) throw new AppError("request.forbidden");
    return greeting;
  };

  return { audible, writable };
}

const SEMITONES_AN_OCTAVE = 12;
const DB_A_TENFOLD = 20;

const holderOf = (id: number) => ({ kind: "greeting", id: String(id) }) as const;

const presentGreeting = ({ id, durationMs, madeAt, archiveName: name, spoken }: StoredGreeting): VoicemailGreeting => ({
  id: `g${id}`,
  duration: Math.round(durationMs / 1_000),
  time: madeAt,
  archive_name: name,
  text: spoken?.text ?? null,
});
