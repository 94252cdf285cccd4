import type { RoomBook, RoomPinCheck, RoomSettings, Voicemail } from "@callpanel/phone-port";
import type { PinLock } from "../../../kernel/guard/pin-lock.ts";
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
    /**
     * CONF-20: the two PINs are counted apart, so that who knows the one cannot guess the other for as long as they
     * like; a wrong one counts for both.
     */
    checkPin: async ({ realm, number }, { pin: keyed, caller }) => {
      const { pin, adminPin } = find(realm, number) ?? { pin: null, adminPin: null };
      const holder = `${realm} ${number}`;
      const tryMember = async (isRight: boolean): Promise<RoomPinCheck> => {
        const asked = { kind: "conference", holder, secret: pin ?? "", caller } as const;
        const result = await pinLock.tryPin(asked, () => isRight);
        return result === "right" ? "member" : result;
      };
      if (pin !== null && keyed === pin) return tryMember(true);
      if (adminPin !== null) {
        const asked = { kind: "conferenceAdmin", holder, secret: adminPin, caller } as const;
        const result = await pinLock.tryPin(asked, () => keyed === adminPin);
        if (result !== "wrong") return result === "right" ? "admin" : result;
      }
      return pin === null ? "wrong" : tryMember(false);
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
