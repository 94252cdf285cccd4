import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { VOICEMAIL_CATEGORIES } from "@callpanel/contract";
import * as z from "zod/mini";
import type { SoundStore } from "../../kernel/files/sound-store.port.ts";
import type { Speech } from "../speech/index.ts";
import { soundAccount } from "./box/box-room.ts";
import { createDelivery } from "./delivery.ts";
import type { VoicemailStore } from "./voicemail.store.ts";

export interface DemoMessagesDeps {
  readonly voicemail: VoicemailStore;
  readonly sounds: Pick<SoundStore, "put" | "hold" | "release">;
}

interface DemoCompany {
  readonly people: ReadonlyArray<{
    readonly id: number;
    readonly extension: string;
    readonly firstName: string;
    readonly lastName: string;
  }>;
  /** Milliseconds since the epoch: the list has the age of each message. */
  readonly now: number;
  /** Folder of `voicemails.json` and its sounds; `node tools/demo-voicemails.mjs` makes them. */
  readonly folder: string;
}

const listSchema = z.array(
  z.object({
    file: z.string(),
    /** Extension of the owner. */
    box: z.string(),
    /** A colleague is given by extension. */
    from: z.object({ number: z.string(), name: z.string() }),
    minutesAgo: z.int(),
    place: z.union([
      z.object({ folder: z.enum(["inbox", "old"]) }),
      z.object({ folder: z.enum(["custom", "archived"]), name: z.string() }),
    ]),
    favorite: z.boolean(),
    text: z.string(),
    summary: z.string(),
    category: z.enum(VOICEMAIL_CATEGORIES),
  }),
);

const MINUTE_MS = 60_000;
/** The list contains the texts, so no engine is needed. */
const NO_ENGINES: Speech = {
  textToSpeech: undefined,
  speechToText: undefined,
  textAnalysis: undefined,
  translation: undefined,
};

/** VM-61: adds messages from before the first start to a new demo company. */
export async function seedDemoMessages(
  { voicemail, sounds }: DemoMessagesDeps,
  { people, now, folder }: DemoCompany,
): Promise<void> {
  const nobodyIsThere = (): void => undefined;
  const deliver = createDelivery({
    store: voicemail,
    sounds,
    speech: NO_ENGINES,
    jobs: { wake: nobodyIsThere },
    feed: { changed: nobodyIsThere, left: nobodyIsThere },
  });
  const list = z.parse(listSchema, JSON.parse(await readFile(join(folder, "voicemails.json"), "utf8")));
  const byAge = list.toSorted((one, other) => other.minutesAgo - one.minutesAgo);
  for (const { file, box, from, minutesAgo, place, favorite, text, summary, category } of byAge) {
    const owner = people.find(({ extension }) => extension === box);
    if (owner === undefined) continue;
    const caller = people.find(({ extension }) => extension === from.number);
    const name = caller === undefined ? from.name : `${caller.firstName} ${caller.lastName}`;
    const holder = { kind: "voicemail", id: `demo-${file}`, account: soundAccount(owner.id) } as const;
    const sound = await sounds.put(await readFile(join(folder, file)), { type: "audio/ogg", holder });
    const { id } = await deliver(
      {
        boxId: owner.id,
        at: now - minutesAgo * MINUTE_MS - sound.durationMs,
        from: { number: from.number, name, userId: caller?.id ?? null },
        callId: `demo-${file}`,
      },
      sound,
    );
    await sounds.release(holder);
    await voicemail.saveTexts(id, {
      transcription: { state: "done", text },
      summary: { state: "done", text: summary },
      category: { state: "done", text: category },
      translation: { state: "off" },
    });
    await voicemail.move([id], place);
    if (favorite) await voicemail.favor([id], favorite);
  }
}
