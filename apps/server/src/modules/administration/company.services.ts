import type { AuditAct, AuditObject } from "@callpanel/contract";
import type { NumberEntry } from "../directory/index.ts";
import { changeDetails, checkVersion } from "./company.author.ts";
import { completedConference, sameConference } from "./company.conferences.ts";
import type { QueueServiceDraft, RoomServiceDraft, ServiceDraft, ServiceEntry } from "./company.model.ts";
import { completedQueue, sameQueue } from "./company.queues.ts";
import { refusal, sameEntry, type Change, type State } from "./company.state.ts";
import { takenNumber } from "./company.subjects.ts";

type Kind = ServiceEntry["kind"];

/** What each kind of number is in the audit log: `queues.added`, about a `queue`. */
const NOTED = {
  did: { noun: "numbers", kind: "number" },
  queue: { noun: "queues", kind: "queue" },
  room: { noun: "conferences", kind: "conference" },
  lot: { noun: "lots", kind: "lot" },
  toggle: { noun: "toggles", kind: "toggle" },
} as const satisfies Readonly<Record<Kind, { readonly noun: string; readonly kind: AuditObject }>>;

/** The act and the thing of a change of a number. */
export function serviceAct(
  { kind, number, name }: Pick<ServiceEntry, "kind" | "number" | "name">,
  what: "added" | "changed" | "removed",
): {
  readonly act: AuditAct;
  readonly object: { readonly kind: AuditObject; readonly id: string; readonly name: string };
} {
  const { noun, kind: objectKind } = NOTED[kind];
  return { act: `${noun}.${what}`, object: { kind: objectKind, id: number, name } };
}

export async function saveService(state: State, draft: ServiceDraft): Promise<Change> {
  const { company, realm, numbers } = state;
  const entry = entryOf(draft);
  const before = numbers.get(entry.number);
  const was = before === undefined ? undefined : serviceFacts(state, before);
  checkVersion(draft.version, { before: was, what: { kind: "number", name: entry.number }, field: "number" });
  if (before !== undefined && before.kind !== entry.kind) throw refusal("admin.exists", takenNumber(before), "number");
  const isSame = before !== undefined && sameEntry(before, entry);
  if (!isSame) {
    await company.saveService(realm.id, entry);
    numbers.set(entry.number, entry);
  }
  const isSameInside = await saveSettings(state, draft);
  if (isSame && isSameInside) return "unchanged";
  const { act, object } = serviceAct(entry, before === undefined ? "added" : "changed");
  await state.note(act, { object, details: changeDetails(was ?? {}, serviceFacts(state, entry)) });
  return before === undefined ? "added" : "changed";
}

/** What an administrator sees of a number in one form; its hash is the number's version. */
export function serviceFacts(
  { queues, conferences, userIds }: Pick<State, "queues" | "conferences" | "userIds">,
  { number, ...entry }: NumberEntry,
): Readonly<Record<string, unknown>> {
  const usernameOf = (id: number) => [...userIds].find(([, one]) => one === id)?.[0] ?? String(id);
  const queue = queues.get(number);
  const room = conferences.get(number);
  return {
    ...entry,
    kind: undefined,
    ...queue?.configuration,
    ...(queue === undefined
      ? {}
      : { members: queue.members.map(({ agentId, ...member }) => ({ agent: usernameOf(agentId), ...member })) }),
    ...room?.configuration,
    ...(room === undefined ? {} : { admins: room.adminIds.map(usernameOf) }),
  };
}

function entryOf(draft: ServiceDraft): ServiceEntry {
  if (draft.kind === "queue") return { kind: "queue", number: draft.number, name: draft.name };
  if (draft.kind === "room") {
    const { kind, number, name, pin, adminPin } = draft;
    return { kind, number, name, pin, adminPin };
  }
  const { line: _, version: __, ...entry } = draft;
  return entry;
}

/** What is stored with the number. @returns whether it is the same already */
function saveSettings(state: State, draft: ServiceDraft): boolean | Promise<boolean> {
  if (draft.kind === "queue") return saveQueue(state, draft);
  return draft.kind !== "room" || saveConference(state, draft);
}

async function saveConference(
  { company, realm, conferences, userIds }: State,
  draft: RoomServiceDraft,
): Promise<boolean> {
  const before = conferences.get(draft.number);
  const conference = completedConference(draft, before, (username) => userIds.get(username));
  conferences.set(conference.number, conference);
  const isPlain = draft.settings === undefined && draft.admins === undefined;
  if (before === undefined ? isPlain : sameConference(before, conference)) return true;
  await company.saveConference(realm.id, conference);
  return false;
}

async function saveQueue({ company, realm, queues, userIds }: State, draft: QueueServiceDraft): Promise<boolean> {
  const before = queues.get(draft.number);
  const queue = completedQueue(draft, before, (username) => userIds.get(username));
  queues.set(queue.number, queue);
  if (before === undefined ? draft.settings === undefined && draft.members === undefined : sameQueue(before, queue))
    return true;
  await company.saveQueue(realm.id, queue);
  return false;
}
