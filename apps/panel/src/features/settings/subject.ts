/** The person of the shown settings; kept across pages. */
import { createContext, useContext } from "react";
import { usePanel } from "../../shared/panel.ts";
import { createStore, useSnapshot } from "../../shared/store.ts";
import type { Store } from "../../shared/store.ts";
import { subjectsOf } from "./subject.model.ts";
import type { SettingRow, Subject } from "./subject.model.ts";

export type ChosenSubject = Store<number | null, number | null>;

export const createChosenSubject = (): ChosenSubject =>
  createStore<number | null, number | null>(null, (_, next) => next);

export const SubjectContext = createContext<ChosenSubject>(createChosenSubject());

export interface SubjectChoice {
  readonly userId: number;
  readonly isSelf: boolean;
  readonly subjects: readonly Subject[];
  /** The chosen person's row of one of the lists. */
  rowOf<Row extends SettingRow>(rows: readonly Row[] | undefined): Row | undefined;
}

/** One of the people in the page's lists; if the person chosen on another page is not in them, the viewer. */
export function useSubject(lists: ReadonlyArray<readonly SettingRow[] | undefined>): SubjectChoice {
  const { user } = usePanel().viewer;
  const chosen = useSnapshot(useContext(SubjectContext));
  const subjects = subjectsOf(user, lists);
  const userId = subjects.find((one) => one.userId === chosen)?.userId ?? user.id;
  return {
    userId,
    isSelf: userId === user.id,
    subjects,
    rowOf: (rows) => rows?.find((row) => row.user_id === userId),
  };
}
