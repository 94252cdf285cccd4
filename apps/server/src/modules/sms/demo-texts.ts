import { smsSegments } from "@callpanel/contract";
import { jobOf, SEND_JOB } from "./sms-outbox.ts";
import type { SmsStore } from "./sms.store.ts";

/** The number that the demo company shares for text messages (`demo-company.ts`). */
const DEMO_SMS_NUMBER = "+14165550170";
const MINUTE_MS = 60_000;

/** The author: a person of the company by username, or the customer; `ago`: minutes before now. */
type Line = readonly [by: string, ago: number, text: string];

interface Talk {
  readonly customer: string;
  readonly takenBy?: string;
  readonly lines: readonly Line[];
}

const CUSTOMER = "";
/** The people who share the number; the first has something unread. */
const READERS = ["alice", "bob", "carol"];

/** Numbers of shared contacts, one of a stranger, one that wants no messages. */
const TALKS: readonly Talk[] = [
  {
    customer: "+14165550110",
    takenBy: "bob",
    lines: [
      [CUSTOMER, 1_530, "Hello, is my order ready for pick-up?"],
      ["bob", 1_522, "Hi Agnes! It is packed. You can come by any time until 5 p.m."],
      [CUSTOMER, 1_519, "Great, I will send my daughter. Thanks Bob!"],
      ["bob", 1_518, "We will look out for her."],
      [CUSTOMER, 41, "She got everything, thank you. One box is missing its lid, could you look into it?"],
    ],
  },
  {
    customer: "+15145550112",
    lines: [
      ["carol", 190, "Bonjour Béatrice, votre rendez-vous de demain est confirmé à 10 h."],
      [CUSTOMER, 184, "Merci beaucoup! À demain."],
    ],
  },
  {
    customer: "+14165550186",
    lines: [[CUSTOMER, 12, "Hi, I found your number on the truck. Do you deliver to Oakville?"]],
  },
  {
    customer: "+16135550111",
    lines: [
      ["alice", 8_650, "Hi Anton, the dock is closed on Friday. Please deliver by Thursday."],
      [CUSTOMER, 8_640, "STOP"],
    ],
  },
];

/** The conversations whose last line alice has not read. */
const UNREAD = new Set(["+14165550110", "+14165550186"]);

/** Conversations of the demo company by text message. */
export async function seedDemoTexts(
  store: Pick<SmsStore, "write" | "receive" | "settle" | "claim" | "read">,
  {
    realmId,
    people,
    now,
  }: {
    readonly realmId: number;
    readonly people: ReadonlyArray<{ readonly id: number; readonly username: string }>;
    readonly now: number;
  },
): Promise<void> {
  const ids = new Map(people.map(({ id, username }) => [username, id]));
  // Nothing is sent: each message has its last state before its job begins.
  const job = jobOf(SEND_JOB, { now: () => now });
  for (const { customer, takenBy, lines } of TALKS) {
    let conversationId: number | undefined;
    for (const [at, [by, ago, text]] of lines.entries()) {
      const message = {
        realmId,
        did: DEMO_SMS_NUMBER,
        customer,
        text,
        segments: smsSegments(text).segments,
        at: now - ago * MINUTE_MS,
      };
      const clientId = `demo-text-${customer.slice(1)}-${at}`;
      if (by === CUSTOMER) {
        const isStopped = text === "STOP" ? true : undefined;
        conversationId = (await store.receive({ ...message, jobs: [], reference: clientId, isStopped }))?.id;
        continue;
      }
      const written = await store.write({
        ...message,
        job,
        by: { userId: ids.get(by), clientId },
        files: [],
        mostPerMinute: Infinity,
      });
      if (typeof written === "string") throw new Error("a text of the demo company is written once");
      await store.settle({ messageId: written.id }, { state: "delivered", cause: "" });
    }
    if (conversationId === undefined) continue;
    if (takenBy !== undefined)
      await store.claim(conversationId, { holder: undefined, userId: ids.get(takenBy), at: now - MINUTE_MS });
    for (const [at, username] of READERS.entries()) {
      const read = at === 0 && UNREAD.has(customer) ? lines.length - 1 : lines.length;
      await store.read(conversationId, ids.get(username) ?? 0, read);
    }
  }
}
