import { AppError } from "@callpanel/contract";
import {
  DEFAULT_CONFERENCE,
  DEFAULT_PERSONAL,
  PERSONAL_FIELDS,
  type ConferenceConfiguration,
  type ConfiguredConference,
  type PersonalConfiguration,
} from "../conferences/index.ts";

/** Settings and admins of a room as an administrator writes them: an absent setting keeps its value. */
export interface ConferenceDraft {
  readonly settings?: Partial<ConferenceConfiguration>;
  /** Usernames of all of its admins. */
  readonly admins?: readonly string[];
}

/** The room after a draft. */
export function completedConference(
  draft: ConferenceDraft & Pick<ConfiguredConference, "number" | "name" | "pin" | "adminPin">,
  before: ConfiguredConference | undefined,
  idOf: (username: string) => number | undefined,
): ConfiguredConference {
  const { number, name, pin, adminPin, settings, admins } = draft;
  if (pin !== null && pin === adminPin) throw new AppError("admin.roomPins", { number });
  const adminIds = admins?.map((username) => {
    const id = idOf(username);
    if (id === undefined) throw new AppError("admin.notFound", { what: { kind: "person", name: username } });
    return id;
  });
  return {
    number,
    name,
    pin,
    adminPin,
    adminIds: [...new Set(adminIds ?? before?.adminIds)].toSorted((one, other) => one - other),
    configuration: { ...(before?.configuration ?? DEFAULT_CONFERENCE), ...settings },
  };
}

/** CONF-45: a person's own room after a draft. */
export function completedPersonal(
  draft: Partial<PersonalConfiguration> | undefined,
  before: PersonalConfiguration = DEFAULT_PERSONAL,
): PersonalConfiguration {
  const conference = { ...before, ...draft };
  if (conference.active && conference.pin === "") throw new AppError("conferences.pin");
  return conference;
}

export const samePersonal = (one: PersonalConfiguration, other: PersonalConfiguration): boolean =>
  JSON.stringify(PERSONAL_FIELDS.write(one)) === JSON.stringify(PERSONAL_FIELDS.write(other));

/** Equal in settings and admins, whatever the order of their keys. */
export function sameConference(a: ConfiguredConference, b: ConfiguredConference): boolean {
  const text = ({ configuration, adminIds }: ConfiguredConference) =>
    JSON.stringify([Object.entries(configuration).toSorted(([one], [other]) => (one < other ? -1 : 1)), adminIds]);
  return text(a) === text(b);
}
