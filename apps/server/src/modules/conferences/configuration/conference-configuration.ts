import type { SpokenLanguage } from "@callpanel/phone-port";
import type { CompanyCopy } from "../../../kernel/bus/company-copy.ts";

/** The settings of a room as an administrator makes them; the meaning of each is in `RoomSettings`. */
export interface ConferenceConfiguration {
  readonly disabled: boolean;
  readonly maxUsers: number;
  readonly waitForAdmin: boolean;
  readonly listenOnly: boolean;
  readonly musicOnHold: boolean;
  readonly announceCount: boolean;
  readonly announceJoinLeave: boolean;
  readonly optionsMenu: boolean;
  readonly records: boolean;
  readonly sharesRecordings: boolean;
  readonly language: SpokenLanguage;
}

/** A person's own room. Other settings have their defaults. */
export interface PersonalConfiguration extends Pick<
  ConferenceConfiguration,
  "maxUsers" | "waitForAdmin" | "listenOnly" | "musicOnHold" | "announceCount" | "announceJoinLeave" | "optionsMenu"
> {
  readonly active: boolean;
  /** Empty: none was set so far, and it cannot be active. */
  readonly pin: string;
}

/** A room with all of its settings. */
export interface ConfiguredConference {
  /** As it is dialled. */
  readonly number: string;
  /** User id; of a personal conference, which is active. */
  readonly ownerId?: number | undefined;
  readonly name: string;
  readonly pin: string | null;
  /** A caller who enters it is an admin. */
  readonly adminPin: string | null;
  /** User ids of people who are admins on their own phones. */
  readonly adminIds: readonly number[];
  readonly configuration: ConferenceConfiguration;
}

/** The rooms of the phone system's realm, sorted by number. */
export type ConferenceConfigurations = CompanyCopy<ConfiguredConference>;

/** A room without settings. */
export const DEFAULT_CONFERENCE: ConferenceConfiguration = {
  disabled: false,
  maxUsers: 0,
  waitForAdmin: false,
  listenOnly: false,
  musicOnHold: true,
  announceCount: false,
  announceJoinLeave: false,
  optionsMenu: false,
  records: false,
  sharesRecordings: false,
  language: "en",
};

/** CONF-44 */
export const DEFAULT_PERSONAL: PersonalConfiguration = {
  active: false,
  pin: "",
  maxUsers: 0,
  waitForAdmin: false,
  listenOnly: false,
  musicOnHold: true,
  announceCount: false,
  announceJoinLeave: false,
  optionsMenu: false,
};
