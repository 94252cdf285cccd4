/** Calls that nobody answered, as a server leaves them that is killed at once, and the lines that come of them. */
import { endpoints } from "@callpanel/contract";
import { createStores, openDatabase } from "../src/app/services/storage.ts";
import { missedCallJobs } from "../src/modules/chat/index.ts";
import { callRecord } from "./call-records.ts";
import { ask } from "./server-pair.ts";
import { silentLog } from "./temporary-storage.ts";

/** Records of calls from each of `callers` to one person, and what is stored with them. Usernames. */
export async function missCalls(
  place: Parameters<typeof openDatabase>[0],
  callers: readonly string[],
  called: string,
): Promise<void> {
  const db = await openDatabase(place, silentLog);
  const { users, callRecords } = createStores(db);
  const partyOf = async (username: string) => {
    const user = await users.byUsername(username);
    if (user === undefined) throw new Error(`${username} is in the company`);
    return { userId: user.id, number: username, name: user.firstName };
  };
  const to = await partyOf(called);
  for (const name of callers) {
    const from = await partyOf(name);
    const record = callRecord({ callId: `missed-${name}`, from, to, answeredAt: null, disposition: "noAnswer" });
    await callRecords.write(record, missedCallJobs(record));
  }
  await db.destroy();
}

/** Who is named by the lines of missed calls that a person has: a caller is there as often as they have lines. */
export async function missedLines(address: string, token: string): Promise<readonly string[]> {
  const get = async (path: string) => (await ask(`${address}/api/v1/chats/${path}`, token)).body;
  const { data } = endpoints.listDirectMessages.response.parse(await get("direct_messages?limit=50"));
  const names: string[] = [];
  for (const { id } of data) {
    const page = endpoints.listChatMessages.response.parse(await get(`rooms/${id}/messages?limit=200`));
    for (const { call, from } of page.messages) if (call?.kind === "missed") names.push(from.name);
  }
  return names.toSorted();
}
