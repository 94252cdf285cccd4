/** Calls that nobody answered and voicemail, as a server leaves them that is killed at once, and the lines that come of them. */
import { endpoints } from "@callpanel/contract";
import { createStores, openDatabase, type Stores } from "../src/app/services/storage.ts";
import { missedCallJobs, voicemailJobs } from "../src/modules/chat/index.ts";
import { callRecord } from "./call-records.ts";
import { ask } from "./server-pair.ts";
import { silentLog } from "./temporary-storage.ts";
import { NO_TEXTS } from "./voicemails.ts";

type Place = Parameters<typeof openDatabase>[0];

/** Records of calls from each of `callers` to one person, and what is stored with them. Usernames. */
export async function missCalls(place: Place, callers: readonly string[], called: string): Promise<void> {
  await between(place, callers, called, async ({ callRecords }, from, to) => {
    const callId = `missed-${from.number}`;
    const record = callRecord({ callId, from, to, answeredAt: null, disposition: "noAnswer" });
    await callRecords.write(record, missedCallJobs(record));
  });
}

/** A message of each of `callers` in the box of one person, and what is stored with it. Usernames. */
export async function leaveVoicemails(place: Place, callers: readonly string[], called: string): Promise<void> {
  await between(place, callers, called, async ({ voicemail }, from, to) => {
    const callId = `voicemail-${from.number}`;
    const message = { boxId: to.userId, at: Date.UTC(2026, 2, 1), durationMs: 4_000, from, callId };
    await voicemail.add({ ...message, sound: callId, texts: NO_TEXTS, translationLanguage: "" }, (id) =>
      voicemailJobs({ ...message, id }),
    );
  });
}

interface Party {
  readonly userId: number;
  readonly number: string;
  readonly name: string;
}

async function between(
  place: Place,
  callers: readonly string[],
  called: string,
  write: (stores: Stores, from: Party, to: Party) => Promise<void>,
): Promise<void> {
  const db = await openDatabase(place, silentLog);
  const stores = createStores(db);
  const partyOf = async (username: string): Promise<Party> => {
    const user = await stores.users.byUsername(username);
    if (user === undefined) throw new Error(`${username} is in the company`);
    return { userId: user.id, number: username, name: user.firstName };
  };
  const to = await partyOf(called);
  for (const name of callers) await write(stores, await partyOf(name), to);
  await db.destroy();
}

/** The people named by the lines of a kind that a person has: a caller is there as often as they have lines. */
export async function callLines(
  address: string,
  token: string,
  kind: "missed" | "voicemail",
): Promise<readonly string[]> {
  const get = async (path: string) => (await ask(`${address}/api/v1/chats/${path}`, token)).body;
  const { data } = endpoints.listDirectMessages.response.parse(await get("direct_messages?limit=50"));
  const names: string[] = [];
  for (const { id } of data) {
    const page = endpoints.listChatMessages.response.parse(await get(`rooms/${id}/messages?limit=200`));
    for (const { call, from } of page.messages) if (call?.kind === kind) names.push(from.name);
  }
  return names.toSorted();
}
