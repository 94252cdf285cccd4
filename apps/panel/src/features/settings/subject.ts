/** The person of the shown settings: the viewer, or the sub-account that the switch of the frame shows (SET-3). */
import { listSubAccounts, SUB_ACCOUNT_FEATURES, holdsOnSome } from "@callpanel/contract";
import type { SubAccount, SubAccountFeature } from "@callpanel/contract";
import { useQuery } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import { usePanel } from "../../shared/panel.ts";
import { rowsKey } from "./rowsKey.ts";
import type { SettingRow } from "./subject.model.ts";

/** Null: the viewer. */
export const SubjectContext = createContext<SubAccount | null>(null);

/** The other people with a setting that the viewer may see. */
export function useSubAccounts(): readonly SubAccount[] {
  const { api, viewer } = usePanel();
  const watches = SUB_ACCOUNT_FEATURES.some((module) =>
    ["read_for", "list_for"].some((rule) => holdsOnSome(viewer.rights, module, rule)),
  );
  const { data = [] } = useQuery({
    queryKey: rowsKey("sub_accounts"),
    queryFn: async ({ signal }) => (await api.call(listSubAccounts, { signal })).data,
    enabled: watches,
  });
  return watches ? data : [];
}

export interface Subject {
  readonly userId: number;
  readonly isSelf: boolean;
  /** Whether something of a sub-account may be changed; for the user's own settings the viewer's rights decide. */
  readonly mayChange: (feature: SubAccountFeature) => boolean;
  readonly sees: (feature: SubAccountFeature) => boolean;
  /** The person's row of a list. */
  rowOf<Row extends SettingRow>(rows: readonly Row[] | undefined): Row | undefined;
}

export function useSubject(): Subject {
  const { user } = usePanel().viewer;
  const chosen = useContext(SubjectContext);
  const userId = chosen?.user_id ?? user.id;
  return {
    userId,
    isSelf: chosen === null,
    mayChange: (feature) => chosen === null || chosen.writes.includes(feature),
    sees: (feature) => chosen === null || chosen.features.includes(feature),
    rowOf: (rows) => rows?.find((row) => row.user_id === userId),
  };
}
