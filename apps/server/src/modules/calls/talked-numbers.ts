import { numberKey } from "../../kernel/text/phone-number.ts";
import type { CallDetailRecord } from "./calls.store.ts";

type Talk = Pick<CallDetailRecord, "answeredAt" | "answeredBy" | "disposition" | "destination" | "from" | "to">;

/** QMISS-3: the numbers (`numberKey`) that a person of the company has talked to in a call: callers and called numbers. */
export const talkedNumbers = (call: Talk): readonly string[] => [...new Set(numbersOf(call).map(numberKey))];

function numbersOf({ answeredAt, answeredBy, disposition, destination, from, to }: Talk): readonly string[] {
  if (answeredAt === null || disposition !== "answered") return [];
  if (answeredBy !== undefined) return [from.number];
  if (destination !== undefined) return [];
  return [...(to.userId === null ? [] : [from.number]), ...(from.userId === null ? [] : [to.number])];
}
