import { AppError, isTimeZone, MOST_SLOTS, USERNAME, type BodyOf, type endpoints } from "@callpanel/contract";
import type {
  CompanyDraft,
  Invitation,
  RealmItemDraft,
  ServiceDraft,
  StoredUser,
  UserDraft,
} from "../administration/index.ts";
import { takenNumber } from "../administration/index.ts";
import { LOT_TIMEOUT_SECONDS, type NumberEntry } from "../directory/index.ts";
import { settingFault } from "../realm-settings/index.ts";
import { foldUsername } from "../users/index.ts";

/** What each step of the guide asks for, as a draft of the company. */
type Body<Name extends keyof typeof endpoints> = BodyOf<(typeof endpoints)[Name]>;
export type CompanyStep = Body<"setUpCompany">;
export type AdministratorStep = Body<"setUpAdministrator">;
export type PeopleStep = Body<"setUpPeople">;
type ListedPeople = PeopleStep["people"];
export type ServicesStep = Body<"setUpServices">;
export type LineStep = Body<"setUpLine">;

type StepDraft = Partial<Omit<CompanyDraft, "realm">>;

const HOURS = "Business hours";
const OFFICE = "Office";
const MAIN_NUMBER = "Main number";
/** Video rooms without a limit, with screens shared in them. */
const VIDEO_SETTINGS: readonly RealmItemDraft[] = [
  { kind: "setting", name: "video_conf_limit", value: "0" },
  { kind: "setting", name: "video_enabled", value: "yes" },
  { kind: "setting", name: "video_screen_sharing", value: "yes" },
];
/** Numbers of emergency services where they are not those of North America. */
const EMERGENCY_OF: Readonly<Record<string, readonly string[]>> = { AU: ["000", "106", "112"] };

/** @throws AppError request.invalid where a setting is refused */
export function companyDraft({ name, country, language, logo }: CompanyStep): StepDraft {
  const settings = Object.entries({ country, language, ...(logo === undefined ? {} : { logo }) });
  for (const [setting, value] of settings) {
    const fault = settingFault(setting, value);
    if (fault !== undefined) throw new AppError("request.invalid", { detail: `${setting} ${fault}` });
  }
  const numbers = EMERGENCY_OF[country];
  const emergency: readonly RealmItemDraft[] =
    numbers === undefined ? [] : [{ kind: "emergency", name: "", disabledGlobally: false, numbers }];
  const items = settings.map(([setting, value]): RealmItemDraft => ({ kind: "setting", name: setting, value }));
  return { company: name, items: [...items, ...emergency] };
}

export const administratorDraft = (
  { first_name, last_name, username, email, extension, password }: AdministratorStep,
  groups: readonly string[],
): UserDraft => ({
  username: foldUsername(username),
  firstName: first_name,
  lastName: last_name,
  email,
  extension,
  groups,
  password,
  version: null,
});

/** How a new person signs in first. */
export type FirstSignIn = { readonly password: string } | { readonly invitation: Invitation };

/** @throws AppError admin.exists where a username is in the list twice */
export function peopleDrafts(
  people: ListedPeople,
  {
    groupsFor,
    firstSignIn,
  }: {
    readonly groupsFor: (isAdministrator: boolean) => readonly string[];
    readonly firstSignIn: () => FirstSignIn;
  },
) {
  const drafts = people.map((one) => {
    const first = firstSignIn();
    const draft = {
      username: foldUsername(one.username),
      firstName: one.first_name,
      lastName: one.last_name,
      email: one.email,
      department: one.department === "" ? undefined : one.department,
      extension: one.extension,
      groups: groupsFor(one.administrator),
      version: null,
      ...("password" in first ? { password: first.password } : { invited: first.invitation.link }),
    };
    return { draft, first };
  });
  const names = drafts.map(({ draft }) => draft.username);
  const double = names.find((name, at) => names.indexOf(name) !== at);
  if (double !== undefined) throw new AppError("admin.exists", { what: { kind: "person", name: double } });
  return drafts;
}

/** The queue rings everybody; others can be chosen later. */
export function servicesDraft(
  { queue, room, lot, hours, video }: ServicesStep,
  { agents, numbers }: { readonly agents: readonly StoredUser[]; readonly numbers: readonly NumberEntry[] },
): StepDraft {
  for (const [kind, wanted] of Object.entries({ queue, room, lot })) {
    const holder = numbers.find(({ number }) => number === wanted?.number);
    if (holder !== undefined && holder.kind !== kind) throw new AppError("admin.exists", { what: takenNumber(holder) });
  }
  const members = agents.map(({ username }) => ({ username, penalty: 0, login: "always" as const }));
  const services: ServiceDraft[] = [];
  if (queue !== null) services.push({ kind: "queue", ...queue, members });
  if (room !== null) services.push({ kind: "room", ...room, pin: null, adminPin: null });
  if (lot !== null) services.push(lotDraft(lot));
  return { services, items: [...(hours === null ? [] : [hoursDraft(hours)]), ...(video ? VIDEO_SETTINGS : [])] };
}

function lotDraft({ number, name, first_slot, last_slot }: NonNullable<ServicesStep["lot"]>): ServiceDraft {
  const [firstSlot, lastSlot] = [Number(first_slot), Number(last_slot)];
  if (lastSlot < firstSlot || lastSlot - firstSlot >= MOST_SLOTS)
    throw new AppError("request.invalid", { detail: `slots must be 1 to ${MOST_SLOTS}, first to last` });
  return { kind: "lot", number, name, firstSlot, lastSlot, timeoutSeconds: LOT_TIMEOUT_SECONDS };
}

function hoursDraft({ time_zone, days, from_minute, to_minute }: NonNullable<ServicesStep["hours"]>): RealmItemDraft {
  if (!isTimeZone(time_zone))
    throw new AppError("request.invalid", { detail: "time_zone must be a time zone such as America/Toronto" });
  const week = [...new Set(days)].toSorted((one, other) => one - other);
  const hours = [{ days: week, fromMinute: from_minute, toMinute: to_minute }];
  return { kind: "time_condition", name: HOURS, timeZone: time_zone, hours };
}

export function lineDraft({ name, password, number, target, address }: LineStep): StepDraft {
  const line = foldUsername(name);
  if (!USERNAME.test(line)) throw invalidName("line", name);
  const items: RealmItemDraft[] = [{ kind: "trunk", name: line, password }];
  if (number !== "") items.push({ kind: "outgoing", name: "", number });
  if (address !== "") items.push({ kind: "emergency_location", name: OFFICE, address, details: "" });
  const leads = number !== "" && target !== "";
  return { items, services: leads ? [{ kind: "did", number, name: MAIN_NUMBER, target, smsCapable: false }] : [] };
}

export const invalidName = (what: string, name: string): AppError =>
  new AppError("request.invalid", {
    detail: `${what} ${name}: lower-case letters, digits, dots, dashes and underscores, at most 64`,
  });
