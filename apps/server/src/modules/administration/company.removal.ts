import { AppError } from "@callpanel/contract";
import type { RealmItem } from "../realm-settings/index.ts";
import { withMovedExit } from "../queues/index.ts";
import { changeDetails, checkTouched } from "./company.author.ts";
import { checkCircles } from "./company.circles.ts";
import { noteItem } from "./company.items.ts";
import { checkRemoval, permissionText, withMovedTargets, type ServiceEntry, type Leading } from "./company.model.ts";
import { carryOut, peopleOf, type OfRealm, type Order } from "./company.order.ts";
import { personFacts } from "./company.people.ts";
import { sameQueue } from "./company.queues.ts";
import { serviceAct } from "./company.services.ts";
import type { CompanyReader, CompanyStore } from "./company.store.ts";
import { subjectOfItem, subjectOfNumber } from "./company.subjects.ts";

export interface PeopleRemoval extends OfRealm {
  readonly usernames: readonly string[];
  /** Where numbers, toggles and queues lead that led to them; without it, nothing may lead to them. */
  readonly leadTo?: string | null;
}

/** Removes people with their extensions and sessions. */
export const removePeople = (
  store: CompanyStore,
  { usernames, leadTo = null, ...order }: PeopleRemoval,
): Promise<void> =>
  carryOut(store, order, async (running) => {
    const { company, realm, author, note } = running;
    const before = await company.numbers(realm.id);
    const found = await peopleOf(running, { usernames });
    const missing = usernames.find((name) => !found.some(({ username }) => username === name));
    if (missing !== undefined) throw new AppError("admin.notFound", { what: { kind: "person", name: missing } });
    // PEOPLE-22
    if (author.way === "panel" && found.some(({ id }) => id === author.userId)) throw new AppError("admin.yourself");
    if (leadTo !== null) await leadElsewhere(running, { from: found.map(({ extension }) => extension), to: leadTo });
    for (const user of found) {
      await note("people.removed", { person: user.id, details: changeDetails(personFacts(user), {}) });
      await company.endSessions(user.id);
      await company.endVideoLinks(user.id);
      await company.removeUser(user.id);
    }
    const removed = found.map(({ username, extension }) => ({
      number: extension,
      what: { kind: "person", name: `${username} (${extension})` } as const,
    }));
    checkRemoval(removed, await leadingIn(company, realm.id), before);
  });

/** What may lead to a number of the realm. */
export const leadingIn = async (company: CompanyReader, realmId: number): Promise<Leading> => ({
  numbers: await company.numbers(realmId),
  queues: await company.queues(realmId),
  announcements: await company.announcementExits(realmId),
});

/** Whatever leads to some extensions leads to another number. */
async function leadElsewhere(
  { company, realm, note }: Order,
  { from, to }: { readonly from: readonly string[]; readonly to: string },
): Promise<void> {
  const numbers = await company.numbers(realm.id);
  if (from.includes(to) || !numbers.some(({ number, kind }) => number === to && kind !== "did"))
    throw new AppError("admin.notFound", { what: { kind: "number", name: to }, field: "lead_to" });
  const moved = (number: string) => (from.includes(number) ? to : number);
  for (const entry of numbers) {
    const next = withMovedTargets(entry, moved);
    if (next === undefined) continue;
    await company.saveService(realm.id, next);
    const { act, object } = serviceAct(next, "changed");
    await note(act, { object, details: changeDetails({ ...entry }, { ...next }) });
  }
  // ANN-7
  if ((await company.announcementExits(realm.id)).some((one) => from.includes(one.to) && one.number === to))
    throw new AppError("admin.circle", { number: to, path: `${to} → ${to}`, field: "lead_to" });
  for (const number of from) await company.moveAnnouncementExits(realm.id, { from: number, to });
  const queues = await company.queues(realm.id);
  for (const queue of queues) {
    const configuration = from.reduce((one, number) => withMovedExit(one, { from: number, to }), queue.configuration);
    const next = { ...queue, configuration };
    if (sameQueue(queue, next)) continue;
    await company.saveQueue(realm.id, next);
    const { act, object } = serviceAct({ ...queue, kind: "queue" }, "changed");
    await note(act, { object, details: changeDetails({ ...queue.configuration }, { ...configuration }) });
  }
  checkCircles(
    queues.map(({ number }) => number),
    { entries: await company.numbers(realm.id), queues: await company.queues(realm.id) },
  );
}

/** Removes a number of the company that is no extension; no other may lead to it. */
export const removeService = (
  store: CompanyStore,
  { number, kind, ...order }: OfRealm & Pick<ServiceEntry, "number" | "kind">,
): Promise<void> =>
  carryOut(store, order, async ({ company, realm: { id }, note }) => {
    const before = await company.numbers(id);
    const entry = before.find((one) => one.number === number && one.kind === kind);
    if (entry === undefined) throw new AppError("admin.notFound", { what: subjectOfNumber({ kind, number }) });
    const { act, object } = serviceAct({ kind, number, name: entry.name }, "removed");
    await note(act, { object });
    await company.removeService(id, number);
    checkRemoval([{ number, what: subjectOfNumber(entry) }], await leadingIn(company, id), before);
  });

/** Removes an item of the realm; a setting then has its default. */
export const removeItem = (
  store: CompanyStore,
  { kind, name, ...order }: OfRealm & Pick<RealmItem, "kind" | "name">,
): Promise<void> =>
  carryOut(store, order, async ({ company, realm, at, note }) => {
    const item = (await company.realmItems(realm.id)).find((one) => one.kind === kind && one.name === name);
    if (item === undefined) throw new AppError("admin.notFound", { what: subjectOfItem({ kind, name }) });
    if (kind === "time_condition") {
      const using = (await company.numbers(realm.id)).find((entry) => entry.kind === "did" && entry.hours === name);
      if (using !== undefined)
        throw new AppError("admin.stillLeads", { what: subjectOfItem(item), number: using.number });
    }
    if (item.kind === "application") await company.endSessionsOf(item.clientId, at);
    await company.removeRealmItem(item.id);
    await noteItem({ note }, { before: item, after: undefined });
  });

/** Removes a group; its members stay. */
export const removeGroup = (
  store: CompanyStore,
  { name, ...order }: OfRealm & { readonly name: string },
): Promise<void> =>
  carryOut(store, order, async ({ company, realm, author, note }) => {
    const group = (await company.groups(realm.id)).find((one) => one.name === name);
    if (group === undefined) throw new AppError("admin.notFound", { what: { kind: "group", name } });
    checkTouched(author, group.permissions, { kind: "group", name });
    // PEOPLE-4
    for (const { id } of await company.users(realm.id, { group: name })) await company.endInvitation(id);
    await note("groups.removed", {
      object: { kind: "group", id: name, name },
      details: { taken: group.permissions.map(permissionText).join(" ") },
    });
    await company.removeGroup(realm.id, name);
  });
