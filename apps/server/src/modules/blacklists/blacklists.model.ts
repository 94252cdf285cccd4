import { AppError } from "@callpanel/contract";
import type { BlockedNumber } from "../call-handling/index.ts";

/** An entry to save; with `id` an existing entry is changed. */
export interface EntryDraft extends Omit<BlockedNumber, "id"> {
  readonly id: number | undefined;
}

/**
 * BLACKLIST-3, BLACKLIST-4: the list after these entries are saved; new ones have the id 0. A number that exists already
 * is refused, or its entry gets the new name. Other entries stay.
 * @throws AppError settings.blacklist.exists, settings.blacklist.notFound
 */
export function saveEntries(
  before: readonly BlockedNumber[],
  drafts: readonly EntryDraft[],
  doubles: "refuse" | "rename",
): readonly BlockedNumber[] {
  const list = [...before];
  for (const { id, ...draft } of drafts) {
    const sameNumber = list.findIndex(({ match }) => match === draft.match);
    const changed = id === undefined ? sameNumber : list.findIndex((entry) => entry.id === id && id !== 0);
    if (id !== undefined && changed < 0) throw new AppError("settings.blacklist.notFound");
    const isDouble = sameNumber >= 0 && (doubles === "refuse" || sameNumber !== changed);
    if (isDouble) throw new AppError("settings.blacklist.exists", { number: draft.number });
    if (changed < 0) list.push({ id: 0, ...draft });
    else list[changed] = { id: list[changed]?.id ?? 0, ...draft };
  }
  return list;
}
