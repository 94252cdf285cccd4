/** CHAT-75: missed calls and voicemail between colleagues, as lines of their conversation. */
import { createHash } from "node:crypto";
import * as z from "zod/mini";
import type { Clock } from "../../../kernel/clock.ts";
import type { NewJob } from "../../../kernel/jobs/job-store.port.ts";
import { jobOf, type JobKind } from "../../../kernel/jobs/job.model.ts";
import type { CallDetailRecord } from "../../calls/index.ts";
import type { UserStore } from "../../users/index.ts";
import type { ChatFacts } from "../chat.facts.ts";
import type { ChatStore, HeldRoom } from "../chat.store.ts";
import type { ChatPresenceStore } from "../presence/chat-presence.store.ts";

const lineSchema = z.object({
  kind: z.enum(["missed", "voicemail"]),
  /** Ids of people. */
  from: z.int(),
  to: z.int(),
  at: z.number(),
  callId: z.string(),
  voicemail: z.optional(z.int()),
  seconds: z.optional(z.int()),
});
type CallLine = z.infer<typeof lineSchema>;

interface LeftVoicemail {
  readonly id: number;
  readonly boxId: number;
  readonly at: number;
  readonly durationMs: number;
  readonly callId: string;
  readonly from: { readonly userId: number | null; readonly number: string };
}

export const CALL_LINE_JOB: JobKind<CallLine> = { name: "chat.callLine", payload: lineSchema };

/** Stored with the record of a call. */
export function missedCallJobs(record: CallDetailRecord): readonly NewJob[] {
  const line = missedCallLine(record);
  return line === undefined ? [] : [jobOf(CALL_LINE_JOB, line, line.at)];
}

/** Stored with a voicemail. */
export function voicemailJobs(message: LeftVoicemail): readonly NewJob[] {
  const line = voicemailLine(message);
  return line === undefined ? [] : [jobOf(CALL_LINE_JOB, line, line.at)];
}

/** Of a call between two people that nobody answered; undefined for other calls. */
export function missedCallLine(record: CallDetailRecord): CallLine | undefined {
  const { from, to, answeredAt, direction, destination, endedAt: at, callId } = record;
  if (direction !== "internal" || answeredAt !== null || destination !== undefined) return undefined;
  // A caller who withheld their number is not named here either.
  if (from.userId === null || to.userId === null || from.userId === to.userId || from.number === "") return undefined;
  return { kind: "missed", from: from.userId, to: to.userId, at, callId };
}

/** Of a message that a colleague left; undefined for other messages. */
export function voicemailLine(message: LeftVoicemail): CallLine | undefined {
  const { id: voicemail, boxId: to, at, durationMs, callId, from } = message;
  if (from.userId === null || from.userId === to || from.number === "") return undefined;
  return { kind: "voicemail", from: from.userId, to, at, callId, voicemail, seconds: Math.round(durationMs / 1_000) };
}

export interface CallLinesDeps {
  readonly users: Pick<UserStore, "byId">;
  readonly store: Pick<ChatStore, "contactsBy" | "directRoom" | "createRoom" | "inRoom">;
  readonly presenceStore: Pick<ChatPresenceStore, "preferences">;
  readonly facts: Pick<ChatFacts, "message" | "room" | "subscription">;
  readonly clock: Pick<Clock, "now">;
}

/** The handler of the job: run twice it writes one line. */
export function createCallLines(deps: CallLinesDeps): (line: CallLine) => Promise<void> {
  const { users, store, presenceStore } = deps;
  return async (line) => {
    const called = await users.byId(line.to);
    if (called === undefined || !(await presenceStore.preferences(line.to)).callLines) return;
    const people = await store.contactsBy(called.realm.id, { ids: [line.from, line.to] });
    // Both of one company, and both with chat.
    if (people.length === 2) await write(deps, { line, realmId: called.realm.id, people });
  };
}

async function write(
  { store, facts, clock }: CallLinesDeps,
  { line, realmId, people }: { line: CallLine; realmId: number; people: Awaited<ReturnType<ChatStore["contactsBy"]>> },
): Promise<void> {
  const sender = people.find(({ id }) => id === line.from);
  const roomId = await directOf({ store, facts, clock }, realmId, [line.from, line.to]);
  if (sender === undefined || roomId === undefined) return;
  const clientId = `${line.kind}-${createHash("sha256").update(line.callId).digest("base64url").slice(0, 32)}`;
  const done = await store.inRoom(roomId, async (held: HeldRoom) => {
    if ((await held.sentBy(line.from, clientId)) !== undefined) return undefined;
    const { kind, voicemail, seconds } = line;
    const message = await held.addMessage({
      thread: null,
      client_id: clientId,
      text: "",
      all: false,
      sender,
      at: line.at,
      mentions: [],
      files: [],
      call: {
        kind,
        to: String(line.to),
        ...(voicemail !== undefined && { voicemail }),
        ...(seconds !== undefined && { seconds }),
      },
    });
    if (message === undefined) return undefined;
    // It is new to the called person alone.
    const own = await held.member(line.from);
    if (own !== undefined && own.read >= message.n - 1) await held.changeMember(line.from, { read: message.n });
    return { message, opened: await held.openForAll(), membersRev: held.room.membersRev };
  });
  if (done === undefined) return;
  const { message, opened, membersRev } = done;
  facts.message({ roomId, membersRev, message, followers: [] });
  facts.subscription(roomId, [...new Set([line.from, ...opened])]);
}

/** The conversation of two people; it is created if there is none. */
async function directOf(
  { store, facts, clock }: Pick<CallLinesDeps, "store" | "facts" | "clock">,
  realmId: number,
  people: readonly number[],
): Promise<number | undefined> {
  const ids = people.toSorted((one, other) => one - other);
  const directKey = `${realmId}:${ids.join(",")}`;
  const known = await store.directRoom(directKey);
  if (known !== undefined) return known.id;
  const members = ids.map((userId) => ({ userId, role: "member" as const, notify: "all" as const }));
  const draft = { realmId, type: "d", name: "", topic: "", readOnly: false, directKey, members } as const;
  const room = await store.createRoom({ ...draft, at: clock.now() });
  if (room !== undefined) facts.room(room.id, ids);
  return (room ?? (await store.directRoom(directKey)))?.id;
}
