import type { Kysely } from "kysely";
import { toE164 } from "../../../kernel/text/phone-number.ts";
import type { SmsStore } from "../../../modules/sms/index.ts";
import type { Tables } from "../schema.ts";
import { conversationOf } from "./sms-rows.ts";
import type { SmsTables } from "./sms-tables.ts";

type Database = Kysely<Tables & SmsTables>;
type Settle = SmsStore["settle"];
type To = Parameters<Settle>[1];
type References = Extract<Parameters<Settle>[0], { readonly references: readonly string[] }>;

/** A state is changed only to a later one. */
const LATER_THAN = { sent: ["queued"], failed: ["queued", "sent"], delivered: ["queued", "sent"] } as const;

/** SMS-16: states of messages that go out. */
export function createSettle(all: Kysely<Tables>): Settle {
  const settleMessage = async (db: Database, messageId: number, { state, cause, reference }: To) => {
    const row = await db
      .updateTable("sms_messages")
      .set({ state, cause, ...(reference === undefined ? {} : { reference }) })
      .where("direction", "=", "out")
      .where("state", "in", LATER_THAN[state])
      .where("id", "=", messageId)
      .returning("conversation_id")
      .executeTakeFirst();
    if (row !== undefined) return conversationOf(db, row.conversation_id);
    // A report came before the gateway's answer: the state is a later one, but the reference is new.
    if (reference !== undefined)
      await db.updateTable("sms_messages").set({ reference }).where("id", "=", messageId).execute();
    return undefined;
  };

  return (of, to) =>
    all.transaction().execute(async (base) => {
      const trx: Database = base.withTables<SmsTables>();
      if ("messageId" in of) {
        if (to.parts !== undefined) await noteParts(trx, of.messageId, to.parts);
        return settleMessage(trx, of.messageId, to);
      }
      for (const reference of of.references) {
        const whole = await sentAs(trx, reference, of.between);
        const { reference: _name, ...state } = to;
        if (whole !== undefined) return settleMessage(trx, whole, state);
        const part = await partSentAs(trx, reference, of.between);
        if (part !== undefined) return settlePart(trx, part, to, (id, next) => settleMessage(trx, id, next));
      }
      return "unknown";
    });
}

/** Those of an earlier try are forgotten. */
async function noteParts(db: Database, messageId: number, references: readonly string[]): Promise<void> {
  await db.deleteFrom("sms_sent_parts").where("message_id", "=", messageId).execute();
  for (const [place, reference] of references.entries())
    await db
      .insertInto("sms_sent_parts")
      .values({ message_id: messageId, place, reference, state: "sent", cause: "" })
      .execute();
}

async function sentAs(db: Database, reference: string, between: References["between"]): Promise<number | undefined> {
  const row = await db
    .selectFrom("sms_messages as message")
    .innerJoin("sms_conversations as talk", "talk.id", "message.conversation_id")
    .where("message.direction", "=", "out")
    .where("message.reference", "=", reference)
    .$if(between !== undefined, (found) =>
      found.where("talk.did", "=", e164(between?.did)).where("talk.customer", "=", e164(between?.customer)),
    )
    .select("message.id")
    .orderBy("message.id", "desc")
    .executeTakeFirst();
  return row?.id;
}

async function partSentAs(db: Database, reference: string, between: References["between"]) {
  return db
    .selectFrom("sms_sent_parts as part")
    .innerJoin("sms_messages as message", "message.id", "part.message_id")
    .innerJoin("sms_conversations as talk", "talk.id", "message.conversation_id")
    .where("part.reference", "=", reference)
    .$if(between !== undefined, (found) =>
      found.where("talk.did", "=", e164(between?.did)).where("talk.customer", "=", e164(between?.customer)),
    )
    .select(["part.message_id as messageId", "part.place"])
    .orderBy("part.message_id", "desc")
    .executeTakeFirst();
}

const e164 = (number = ""): string => toE164(number) ?? number;

/** One part that failed fails the message; it is delivered when all are. */
async function settlePart(
  db: Database,
  { messageId, place }: { readonly messageId: number; readonly place: number },
  { state, cause }: To,
  settleMessage: (messageId: number, to: To) => ReturnType<Settle>,
): ReturnType<Settle> {
  // Reports of the parts of one message wait for each other.
  await db
    .updateTable("sms_messages")
    .set({ is_automatic: (eb) => eb.ref("is_automatic") })
    .where("id", "=", messageId)
    .execute();
  await db
    .updateTable("sms_sent_parts")
    .set({ state, cause })
    .where("message_id", "=", messageId)
    .where("place", "=", place)
    .where("state", "in", LATER_THAN[state])
    .execute();
  if (state !== "delivered") return settleMessage(messageId, { state, cause });
  const open = await db
    .selectFrom("sms_sent_parts")
    .where("message_id", "=", messageId)
    .where("state", "!=", "delivered")
    .select("place")
    .executeTakeFirst();
  return open === undefined ? settleMessage(messageId, { state, cause }) : undefined;
}
