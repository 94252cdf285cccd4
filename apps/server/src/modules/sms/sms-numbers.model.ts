import { toE164 } from "../../kernel/text/phone-number.ts";
import type { NumberEntry } from "../directory/index.ts";
import type { SmsNumber } from "./sms.store.ts";

/** SMS-11: a number belongs to the person or the agents of the queue to which it leads, through a toggle to those of both options. */
export function smsNumbers(
  rows: ReadonlyArray<{ readonly id: number; readonly entry: NumberEntry }>,
  agents: ReadonlyArray<{ readonly queue: string; readonly userId: number }>,
  /** SMS-19: people who cannot sign in share no number meanwhile. */
  suspended: ReadonlySet<number> = new Set(),
): readonly SmsNumber[] {
  const entries = new Map(rows.map(({ entry }) => [entry.number, entry]));
  const peopleAt = (number: string, mayToggle = true): readonly number[] => {
    const entry = entries.get(number);
    if (entry?.kind === "user") return [entry.userId];
    if (entry?.kind === "queue") return agents.filter(({ queue }) => queue === number).map(({ userId }) => userId);
    if (entry?.kind !== "toggle" || !mayToggle) return [];
    return [entry.optionA, entry.optionB].flatMap((option) => peopleAt(option, false));
  };
  return rows.flatMap(({ id, entry }) => {
    if (entry.kind !== "did" || !entry.smsCapable) return [];
    const { name, number, target } = entry;
    return [
      {
        id,
        name,
        number: toE164(number) ?? number,
        people: new Set(peopleAt(target).filter((id) => !suspended.has(id))),
      },
    ];
  });
}
