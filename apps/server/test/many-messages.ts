import { VOICEMAIL_CATEGORIES } from "@callpanel/contract";
import { PostgresAdapter, sql, type Kysely } from "kysely";
import type { Tables } from "../src/adapters/database/index.ts";
import { writeMessage, writePlace } from "../src/adapters/database/voicemail/voicemail-rows.ts";
import type { MessagePlace } from "../src/modules/voicemail/index.ts";

const AT_ONCE = 500;
const DAYS = 730;
const LAST = Date.UTC(2026, 10, 20);
const FIRST = LAST - DAYS * 86_400_000;
const OWN_FOLDERS = 20;

const WORDS =
  "please call me back when you have time about the order that we sent last week it did not arrive and our customer is waiting for an answer the invoice number is on paper thank you very much good morning this from office meeting moved to friday afternoon at three doctor said your results are here flight leaves airport early hotel booked train ticket urgent help police fire win prize account bank password vote party election candidate tomorrow monday evening house car red blue family mother brother birthday happy holiday snow weather contract price offer delivery truck container".split(
    " ",
  );
const FIRST_NAMES = "Ada Ben Chloé Dev Elif Finn Gül Hana Ivo Jun Kai Lea Mo Nia Otis Pia Quinn Rosa Sami Tove".split(
  " ",
);
const LAST_NAMES =
  "Abara Brandt Chen Duarte Eklund Fischer Gómez Haddad Ito Jansen Khan Lopez Moreau Novák Okafor".split(" ");

/** Adds messages of two years to a box, rows as `voicemail.store.ts` writes them; most are about half a minute long. */
export async function fillBox(db: Kysely<Tables>, boxId: number, count: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (let start = 0; start < count; start += AT_ONCE) {
      const rows = Array.from({ length: Math.min(AT_ONCE, count - start) }, (_, offset) => {
        const message = start + offset;
        return rowOf({ boxId, message, at: FIRST + Math.floor((message / count) * (LAST - FIRST)) });
      });
      await trx.insertInto("voicemails").values(rows).execute();
    }
  });
  // Maintenance that the databases do by themselves when they are idle.
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  await (isPostgres ? sql`vacuum analyze voicemails` : sql`analyze`).execute(db);
}

function rowOf({ boxId, message, at }: { readonly boxId: number; readonly message: number; readonly at: number }) {
  const pick = (from: readonly string[], spread: number): string => from[(message * spread) % from.length] ?? "";
  const number = `+1416555${String(1000 + ((message * 31) % 9000))}`;
  const said = Array.from({ length: 20 + ((message * 13) % 100) }, (_, word) => pick(WORDS, 7 + word * word));
  const text = [...said, ...(message % 1_000 === 7 ? ["rhubarb"] : [])].join(" ");
  const category = VOICEMAIL_CATEGORIES[(message * 5 + (message % 3)) % VOICEMAIL_CATEGORIES.length] ?? "misc";
  const row = writeMessage({
    boxId,
    at,
    durationMs: 1_000 * (3 + ((message * 97) % 180)),
    from: { number, name: message % 3 === 0 ? "" : `${pick(FIRST_NAMES, 3)} ${pick(LAST_NAMES, 11)}`, userId: null },
    callId: `bench${boxId}-${message}`,
    sound: "0".repeat(64),
    texts: {
      transcription: { state: "done", text },
      summary: { state: "done", text: said.slice(0, 12).join(" ") },
      category: { state: "done", text: category },
      translation: { state: "off" },
    },
    translationLanguage: "",
  });
  return { ...row, ...writePlace(placeOf(message)), favorite: message % 20 === 3 ? (1 as const) : (0 as const) };
}

/** A fifth unheard, a seventh in custom folders, a tenth archived. */
function placeOf(message: number): MessagePlace {
  const part = (message * 37) % 100;
  if (part < 20) return { folder: "inbox" };
  if (part < 75) return { folder: "old" };
  if (part < 90) return { folder: "custom", name: `Folder${(message * 3) % OWN_FOLDERS}` };
  return { folder: "archived", name: `Kept ${message}` };
}
