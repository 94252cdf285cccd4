import { VOICEMAIL_SORT_COLUMNS } from "@callpanel/contract";
import { ANY_TIME, PERIODS } from "../../shared/list/period.model.ts";
import type { Period } from "../../shared/list/period.model.ts";
import type { TextStorage } from "../../shared/storage.ts";
import { CATEGORY_CHOICES, DIRECTIONS, FIRST_PREFERENCES, PAGE_SIZES } from "./voicemail.model.ts";
import type { VoicemailPreferences } from "./voicemail.model.ts";

/** Stored separately for each person of this browser. */
const keyOf = (userId: number) => `callpanel_voicemail_${userId}`;
const askedKeyOf = (userId: number) => `callpanel_voicemail_transcripts_${userId}`;
const DAY = /^(\d{4}-\d\d-\d\d)?$/;

/** VMU-6: the valid parts of the stored value; the default for the rest. */
export function readListPreferences(storage: TextStorage, userId: number): VoicemailPreferences {
  const saved = fieldsOf(storage.get(keyOf(userId)));
  const one = <Value>(name: string, known: readonly Value[], otherwise: Value): Value =>
    known.find((value) => value === saved.get(name)) ?? otherwise;
  const boxes = saved.get("boxes");
  return {
    category: one("category", CATEGORY_CHOICES, FIRST_PREFERENCES.category),
    date: dateOf(saved.get("date")),
    sort: one("sort", VOICEMAIL_SORT_COLUMNS, FIRST_PREFERENCES.sort),
    direction: one("direction", DIRECTIONS, FIRST_PREFERENCES.direction),
    pageSize: one("pageSize", PAGE_SIZES, FIRST_PREFERENCES.pageSize),
    boxes: Array.isArray(boxes) ? boxes.filter((box) => typeof box === "string") : [],
  };
}

export const keepListPreferences = (storage: TextStorage, userId: number, preferences: VoicemailPreferences): void =>
  storage.set(keyOf(userId), JSON.stringify(preferences));

/** Later is the next day. */
const ASK_AGAIN_MS = 86_400_000;

/** VMU-25: whether to ask about transcripts that are off: not after Never, and not within a day after Later. */
export function mayAsk(storage: TextStorage, userId: number, now: number): boolean {
  const saved = storage.get(askedKeyOf(userId));
  return saved === null || (saved !== "never" && now - Number(saved) >= ASK_AGAIN_MS);
}
export const putOff = (storage: TextStorage, userId: number, until: "never" | { readonly from: number }): void =>
  storage.set(askedKeyOf(userId), until === "never" ? "never" : String(until.from));

function dateOf(saved: unknown): Period {
  const fields = new Map<string, unknown>(typeof saved === "object" && saved !== null ? Object.entries(saved) : []);
  const choice = PERIODS.find((one) => one === fields.get("choice")) ?? "any";
  const day = (name: string) => {
    const value = fields.get(name);
    return typeof value === "string" && DAY.test(value) ? value : "";
  };
  return choice === "between" ? { choice, from: day("from"), to: day("to") } : { ...ANY_TIME, choice };
}

function fieldsOf(text: string | null): ReadonlyMap<string, unknown> {
  if (text === null) return new Map();
  try {
    const saved: unknown = JSON.parse(text);
    return new Map<string, unknown>(typeof saved === "object" && saved !== null ? Object.entries(saved) : []);
  } catch {
    return new Map();
  }
}
