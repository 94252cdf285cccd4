import type { RoomBook, RoomSettings, Voicemail } from "@callpanel/phone-port";
import type { PinLock } from "../../../kernel/guard/pin-lock.ts";
import { tryRoomPins } from "../../../kernel/guard/room-pins.ts";
import type { ConferenceConfigurations, ConfiguredConference } from "../../../modules/conferences/index.ts";

export interface RoomBookDeps {
  readonly conferences: Pick<ConferenceConfigurations, "of" | "subscribe">;
  readonly pinLock: PinLock;
  /** Absent: there is no voicemail, so nobody has recorded a name. */
  readonly boxes?: Pick<Voicemail, "boxOfUser" | "greetingSound"> | undefined;
}

/** The rooms for the phone system. */
export function createRoomBook({ conferences, pinLock, boxes }: RoomBookDeps): RoomBook {
  const find = (realm: string, number: string): ConfiguredConference | undefined =>
    conferences.of(realm).find((one) => one.number === number);
  return {
    room: (realm, number) => {
      const found = find(realm, number);
      return found && settingsOf(found);
    },
    /** CONF-20 */
    checkPin: async ({ realm, number }, attempt) => {
      const { pin, adminPin } = find(realm, number) ?? { pin: null, adminPin: null };
      return tryRoomPins(pinLock, { holder: `${realm} ${number}`, pin, adminPin }, attempt);
    },
    recordedName: async (userId) => {
      const box = await boxes?.boxOfUser(userId);
      return box && boxes?.greetingSound(box.id, "greet");
    },
    subscribe: conferences.subscribe,
  };
}

function settingsOf({
  number,
  name,
  ownerId,
  pin,
  adminPin,
  adminIds,
  configuration,
}: ConfiguredConference): RoomSettings {
  const { musicOnHold: music, ...settings } = configuration;
  return {
    number,
    name,
    ownerId,
    asksForPin: pin !== null ? "always" : adminPin === null ? "never" : "admins",
    adminIds,
    music,
    ...settings,
  };
}
