import { defineSettingFields, FLAG, NONE, oneOf, orNone, text, whole } from "../../../kernel/text/setting-fields.ts";
import type {
  ConferenceConfiguration,
  ConfiguredConference,
  PersonalConfiguration,
} from "./conference-configuration.ts";

export const MOST_USERS = 1_000;

/** Digits of a PIN. */
export const ROOM_PIN = /^\d{3,10}$/;
const PIN = orNone(text(ROOM_PIN, "3 to 10 digits"));

/** The sounds that members hear besides each other, the same in every conference. */
const HEARD_FIELDS = {
  musicOnHold: { name: "music_on_hold", about: "music for a person who is alone or waits", ...FLAG },
  announceCount: { name: "announce_count", about: "who joins hears how many are there", ...FLAG },
  announceJoinLeave: { name: "announce_join_leave", about: "everybody hears who joins and leaves", ...FLAG },
  optionsMenu: {
    name: "options_menu",
    about: "the star key offers to mute, turn the volume, count, lock, record and leave",
    ...FLAG,
  },
} as const;

/** A person's own room, by the names of the panel (CONF-44). An empty PIN is none. */
export const PERSONAL_FIELDS = defineSettingFields<PersonalConfiguration>({
  active: { name: "activate", about: "others may join", ...FLAG },
  pin: {
    name: "user_pin",
    about: "everybody but the owner must enter it",
    wanted: PIN.wanted,
    form: PIN.form,
    read: (value) => (value === NONE ? "" : ROOM_PIN.test(value) ? value : undefined),
    write: (pin) => (pin === "" ? NONE : pin),
  },
  maxUsers: {
    name: "max_participants",
    about: "most people in it, those who wait included; 0: no limit",
    ...whole(0, MOST_USERS),
  },
  waitForAdmin: { name: "wait_for_admin", about: "others wait until the owner is there", ...FLAG },
  listenOnly: { name: "listen_only", about: "only the owner is heard, and whom they unmute", ...FLAG },
  ...HEARD_FIELDS,
});

/** Everything that can be set of a room except its admins. */
export const CONFERENCE_FIELDS = defineSettingFields<
  Pick<ConfiguredConference, "pin" | "adminPin"> & ConferenceConfiguration
>({
  pin: { name: "pin", about: "who joins must enter it", ...PIN },
  adminPin: { name: "admin_pin", about: "who enters it is an admin", ...PIN },
  disabled: { name: "disabled", about: "nobody may join", ...FLAG },
  maxUsers: {
    name: "max_users",
    about: "most people in it, those who wait included; 0: no limit",
    ...whole(0, MOST_USERS),
  },
  waitForAdmin: { name: "wait_for_admin", about: "others wait until an admin is there", ...FLAG },
  listenOnly: { name: "listen_only", about: "only admins are heard, and whom they unmute", ...FLAG },
  ...HEARD_FIELDS,
  records: { name: "record", about: "recorded as soon as two are there, who hear that first", ...FLAG },
  sharesRecordings: {
    name: "share_recordings",
    about: "all members may play its recordings, and not only who began them and the admins",
    ...FLAG,
  },
  language: { name: "language", about: "of what callers hear", ...oneOf({ en: "en", fr: "fr" }) },
});
