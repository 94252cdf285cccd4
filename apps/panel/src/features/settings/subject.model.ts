import type { CurrentUser } from "@callpanel/contract";
import { fullNameOf } from "../../shared/viewer.ts";

/** One person's row of a `…/can_watch_users` response, without the fields of the setting. */
export interface SettingRow {
  readonly user_id: number;
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly exten: string;
  readonly may_write: boolean;
}

/** A person with visible settings. */
export interface Subject {
  readonly userId: number;
  readonly name: string;
  readonly extension: string;
}

type Rows = readonly SettingRow[] | undefined;

/** SET-3: the viewer first, then by extension everyone with a row in any of the lists. */
export function subjectsOf(user: CurrentUser, lists: readonly Rows[]): readonly Subject[] {
  const self = { userId: user.id, name: fullNameOf(user), extension: user.extension };
  const others = new Map<number, Subject>();
  for (const { user_id: userId, username, first_name: firstName, last_name: lastName, exten } of lists.flatMap(
    (rows) => rows ?? [],
  ))
    if (userId !== user.id)
      others.set(userId, { userId, name: fullNameOf({ firstName, lastName, username }), extension: exten });
  return [self, ...[...others.values()].toSorted((a, b) => a.extension.localeCompare(b.extension))];
}
