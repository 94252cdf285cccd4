import { AppError, permissionSchema, takesTargets, type Permission, type Subject } from "@callpanel/contract";
import * as z from "zod/mini";
import type { PersonalConfiguration } from "../conferences/index.ts";
import { slotsOf, type NumberEntry } from "../directory/index.ts";
import {
  companySettingsOf,
  DEFAULT_REALM_SETTINGS,
  isAllowedPopUrl,
  isItemOf,
  type LineUse,
  type RealmItem,
} from "../realm-settings/index.ts";
import type { ConfiguredQueue } from "../queues/index.ts";
import type { Credential } from "../users/index.ts";
import type { ConferenceDraft } from "./company.conferences.ts";
import type { InvitationLink } from "./invitation/invitation.store.ts";
import { numbersUsedBy, type QueueDraft } from "./company.queues.ts";

/** Part of a company as an administrator writes it: an absent field keeps its value, or gets its default when new. */
export interface CompanyDraft {
  readonly realm: string;
  readonly company?: string | undefined;
  readonly groups: readonly GroupDraft[];
  readonly users: readonly UserDraft[];
  readonly services: readonly ServiceDraft[];
  readonly items?: readonly RealmItemDraft[];
  /** PAGES-5: the version of the company's settings that the change was made on; undefined: any. */
  readonly settingsVersion?: string | undefined;
}

/** An item of the realm; a trunk may have a password instead of a credential, or keep the one that it has. */
export type RealmItemDraft = Pick<Placed, "version"> &
  (
    | (RealmItem & KeepsUse)
    | ({ readonly kind: "trunk"; readonly name: string; readonly password: string } & LineUse & KeepsUse)
    /** The password of the line stays. */
    | ({ readonly kind: "trunk"; readonly name: string; readonly keepsPassword: true } & LineUse & KeepsUse)
    /** It has its default again. */
    | { readonly kind: "setting" | "outgoing"; readonly name: string; readonly removed: true }
  );

interface KeepsUse {
  /** Of a trunk: what the draft does not say of its use stays, instead of being unlimited. */
  readonly keepsUse?: true;
}

interface Placed {
  /** The place of a draft in its file, for error messages. */
  readonly line?: number | undefined;
  /** PAGES-5: the version that the change was made on; null: the thing must be new; undefined: any. */
  readonly version?: string | null | undefined;
}

export interface GroupDraft extends Placed {
  readonly name: string;
  /** It is called this afterwards. */
  readonly newName?: string;
  readonly permissions: readonly Permission[];
}

export interface UserDraft extends Placed {
  readonly username: string;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly extension?: string | undefined;
  readonly email?: string | undefined;
  readonly department?: string | undefined;
  readonly mayUsePanel?: boolean | undefined;
  readonly suspended?: boolean | undefined;
  readonly groups?: readonly string[] | undefined;
  readonly permissions?: readonly Permission[] | undefined;
  /** Settings of the person's own conference. */
  readonly conference?: Partial<PersonalConfiguration> | undefined;
  /** A new person without a password, who chooses one by this link, or by one that is made later. */
  readonly invited?: InvitationLink | "later" | undefined;
  /** Required for a new user without a credential who is not invited. */
  readonly password?: string | undefined;
  readonly credential?: Omit<Credential, "isDemo"> | undefined;
}

/** Numbers that an administrator can write down; announcements are made where their sound is. */
export type ServiceEntry = Exclude<NumberEntry, { readonly kind: "user" | "announcement" }>;
export type QueueServiceDraft = Extract<ServiceEntry, { readonly kind: "queue" }> & QueueDraft;
export type RoomServiceDraft = Extract<ServiceEntry, { readonly kind: "room" }> & ConferenceDraft;
export type ServiceDraft = Placed &
  (Exclude<ServiceEntry, { readonly kind: "queue" | "room" }> | QueueServiceDraft | RoomServiceDraft);

/** A user as the administration sees them: with groups and own permissions. */
export interface StoredUser {
  readonly id: number;
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly extension: string;
  readonly email: string;
  readonly department: string | null;
  readonly mayUsePanel: boolean;
  /** They cannot sign in, and no phone of theirs can register. */
  readonly suspended: boolean;
  readonly groups: readonly string[];
  readonly permissions: readonly Permission[];
  readonly conference: PersonalConfiguration;
}

export const nameOf = ({ firstName, lastName, username }: StoredUser): string =>
  `${firstName} ${lastName}`.trim() || username;

export interface StoredGroup {
  readonly name: string;
  readonly permissions: readonly Permission[];
}

export const REALM_NAME = /^[a-z0-9]([a-z0-9.-]{0,62}[a-z0-9])?$/;
export const EMERGENCY_NUMBER = /^[0-9]{2,6}$/;

/** `module:rule` or `module:rule:target,target`; `fault`: what is wrong, as the end of a sentence. */
export function parsePermission(text: string): { readonly permission: Permission } | { readonly fault: string } {
  const [module, rule, targets, ...rest] = text.split(":");
  const whole = z.safeParse(permissionSchema, { module, rule });
  if (!whole.success || rest.length > 0) return { fault: "must be module:rule or module:rule:target,target" };
  if (targets === undefined) return { permission: whole.data };
  // PERM-12
  if (!takesTargets(whole.data)) return { fault: `must be ${module}:${rule} without targets: it cannot be limited` };
  const named = targets.split(",").filter((target) => target !== "");
  if (named.length === 0) return { fault: "must name a target after the last colon" };
  return { permission: { ...whole.data, targets: named } };
}

export function permissionText({ module, rule, targets }: Permission): string {
  return targets === undefined ? `${module}:${rule}` : `${module}:${rule}:${targets.join(",")}`;
}

/** Rights as texts that are the same in any order of the rights and of their targets. */
export const permissionFacts = (permissions: readonly Permission[]): readonly string[] =>
  permissions
    .map(({ targets, ...rule }) =>
      permissionText(targets === undefined ? rule : { ...rule, targets: targets.toSorted() }),
    )
    .toSorted();

/** What a toggle destination may lead to. */
const TOGGLED_KINDS: ReadonlySet<NumberEntry["kind"]> = new Set(["user", "queue", "room"]);

/** Checks all numbers of a realm together: a slot must not be another number, a direct number must lead somewhere. */
export function checkNumbers(entries: readonly NumberEntry[], before: readonly NumberEntry[]): void {
  const taken = new Set(entries.map(({ number }) => number));
  for (const entry of entries) {
    if (entry.kind === "lot") {
      for (const slot of slotsOf(entry)) {
        if (taken.has(slot))
          throw new AppError("admin.exists", {
            what: { kind: "number", name: slot, as: "slot", of: { kind: "lot", name: entry.number } },
          });
        taken.add(slot);
      }
    }
    checkTargets(entry, entries, before);
  }
}

/** ADMIN-6, ADMIN-32: a direct number or a toggle leads somewhere, unless it led nowhere `before` and is not changed. */
export function checkTargets(
  entry: NumberEntry,
  entries: readonly NumberEntry[],
  before: readonly NumberEntry[],
): void {
  if (entry.kind !== "did" && entry.kind !== "toggle") return;
  const isMissing = (target: string, among: readonly NumberEntry[]): boolean =>
    !among.some(
      ({ number, kind }) => number === target && (entry.kind === "did" ? kind !== "did" : TOGGLED_KINDS.has(kind)),
    );
  const wasMissing = (target: string): boolean =>
    isMissing(target, before) &&
    before.some((one) => one.number === entry.number && one.kind === entry.kind && targetsOf(one).includes(target));
  const target = targetsOf(entry).find((one) => isMissing(one, entries) && !wasMissing(one));
  if (target === undefined) return;
  const of = { kind: entry.kind, name: entry.number } as const;
  throw entry.kind === "did"
    ? new AppError("admin.notFound", {
        what: { kind: "target", name: target, of },
        field: target === entry.target ? "target" : "otherwise",
      })
    : new AppError("admin.notFound", {
        what: { kind: "toggleTarget", name: target, of },
        field: target === entry.optionA ? "a" : "b",
      });
}

/** POP-7: the page for a direct number's calls must be from an origin that the company allows. */
export function checkPopPages(services: readonly ServiceDraft[], items: readonly RealmItem[]): void {
  const setting = items.filter(isItemOf("setting")).find(({ name }) => name === "screen_pop_origins");
  const { screenPopOrigins } = companySettingsOf((name) => (name === setting?.name ? setting.value : undefined));
  for (const service of services) {
    const url = service.kind === "did" ? service.popPage?.url : undefined;
    if (url !== undefined && !isAllowedPopUrl(url, screenPopOrigins))
      throw new AppError("screenpop.origin", { origin: new URL(url).origin });
  }
}

export interface Removed {
  readonly number: string;
  readonly what: Subject;
}

/** An announcement that leads callers on to a number. */
export interface AnnouncementExit {
  readonly number: string;
  readonly name: string;
  readonly to: string;
}

/** What may lead to a number. */
export interface Leading {
  readonly numbers: readonly NumberEntry[];
  readonly queues: readonly ConfiguredQueue[];
  readonly announcements: readonly AnnouncementExit[];
}

/** Nothing that remains may lead to what is removed. @throws AppError admin.stillLeads */
export function checkUnused(removed: readonly Removed[], { numbers, queues, announcements }: Leading): void {
  for (const { number, what } of removed) {
    const leading =
      numbers.find((entry) => targetsOf(entry).includes(number)) ??
      queues.find((queue) => numbersUsedBy(queue).includes(number)) ??
      announcements.find(({ to }) => to === number);
    if (leading !== undefined) throw new AppError("admin.stillLeads", { what, number: leading.number });
  }
}

/** The same, and the remaining numbers must be valid. `before`: the numbers as they were. */
export function checkRemoval(removed: readonly Removed[], left: Leading, before: readonly NumberEntry[]): void {
  checkUnused(removed, left);
  checkNumbers(left.numbers, before);
}

/** The numbers that a direct number or a toggle leads to. */
export function targetsOf(entry: NumberEntry): readonly string[] {
  if (entry.kind === "toggle") return [entry.optionA, entry.optionB];
  if (entry.kind !== "did") return [];
  return entry.otherwise === undefined ? [entry.target] : [entry.target, entry.otherwise];
}

/** The same direct number or toggle with other targets; undefined when nothing changes. */
export function withMovedTargets(entry: NumberEntry, moved: (number: string) => string): ServiceEntry | undefined {
  if (entry.kind !== "did" && entry.kind !== "toggle") return undefined;
  if (targetsOf(entry).every((number) => moved(number) === number)) return undefined;
  if (entry.kind === "toggle") return { ...entry, optionA: moved(entry.optionA), optionB: moved(entry.optionB) };
  const { otherwise } = entry;
  return {
    ...entry,
    target: moved(entry.target),
    ...(otherwise === undefined ? {} : { otherwise: moved(otherwise) }),
  };
}

/** THINGS-4: direct numbers name business hours that exist. */
export function checkHours(entries: readonly NumberEntry[], items: readonly RealmItem[]): void {
  const known = new Set(items.filter(isItemOf("time_condition")).map(({ name }) => name));
  for (const entry of entries)
    if (entry.kind === "did" && entry.hours !== undefined && !known.has(entry.hours))
      throw new AppError("admin.notFound", {
        what: { kind: "hours", name: entry.hours, of: { kind: "did", name: entry.number } },
        field: "hours",
      });
}

/** Whether a number has a meaning in the realm: its own numbers, slots of lots, emergency services. */
export function meansSomething(
  number: string,
  { entries, items }: { readonly entries: readonly NumberEntry[]; readonly items: readonly RealmItem[] },
): boolean {
  return numbersIn(entries).includes(number) || emergencyNumbersIn(items).includes(number);
}

const numbersIn = (entries: readonly NumberEntry[]): readonly string[] =>
  entries.flatMap((entry) => (entry.kind === "lot" ? [entry.number, ...slotsOf(entry)] : [entry.number]));

const emergencyNumbersIn = (items: readonly RealmItem[]): readonly string[] =>
  (items.find(isItemOf("emergency")) ?? DEFAULT_REALM_SETTINGS.emergency).numbers;

/** ADMIN-20: an emergency number must not be a number of the realm. */
export function checkEmergencyNumbers(entries: readonly NumberEntry[], items: readonly RealmItem[]): void {
  const taken = numbersIn(entries);
  const double = emergencyNumbersIn(items).find((number) => taken.includes(number));
  if (double !== undefined)
    throw new AppError("admin.exists", { what: { kind: "number", name: double, as: "emergencyNumber" } });
}

/** Equal in any order of permissions or of their targets. */
export function samePermissions(a: readonly Permission[], b: readonly Permission[]): boolean {
  const texts = (list: readonly Permission[]) =>
    list
      .flatMap(({ module, rule, targets }) => (targets ?? [""]).map((target) => `${module}:${rule}:${target}`))
      .toSorted()
      .join("\n");
  return texts(a) === texts(b);
}
