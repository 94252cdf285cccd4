import { AppError } from "@callpanel/contract";
import { lineUse, settingAct, type RealmItem } from "../realm-settings/index.ts";
import { sipHa1 } from "../sip-credentials/index.ts";
import { changeDetails, checkVersion, type Notes } from "./company.author.ts";
import type { RealmItemDraft } from "./company.model.ts";
import { subjectOfItem } from "./company.subjects.ts";
import { sameEntry, type Change, type State } from "./company.state.ts";

export const keyOf = ({ kind, name }: Pick<RealmItem, "kind" | "name">): string => `${kind} ${name}`;

type KeepsPassword = Extract<RealmItemDraft, { readonly keepsPassword: true }>;
type Removed = Extract<RealmItemDraft, { readonly removed: true }>;
type Completed =
  | (RealmItem & Pick<KeepsPassword, "keepsUse">)
  | Omit<KeepsPassword, "version">
  | Omit<Removed, "version">;

/** A trunk's password is stored only as a credential. */
export async function completedItem(item: RealmItemDraft, realm: string): Promise<Completed> {
  if (!("password" in item)) return item;
  const { name, password, keepsUse } = item;
  const { md5: ha1Md5, sha256: ha1Sha256 } = sipHa1({ username: name, realm, secret: password });
  const keeps = keepsUse === undefined ? {} : { keepsUse };
  return { kind: "trunk", name, ha1Md5, ha1Sha256, ...lineUse(item), ...keeps };
}

export async function saveItem(
  state: State,
  kept: Map<string, RealmItem>,
  { item: given, version }: { readonly item: Completed; readonly version: string | null | undefined },
): Promise<Change> {
  const before = kept.get(keyOf(given));
  const was = before === undefined ? undefined : itemFacts(before);
  checkVersion(version, { before: was, what: subjectOfItem(given) });
  if ("removed" in given) return resetItem(state, kept, before);
  const item = given.kind === "trunk" ? completedLine(given, before) : given;
  if (before !== undefined && sameEntry({ ...before, id: 0 }, { ...item, id: 0 })) return "unchanged";
  await state.company.saveRealmItem(state.realm.id, item);
  kept.set(keyOf(item), item);
  await noteItem(state, { before, after: item });
  return before === undefined ? "added" : "changed";
}

async function resetItem(state: State, kept: Map<string, RealmItem>, before: RealmItem | undefined): Promise<Change> {
  if (before === undefined || !("id" in before) || typeof before.id !== "number") return "unchanged";
  await state.company.removeRealmItem(before.id);
  kept.delete(keyOf(before));
  await noteItem(state, { before, after: undefined });
  return "changed";
}

/** What the page of the company's settings shows; its hash is their version. */
export const settingsFacts = (company: string, items: readonly RealmItem[]): Readonly<Record<string, unknown>> => ({
  company,
  items: items.filter(({ kind }) => ["setting", "outgoing", "emergency"].includes(kind)).map(itemFacts),
});

/** A line with what stays of it. */
function completedLine(
  item: Extract<Completed, { readonly kind: "trunk" }>,
  before: RealmItem | undefined,
): Extract<RealmItem, { readonly kind: "trunk" }> {
  const { name } = item;
  const stored = before?.kind === "trunk" ? before : undefined;
  const credential = "keepsPassword" in item ? stored : item;
  if (credential === undefined)
    throw new AppError("admin.invalidFile", { detail: `trunk ${name} is new and needs a password` });
  const { ha1Md5, ha1Sha256 } = credential;
  const use = item.keepsUse === true ? { ...lineUse(stored ?? {}), ...lineUse(item) } : lineUse(item);
  // All classes are no limit: then `lineUse` leaves them out.
  const classes = item.keepsUse === true && item.classes !== undefined ? item.classes : use.classes;
  return { kind: "trunk", name, ha1Md5, ha1Sha256, ...lineUse({ ...use, classes }) };
}

/** What an administrator sees of an item in one form; its hash is the item's version. */
export function itemFacts(item: RealmItem): Readonly<Record<string, unknown>> {
  // A stored one has an id, a new one does not.
  return { ...item, id: undefined };
}

/** Of an application only its secret is changed, which no line has. */
function noteApplication(
  { note }: Notes,
  { before, after }: { readonly before: RealmItem | undefined; readonly after: RealmItem | undefined },
): Promise<void> {
  const item = after ?? before;
  if (item?.kind !== "application") return Promise.resolve();
  const object = { kind: "application", id: item.clientId, name: item.name } as const;
  if (before !== undefined && after !== undefined)
    return note("applications.secretChanged", {
      object,
      details: item.former === undefined ? {} : { oldUntil: new Date(item.former.until).toISOString() },
    });
  return note(before === undefined ? "applications.added" : "applications.removed", {
    object,
    details: { redirects: item.redirectUris.join(" ") },
  });
}

/** AUDIT-5, AUDIT-6: an item that was added, changed or removed; a setting without a value has its default. */
export async function noteItem(
  { note }: Notes,
  { before, after }: { readonly before: RealmItem | undefined; readonly after: RealmItem | undefined },
): Promise<void> {
  const item = after ?? before;
  if (item === undefined) return;
  const valueOf = (one: RealmItem | undefined) => (one?.kind === "setting" ? one.value : undefined);
  if (item.kind === "setting") {
    const noted = settingAct(item.name, valueOf(before), valueOf(after));
    if (noted !== undefined) await note(noted.act, noted);
    return;
  }
  if (item.kind === "application") return noteApplication({ note }, { before, after });
  const what = before === undefined ? "added" : after === undefined ? "removed" : "changed";
  const details = changeDetails(before ? itemFacts(before) : {}, after ? itemFacts(after) : {});
  const named = (kind: "line" | "emergency" | "hours") => ({
    object: { kind, id: item.name, name: item.name },
    details,
  });
  switch (item.kind) {
    case "trunk":
      return note(`lines.${what}`, named("line"));
    case "time_condition":
      return note(`hours.${what}`, named("hours"));
    case "emergency_profile":
    case "emergency_location":
      return note(`emergency.${what}`, named("emergency"));
    case "emergency":
      return note("emergency.changed", { details });
    case "outgoing":
      return note("lines.changed", { details });
  }
}
