import type { CallRecord } from "@callpanel/contract";
import { Button, IconHistory, StatePanel } from "@callpanel/ui";
import { useState } from "react";
import type { ReactNode } from "react";
import { useFormats } from "../../shared/formats/useFormats.ts";
import { ListPage } from "../../shared/list/ListPage.tsx";
import { NothingFits } from "../../shared/list/NothingFits.tsx";
import { ANY_TIME } from "../../shared/list/period.model.ts";
import { useWords } from "../../shared/words/useWords.ts";
import { callHistoryMessages } from "./call-history.messages.ts";
import { groupCalls, isNarrowed } from "./call-history.model.ts";
import type { CallGroup } from "./call-history.model.ts";
import { CallRow } from "./CallRow.tsx";
import type { CallParts } from "./CallRow.tsx";
import type { Calls } from "./useCalls.ts";
import styles from "./CallList.module.css";

const ROW_HEIGHT_PX = 60;
const CLEAR = { type: "filtered", change: { kind: "all", people: [], period: ANY_TIME } } as const;

export interface CallListProps {
  readonly calls: Calls;
  readonly openId: number | null;
  readonly onOpen: (id: number) => void;
  /** Opens a call and plays its first recording. */
  readonly onPlay: (id: number) => void;
}

/** A page of calls, or the reason why it is empty. */
export function CallList({ calls, openId, onOpen, onPlay }: CallListProps) {
  const t = useWords(callHistoryMessages);
  const { view, state, dispatch } = calls;
  return (
    <>
      <Searched searched={state.phase === "ready" ? state.page.searched : undefined} />
      <ListPage
        list={calls}
        names={{
          rows: t("callHistory.list"),
          loading: t("callHistory.loading"),
          pages: t("callHistory.pages"),
        }}
        fallback="cdrs.load"
        rowHeight={ROW_HEIGHT_PX}
        empty={<NoCalls calls={calls} />}
        whenForbidden={
          isNarrowed(view) ? <Button onClick={() => dispatch(CLEAR)}>{t("callHistory.clearFilters")}</Button> : null
        }
      >
        {({ data }) =>
          groupCalls(data).map((group) => (
            <Conversation
              key={group.call.id}
              group={group}
              openId={openId}
              row={(call, parts) => (
                <CallRow
                  key={call.id}
                  call={call}
                  parts={parts}
                  zone={view.zone}
                  open={call.id === openId}
                  onOpen={() => onOpen(call.id)}
                  onPlay={() => onPlay(call.id)}
                  ticked={view.selected.has(call.id)}
                  onTick={(on) => dispatch({ type: "ticked", ids: [call.id], on })}
                />
              )}
            />
          ))
        }
      </ListPage>
    </>
  );
}

interface ConversationProps {
  readonly group: CallGroup;
  readonly openId: number | null;
  readonly row: (call: CallRecord, parts: CallParts) => ReactNode;
}

/** CDR-62: a call, and on demand the others of its conversation. */
function Conversation({ group: { call, others }, openId, row }: ConversationProps) {
  const [isWanted, setWanted] = useState(false);
  if (others.length === 0) return row(call, { kind: "alone" });
  const isOpen = isWanted || others.some(({ id }) => id === openId);
  return (
    <>
      {row(call, { kind: "first", count: others.length, isOpen, toggle: () => setWanted(!isOpen) })}
      {isOpen ? others.map((one) => row(one, { kind: "other" })) : null}
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

function NoCalls({ calls: { view, dispatch, search } }: Pick<CallListProps, "calls">) {
  const t = useWords(callHistoryMessages);
  const filter = {
    text: t("callHistory.noneFilter"),
    clear: t("callHistory.clearFilters"),
    onClear: () => dispatch(CLEAR),
  };
  return (
    <NothingFits
      title={t("callHistory.noneTitle")}
      search={search === "" ? null : t("callHistory.noneSearch", { search })}
      filter={isNarrowed(view) ? filter : null}
    >
      <StatePanel icon={IconHistory} title={t("callHistory.emptyTitle")} text={t("callHistory.emptyText")} />
    </NothingFits>
  );
}
