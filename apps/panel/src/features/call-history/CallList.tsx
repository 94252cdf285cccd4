import { PAGE_SIZE } from "@callpanel/contract";
import { Button, IconHistory, IconSearch, Pager, Skeleton, StatePanel } from "@callpanel/ui";
import { LoadFailed } from "../../shared/LoadFailed.tsx";
import { usePanel } from "../../shared/panel.ts";
import { useFormats } from "../../shared/formats/useFormats.ts";
import { useWords } from "../../shared/words/useWords.ts";
import { callHistoryMessages } from "./call-history.messages.ts";
import { ANY_TIME, isNarrowed, pageCountOf } from "./call-history.model.ts";
import { CallRow } from "./CallRow.tsx";
import type { Calls } from "./useCalls.ts";
import styles from "./CallList.module.css";

export interface CallListProps {
  readonly calls: Calls;
  readonly openId: number | null;
  readonly onOpen: (id: number) => void;
}

/** A page of calls, or why there is none. */
export function CallList({ calls, openId, onOpen }: CallListProps) {
  const t = useWords(callHistoryMessages);
  const { view, state, retry } = calls;
  if (state.phase === "failed") return <LoadFailed error={state.error} fallback="cdrs.load" onRetry={retry} />;
  if (state.phase === "loading")
    return (
      <output className={styles.skeletons} aria-label={t("callHistory.loading")}>
        {Array.from({ length: 9 }, (_, at) => (
          <Skeleton key={at} height={60} />
        ))}
      </output>
    );
  const { page, stale } = state;
  return (
    <>
      <Searched searched={page.searched} />
      {page.data.length === 0 ? (
        <NoCalls calls={calls} />
      ) : (
        <ul
          className={styles.rows}
          aria-label={t("callHistory.list")}
          aria-busy={stale}
          data-stale={stale ? "" : undefined}
        >
          {page.data.map((call) => (
            <CallRow
              key={call.id}
              call={call}
              zone={view.zone}
              open={call.id === openId}
              onOpen={() => onOpen(call.id)}
            />
          ))}
        </ul>
      )}
      <Pages calls={calls} total={page.total} shown={page.data.length} />
    </>
  );
}

/** CDR-13: not all calls were searched. */
function Searched({ searched }: { readonly searched: number | undefined }) {
  const t = useWords(callHistoryMessages);
  const formats = useFormats();
  if (searched === undefined) return null;
  return <p className={styles.note}>{t("callHistory.searched", { count: formats.number(searched) })}</p>;
}

interface PagesProps {
  readonly calls: Calls;
  readonly total: number;
  readonly shown: number;
}

function Pages({ calls: { view, dispatch }, total, shown }: PagesProps) {
  const t = useWords(callHistoryMessages);
  const formats = useFormats();
  const first = view.page * PAGE_SIZE.cdrs;
  const range = { first: formats.number(first + 1), last: formats.number(first + shown), total: formats.number(total) };
  return (
    <div className={styles.pages}>
      <Pager
        label={t("callHistory.pages")}
        previousLabel={t("callHistory.previous")}
        nextLabel={t("callHistory.next")}
        range={t("callHistory.range", range)}
        page={view.page}
        pageCount={pageCountOf(total)}
        onPage={(page) => dispatch({ type: "pageTurned", page })}
      />
    </div>
  );
}

/** Nothing there at all, or nothing that fits: each says what to do about it. */
function NoCalls({ calls: { view, dispatch, search } }: Pick<CallListProps, "calls">) {
  const t = useWords(callHistoryMessages);
  const { search: field } = usePanel();
  if (search !== "")
    return (
      <StatePanel
        icon={IconSearch}
        title={t("callHistory.noneTitle")}
        text={t("callHistory.noneSearch", { search })}
        action={
          <Button onClick={() => field.dispatch({ type: "typed", text: "" })}>{t("callHistory.clearSearch")}</Button>
        }
      />
    );
  if (isNarrowed(view))
    return (
      <StatePanel
        icon={IconSearch}
        title={t("callHistory.noneTitle")}
        text={t("callHistory.noneFilter")}
        action={
          <Button onClick={() => dispatch({ type: "filtered", change: { people: [], period: ANY_TIME } })}>
            {t("callHistory.clearFilters")}
          </Button>
        }
      />
    );
  return <StatePanel icon={IconHistory} title={t("callHistory.emptyTitle")} text={t("callHistory.emptyText")} />;
}
