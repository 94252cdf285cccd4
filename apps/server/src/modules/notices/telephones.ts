/** Direct messages for the telephones that are registered with this server (docs/spec/phone-texts.md, TEXT-8 and following). */
import { noticedOf, plainTextOf, reachesTelephones, type ChatMessage } from "@callpanel/contract";
import type { TextsToPhones } from "@callpanel/phone-port";
import type { Bus } from "../../kernel/bus/bus.ts";
import type { Clock } from "../../kernel/clock.ts";
import { createKeyedQueue } from "../../kernel/concurrency/keyed-queue.ts";
import type { Log } from "../../kernel/log.ts";
import { messageChanged, type ChatStore } from "../chat/index.ts";
import { displayName, type UserStore } from "../users/index.ts";
import type { MessagePushDeps } from "./message-pushes.ts";

export interface TelephoneDeps {
  readonly bus: Pick<Bus, "subscribe">;
  readonly chat: Pick<ChatStore, "room" | "message" | "subscription">;
  readonly users: Pick<UserStore, "byId">;
  readonly choicesOf: MessagePushDeps["choicesOf"];
  readonly texts: TextsToPhones;
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
}

/** No person: what is read for them is the same for all. */
const NOBODY = 0;

/** @returns stops it, and resolves when what was begun is done */
export function startTelephoneTexts(deps: TelephoneDeps): () => Promise<void> {
  const { bus, chat, users, texts, clock, log } = deps;
  const inTurn = createKeyedQueue<number>();
  const running = new Set<Promise<unknown>>();

  const wants = async (userId: number, roomId: number, message: ChatMessage): Promise<boolean> => {
    const [choices, own] = [(await deps.choicesOf([userId])).get(userId), await chat.subscription(roomId, userId)];
    if (choices === undefined || own === undefined) return false;
    const activity = { mentions: [], all: false, followers: [], thread: message.thread };
    const noticed = noticedOf(activity, true, String(userId));
    return reachesTelephones({ ...choices, noticed, level: own.member.notify, now: clock.now() });
  };

  const tell = async (roomId: number, id: number): Promise<void> => {
    const listed = await chat.room(roomId, NOBODY);
    if (listed?.room.type !== "d" || listed.people.length !== 2) return;
    if (!listed.people.some(({ id: person }) => texts.reaches(person))) return;
    const message = await chat.message(roomId, id);
    // CHAT-75: what is said of calls has no text of a person.
    if (message === undefined || message.deleted || message.call !== undefined || message.text === "") return;
    const reader = listed.people.find(({ id: person }) => String(person) !== message.from.uid);
    const author = await users.byId(Number(message.from.uid));
    if (reader === undefined || author === undefined || !texts.reaches(reader.id)) return;
    if (!(await wants(reader.id, roomId, message))) return;
    const from = { number: author.extension || author.username, name: displayName(author), userId: author.id };
    texts.send({ userId: reader.id, from, text: plainTextOf(message.text) });
  };

  const stop = bus.subscribe(messageChanged, ({ roomId, seq, message }) => {
    // The sequence number of a new message is its id; with another one it was changed.
    if (seq !== message || !texts.reachesAnybody()) return;
    const one = inTurn(roomId, () => tell(roomId, message))
      .catch((error: unknown) => log.warn("a message was not sent to telephones", { err: error }))
      .finally(() => running.delete(one));
    running.add(one);
  });
  return async () => {
    stop();
    await Promise.all(running);
  };
}
