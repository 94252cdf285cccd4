import { foldText } from "../../../kernel/text/search-text.ts";
import { toE164 } from "../../../kernel/text/phone-number.ts";
import { LOT_TIMEOUT_SECONDS, type NumberEntry } from "../../../modules/directory/index.ts";
import * as z from "zod/mini";

export interface NumberRow {
  readonly number: string;
  readonly kind: string;
  readonly name: string;
  readonly user_id: number | null;
  readonly details: string;
}

/** The `details` of each kind. Only `writeNumber` writes them, so a row that does not parse means a damaged store. */
const detailsSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("user"), userId: z.number() }),
  z.object({ kind: z.literal("queue") }),
  z.object({ kind: z.literal("room"), pin: z.nullable(z.string()), adminPin: z.nullable(z.string()) }),
  z.object({
    kind: z.literal("lot"),
    firstSlot: z.number(),
    lastSlot: z.number(),
    // Default for lots that were stored before they had a timeout.
    timeoutSeconds: z._default(z.number(), LOT_TIMEOUT_SECONDS),
  }),
  z.object({ kind: z.literal("toggle"), optionA: z.string(), optionB: z.string() }),
  z.object({ kind: z.literal("announcement") }),
  z.object({
    kind: z.literal("did"),
    target: z.string(),
    smsCapable: z.boolean(),
    hours: z.optional(z.string()),
    otherwise: z.optional(z.string()),
    popPage: z.optional(z.object({ url: z.string(), trigger: z.enum(["ringing", "answered"]) })),
  }),
]);
const jsonSchema = z.record(z.string(), z.unknown());

export function readNumber({ number, kind, name, user_id, details }: NumberRow): NumberEntry {
  const stored = z.parse(jsonSchema, JSON.parse(details));
  return { number, name, ...z.parse(detailsSchema, { ...stored, kind, userId: user_id }) };
}

/** `searchAlso`: further text to search in, the owner's username. */
export function writeNumber(entry: NumberEntry, searchAlso = "") {
  const { number, name, kind, ...rest } = entry;
  const { userId = null, ...details } = { userId: undefined, ...rest };
  return {
    number,
    name,
    kind,
    user_id: userId,
    details: JSON.stringify(details),
    e164: kind === "did" ? (toE164(number) ?? null) : null,
    search_text: foldText(`${name} ${searchAlso} ${number}`),
  };
}
