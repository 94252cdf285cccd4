import { AppError } from "@callpanel/contract";
import type { NumberEntry } from "../directory/index.ts";
import type { ConfiguredQueue } from "../queues/index.ts";
import { targetsOf } from "./company.model.ts";

interface Numbers {
  readonly entries: readonly NumberEntry[];
  readonly queues: readonly ConfiguredQueue[];
}

/**
 * QUEUESET-9: callers who are sent on without a choice of theirs (`overflow_to`, toggles in either position, direct numbers
 * at any time) never come back to where they were. A key that leads back is the caller's choice.
 * @throws AppError admin.circle
 */
export function checkCircles(changed: readonly string[], { entries, queues }: Numbers): void {
  const byNumber = new Map(entries.map((entry) => [entry.number, entry]));
  const overflows = new Map(queues.map(({ number, configuration }) => [number, configuration.overflowTo]));
  const nextOf = (number: string): readonly string[] => {
    const entry = byNumber.get(number);
    if (entry?.kind !== "queue") return entry === undefined ? [] : targetsOf(entry);
    const to = overflows.get(number) ?? null;
    return to === null ? [] : [to];
  };
  const checked = new Set<string>();
  const follow = (number: string, path: readonly string[]): void => {
    if (path.includes(number)) {
      const circle = [...path.slice(path.indexOf(number)), number];
      throw new AppError("admin.circle", { number, path: circle.join(" → ") });
    }
    if (checked.has(number)) return;
    for (const next of nextOf(number)) follow(next, [...path, number]);
    checked.add(number);
  };
  for (const number of changed) follow(number, []);
}
