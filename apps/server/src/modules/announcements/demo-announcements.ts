import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { SoundStore } from "../../kernel/files/sound-store.port.ts";
import type { AnnouncementDraft } from "./announcements.model.ts";
import type { AnnouncementStore } from "./announcements.store.ts";

const SPOKEN = {
  pin: "1234",
  textType: "text",
  voice: "",
  voiceCategory: "standard",
  pitch: 0,
  speed: 1,
  volumeGainDb: 0,
} as const;

/** `file`: the spoken text as a sound file (ANN-11). */
const DEMO: ReadonlyArray<AnnouncementDraft & { readonly file: string }> = [
  {
    ...SPOKEN,
    file: "announcement-hours.opus",
    number: "660",
    name: "Opening hours",
    language: "en",
    ttsLanguage: "en-US",
    postDestination: "",
    text: "Welcome to Callpanel Demo. Our office is open from Monday to Friday, nine in the morning to five in the afternoon.",
  },
  {
    ...SPOKEN,
    file: "announcement-directions.opus",
    number: "661",
    name: "How to find us",
    language: "en",
    ttsLanguage: "en-US",
    postDestination: "600",
    text: "You find us at one hundred Front Street West, third floor. Parking is behind the building. We will now put you through to support.",
  },
  {
    ...SPOKEN,
    file: "announcement-heures.opus",
    number: "662",
    name: "Heures d’ouverture",
    language: "fr",
    ttsLanguage: "fr-CA",
    postDestination: "",
    text: "Bienvenue chez Callpanel Demo. Notre bureau est ouvert du lundi au vendredi, de neuf heures à dix-sept heures.",
  },
];

/** Adds announcements to a new demo company; their sounds are in `folder`. */
export async function seedDemoAnnouncements(
  { announcements, sounds }: { readonly announcements: AnnouncementStore; readonly sounds: Pick<SoundStore, "put"> },
  { realmId, folder }: { readonly realmId: number; readonly folder: string },
): Promise<void> {
  for (const { file, ...draft } of DEMO) {
    const added = await announcements.add(realmId, draft);
    if (added === undefined) continue;
    const holder = { kind: "announcement", id: String(added.id) } as const;
    const sound = await sounds.put(await readFile(join(folder, file)), { type: "audio/ogg", holder });
    await announcements.change(realmId, added.id, { sound });
  }
}
