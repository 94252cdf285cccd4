import { hoursLines, hoursText, parseHours, type CompanyThing, type ThingKind } from "@callpanel/contract";
import type { NumberEntry } from "../../directory/index.ts";
import { LINE_CLASSES, lineUse, type KeptRealmItem } from "../../realm-settings/index.ts";
import { targetsOf, type CompanyDraft, type RealmItemDraft, type ServiceEntry } from "../company.model.ts";
import { itemFacts } from "../company.items.ts";
import { removeItem, removeService } from "../company.removal.ts";
import type { OfRealm } from "../company.order.ts";
import { serviceFacts } from "../company.services.ts";
import type { CompanyStore } from "../company.store.ts";

/** A company as the pages of its things need it. */
export interface ThingState {
  readonly numbers: readonly NumberEntry[];
  readonly items: readonly KeptRealmItem[];
  /** Names of people who share the text messages of a direct number. */
  readonly sharersOf: (number: string) => readonly string[];
  readonly isRegistered: (line: string) => boolean;
  readonly activeOf: (toggle: string) => "A" | "B";
}

type Texts = Readonly<Record<string, string>>;

/** A thing as it is stored; its version is that of its facts. */
interface Kept extends Pick<CompanyThing, "id" | "state"> {
  readonly fields: Record<string, string>;
  readonly facts: object;
  readonly leadsTo: readonly string[];
  readonly usedBy: readonly string[];
}

/** One kind of thing: how it is read, written and removed. Texts are valid. */
interface Kind {
  readonly kept: (state: ThingState) => readonly Kept[];
  readonly draft: (
    id: string,
    texts: Texts,
    version: string | null,
  ) => Partial<Pick<CompanyDraft, "services" | "items">>;
  readonly remove: (store: CompanyStore, order: OfRealm, id: string) => Promise<void>;
}

type Service = Extract<ServiceEntry, { readonly kind: "did" | "toggle" | "lot" }>;
type Item = Extract<
  KeptRealmItem,
  { readonly kind: "time_condition" | "trunk" | "emergency_profile" | "emergency_location" }
>;

const isDirect = (entry: NumberEntry): entry is Extract<Service, { kind: "did" }> => entry.kind === "did";
const isToggle = (entry: NumberEntry): entry is Extract<Service, { kind: "toggle" }> => entry.kind === "toggle";
const isHours = (item: KeptRealmItem): item is Extract<Item, { kind: "time_condition" }> =>
  item.kind === "time_condition";
const isTrunk = (item: KeptRealmItem): item is Extract<Item, { kind: "trunk" }> => item.kind === "trunk";
const isProfile = (item: KeptRealmItem): item is Extract<Item, { kind: "emergency_profile" }> =>
  item.kind === "emergency_profile";
const isLocation = (item: KeptRealmItem): item is Extract<Item, { kind: "emergency_location" }> =>
  item.kind === "emergency_location";
const isLot = (entry: NumberEntry): entry is Extract<Service, { kind: "lot" }> => entry.kind === "lot";

/** A number of the company. */
function numberKind<Entry extends Service>(form: {
  readonly kind: Entry["kind"];
  readonly isOne: (entry: NumberEntry) => entry is Entry;
  readonly write: (entry: Entry) => Record<string, string>;
  readonly read: (number: string, texts: Texts) => Service;
  readonly state?: (entry: Entry, state: ThingState) => CompanyThing["state"];
  readonly usedBy?: (entry: Entry, state: ThingState) => readonly string[];
}): Kind {
  const none = { queues: new Map(), conferences: new Map(), userIds: new Map() };
  return {
    kept: (state) =>
      state.numbers.filter(form.isOne).map((entry) => ({
        id: entry.number,
        fields: form.write(entry),
        facts: serviceFacts(none, entry),
        state: form.state?.(entry, state) ?? null,
        leadsTo: targetsOf(entry),
        usedBy: form.usedBy?.(entry, state) ?? leadingTo(entry.number, state),
      })),
    draft: (id, texts, version) => ({ services: [{ ...form.read(id, texts), version }] }),
    remove: (store, order, number) => removeService(store, { ...order, kind: form.kind, number }),
  };
}

/** An item of the realm. */
function itemKind<One extends Item>(form: {
  readonly kind: One["kind"];
  readonly isOne: (item: KeptRealmItem) => item is One;
  readonly write: (item: One) => Record<string, string>;
  readonly read: (name: string, texts: Texts) => RealmItemDraft;
  readonly state?: (item: One, state: ThingState) => CompanyThing["state"];
  readonly usedBy?: (item: One, state: ThingState) => readonly string[];
}): Kind {
  return {
    kept: ({ items, ...state }) =>
      items.filter(form.isOne).map((item) => ({
        id: item.name,
        fields: form.write(item),
        facts: itemFacts(item),
        state: form.state?.(item, { ...state, items }) ?? null,
        leadsTo: [],
        usedBy: form.usedBy?.(item, { ...state, items }) ?? [],
      })),
    draft: (id, texts, version) => ({ items: [{ ...form.read(id, texts), version }] }),
    remove: (store, order, name) => removeItem(store, { ...order, kind: form.kind, name }),
  };
}

const leadingTo = (number: string, { numbers }: ThingState): readonly string[] =>
  numbers.filter((entry) => targetsOf(entry).includes(number)).map((entry) => entry.number);

const given = (text: string | undefined): string | undefined => (text === undefined || text === "" ? undefined : text);
const optional = <Name extends string>(name: Name, value: string | undefined): { readonly [N in Name]?: string } => {
  const fields: { [N in Name]?: string } = {};
  if (value !== undefined) fields[name] = value;
  return fields;
};

export const KINDS: Readonly<Record<ThingKind, Kind>> = {
  direct: numberKind({
    kind: "did",
    isOne: isDirect,
    write: ({ name, target, hours, otherwise, smsCapable, popPage }) => ({
      name,
      target,
      hours: hours ?? "",
      otherwise: otherwise ?? "",
      sms: String(smsCapable),
      pop_url: popPage?.url ?? "",
      pop_trigger: popPage?.trigger ?? "ringing",
    }),
    read: (number, { name = "", target = "", hours, otherwise, sms, pop_url: url, pop_trigger: trigger }) => ({
      kind: "did",
      number,
      name: name.trim(),
      target,
      ...optional("hours", given(hours)),
      ...optional("otherwise", given(otherwise)),
      smsCapable: sms === "true",
      ...(url === undefined || url === ""
        ? {}
        : { popPage: { url, trigger: trigger === "answered" ? "answered" : "ringing" } }),
    }),
    usedBy: ({ number, smsCapable }, { sharersOf }) => (smsCapable ? sharersOf(number) : []),
  }),
  toggles: numberKind({
    kind: "toggle",
    isOne: isToggle,
    write: ({ name, optionA: a, optionB: b }) => ({ name, a, b }),
    read: (number, { name = "", a = "", b = "" }) => ({
      kind: "toggle",
      number,
      name: name.trim(),
      optionA: a,
      optionB: b,
    }),
    state: ({ number }, { activeOf }) => (activeOf(number) === "A" ? "a" : "b"),
  }),
  hours: itemKind({
    kind: "time_condition",
    isOne: isHours,
    write: ({ timeZone, hours, closed = [] }) => ({
      zone: timeZone,
      week: hours.map(hoursText).join("\n"),
      closed: closed.join("\n"),
    }),
    read: (name, { zone = "", week = "", closed = "" }) => {
      const dates = [...new Set(hoursLines(closed).map((line) => line.trim()))].toSorted();
      return {
        kind: "time_condition",
        name: name.trim(),
        timeZone: zone,
        hours: hoursLines(week).flatMap((line) => parseHours(line) ?? []),
        ...(dates.length === 0 ? {} : { closed: dates }),
      };
    },
    usedBy: ({ name }, { numbers }) =>
      numbers.filter((entry) => entry.kind === "did" && entry.hours === name).map(({ number }) => number),
  }),
  parking: numberKind({
    kind: "lot",
    isOne: isLot,
    write: ({ name, firstSlot, lastSlot, timeoutSeconds }) => ({
      name,
      first_slot: String(firstSlot),
      last_slot: String(lastSlot),
      timeout_seconds: String(timeoutSeconds),
    }),
    read: (number, { name = "", first_slot: first, last_slot: last, timeout_seconds: seconds }) => ({
      kind: "lot",
      number,
      name: name.trim(),
      firstSlot: Number(first),
      lastSlot: Number(last),
      timeoutSeconds: Number(seconds),
    }),
  }),
  trunks: itemKind({
    kind: "trunk",
    isOne: isTrunk,
    write: ({ callLimit, order, classes = LINE_CLASSES }) => ({
      password: "",
      calls: String(callLimit ?? ""),
      order: String(order ?? ""),
      ...Object.fromEntries(LINE_CLASSES.map((one) => [one, String(classes.includes(one))])),
    }),
    read: (name, { password, calls, order, ...flags }) => {
      const limit = lineUse({
        callLimit: given(calls) === undefined ? undefined : Number(calls),
        order: given(order) === undefined ? undefined : Number(order),
        classes: LINE_CLASSES.filter((one) => flags[one] !== "false"),
      });
      const secret = given(password);
      return secret === undefined
        ? { kind: "trunk", name, keepsPassword: true, ...limit }
        : { kind: "trunk", name, password: secret, ...limit };
    },
    state: ({ name }, { isRegistered }) => (isRegistered(name) ? "registered" : "unregistered"),
  }),
  profiles: itemKind({
    kind: "emergency_profile",
    isOne: isProfile,
    write: ({ number }) => ({ number }),
    read: (name, { number = "" }) => ({ kind: "emergency_profile", name: name.trim(), number }),
  }),
  locations: itemKind({
    kind: "emergency_location",
    isOne: isLocation,
    write: ({ address, details }) => ({ address, details }),
    read: (name, { address = "", details = "" }) => ({
      kind: "emergency_location",
      name: name.trim(),
      address: address.trim(),
      details: details.trim(),
    }),
  }),
};
