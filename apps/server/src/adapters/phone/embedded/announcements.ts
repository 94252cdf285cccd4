import type { AnnouncementParts } from "@callpanel/phone-port";
import type { PinLock } from "../../../kernel/guard/pin-lock.ts";
import type { SoundStore } from "../../../kernel/files/sound-store.port.ts";
import type { AnnouncementStore } from "../../../modules/announcements/index.ts";

/** Announcements for the phone system. Read for each call, so that a new PIN or sound is used immediately. */
export function createPhoneAnnouncements({
  announcements,
  sounds,
  pinLock,
  promptsFolder,
}: {
  readonly announcements: Pick<AnnouncementStore, "byNumber">;
  readonly sounds: Pick<SoundStore, "localPath">;
  readonly pinLock: PinLock;
  readonly promptsFolder: string;
}): AnnouncementParts {
  return {
    promptsFolder,
    announcement: async (realm, number) => {
      const found = await announcements.byNumber(realm, number);
      if (found === undefined) return undefined;
      const { name, language, sound, postDestination } = found;
      return {
        name,
        language,
        sound: sound === null ? undefined : await sounds.localPath(sound.id),
        next: postDestination === "" ? undefined : postDestination,
      };
    },
    checkPin: async ({ realm, id: number }, { pin: keyed, caller }) => {
      const { pin } = (await announcements.byNumber(realm, number)) ?? {};
      if (pin === undefined) return "wrong";
      const place = { kind: "announcement", holder: `${realm} ${number}`, secret: pin, caller } as const;
      return pinLock.tryPin(place, () => keyed === pin);
    },
  };
}
