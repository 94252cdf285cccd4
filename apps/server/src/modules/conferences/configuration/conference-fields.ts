import { defineSettingFields, FLAG, oneOf, orNone, text, whole } from "../../../kernel/text/setting-fields.ts";
import type { ConferenceConfiguration, ConfiguredConference } from "./conference-configuration.ts";

export const MOST_USERS = 1_000;

/** Digits of a PIN. */
export const ROOM_PIN = /^\d{3,10}$/;
const PIN = orNone(text(ROOM_PIN, "3 to 10 digits"));

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
  musicOnHold: { name: "music_on_hold", about: "music for a person who is alone or waits", ...FLAG },
  announceCount: { name: "announce_count", about: "who joins hears how many are there", ...FLAG },
  announceJoinLeave: { name: "announce_join_leave", about: "everybody hears who joins and leaves", ...FLAG },
  optionsMenu: { name: "options_menu", about: "the star key offers to mute, count, lock and leave", ...FLAG },
  records: { name: "record", about: "recorded while at least two are there, who hear that first", ...FLAG },
  language: { name: "language", about: "of what callers hear", ...oneOf({ en: "en", fr: "fr" }) },
});
