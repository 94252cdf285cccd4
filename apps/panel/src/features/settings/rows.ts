/** One setting of all people that the viewer may see, and its changes (`users/{id}/<setting>`, spec 2 §7). */
import type { PanelErrorCode, UiFlag } from "@callpanel/contract";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { sayError } from "../../shared/api/api.ts";
import type { Api } from "../../shared/api/api.ts";
import { usePanel } from "../../shared/panel.ts";
import { useLocaleWords } from "../../shared/words/useWords.ts";
import { rowsKey } from "./rowsKey.ts";
import type { Viewer } from "../../shared/viewer.ts";
import type { SettingRow } from "./subject.model.ts";

/** One setting: how it is read, and its name in the cache. */
export interface RowsOf<Row extends SettingRow> {
  /** The setting's segment of the path: `do_not_disturb`. */
  readonly name: string;
  /** Requested only with this right. */
  readonly needs: UiFlag;
  readonly load: (
    api: Api,
    request: { readonly params: { readonly id: number }; readonly signal: AbortSignal },
  ) => Promise<{ readonly data: readonly Row[] }>;
}

export function rowsQuery<Row extends SettingRow>(
  api: Api,
  { user, flags }: Viewer,
  { name, needs, load }: RowsOf<Row>,
) {
  return queryOptions({
    queryKey: rowsKey(name),
    queryFn: async ({ signal }) => (await load(api, { params: { id: user.id }, signal })).data,
    enabled: flags[needs],
  });
}

/** The viewer first. `undefined` while loading, and without the right. */
export function useRows<Row extends SettingRow>(rows: RowsOf<Row>) {
  const { api, viewer } = usePanel();
  return useQuery(rowsQuery(api, viewer, rows));
}

export interface RowChange<Row extends SettingRow, Change> {
  readonly rows: RowsOf<Row>;
  /** The expected row; absent: it changes only with the response. */
  readonly foresee?: (row: Row, change: Change) => Row;
  readonly send: (api: Api, userId: number, change: Change) => Promise<Partial<Row>>;
}

/** SET-6: shows the change immediately and reverts it if the server refuses; in the end the response counts. */
export function useRowChange<Row extends SettingRow, Change>({ rows, foresee, send }: RowChange<Row, Change>) {
  const { api } = usePanel();
  const client = useQueryClient();
  const key = rowsKey(rows.name);
  const change = (userId: number, next: (row: Row) => Row) =>
    client.setQueryData<readonly Row[]>(key, (all) => all?.map((row) => (row.user_id === userId ? next(row) : row)));
  return useMutation({
    scope: { id: `settings.${rows.name}` },
    mutationFn: (asked: { readonly userId: number; readonly change: Change }) => send(api, asked.userId, asked.change),
    onMutate: async ({ userId, change: wanted }) => {
      await client.cancelQueries({ queryKey: key });
      const before = client.getQueryData<readonly Row[]>(key)?.find((row) => row.user_id === userId);
      if (foresee) change(userId, (row) => foresee(row, wanted));
      return before;
    },
    onError: (_error, { userId }, before) => {
      if (before && foresee) change(userId, () => before);
      // Load again, so that a change by an event meanwhile is not lost.
      return client.invalidateQueries({ queryKey: key });
    },
    onSuccess: (stored, { userId }) => {
      change(userId, (row) => ({ ...row, ...stored }));
    },
  });
}

/** The error text for a switch that could not be set: the server's text if there is one. */
export function useShowFailure(): (error: unknown, fallback: PanelErrorCode) => void {
  const { notices } = usePanel();
  const words = useLocaleWords();
  return (error, fallback) => notices.error(words.say(sayError(error, fallback)));
}
