/** The form of the user's own conference. Pure. */
import type { PersonalConference } from "@callpanel/contract";

/** The form keeps numbers as they are typed. */
export type PersonalDraft = Omit<PersonalConference, "max_participants" | "number"> & {
  readonly max_participants: string;
};

export const PIN_DIGITS = { fewest: 3, most: 10 } as const;
const MOST_PARTICIPANTS_DIGITS = 4;

export const draftOf = (room: PersonalConference): PersonalDraft => ({
  activate: room.activate,
  user_pin: room.user_pin,
  max_participants: String(room.max_participants),
  announce_count: room.announce_count,
  music_on_hold: room.music_on_hold,
  wait_for_admin: room.wait_for_admin,
  announce_join_leave: room.announce_join_leave,
  options_menu: room.options_menu,
  listen_only: room.listen_only,
});

export const changeOf = ({ max_participants: most, ...rest }: PersonalDraft): Omit<PersonalConference, "number"> => ({
  ...rest,
  max_participants: Number(most),
});

export type DraftFault = "pin" | "participants";

/** Spec 1 §5: a PIN is required and has digits only; the most participants are a number, 0 or more. */
export function faultsOf({ user_pin: pin, max_participants: most }: PersonalDraft): ReadonlySet<DraftFault> {
  const faults = new Set<DraftFault>();
  if (!new RegExp(`^\\d{${PIN_DIGITS.fewest},${PIN_DIGITS.most}}$`).test(pin)) faults.add("pin");
  if (!new RegExp(`^\\d{1,${MOST_PARTICIPANTS_DIGITS}}$`).test(most)) faults.add("participants");
  return faults;
}

/** The switches of the form, in their order. */
export const SWITCHES = [
  "wait_for_admin",
  "listen_only",
  "announce_join_leave",
  "announce_count",
  "music_on_hold",
  "options_menu",
] as const satisfies readonly (keyof PersonalDraft)[];
