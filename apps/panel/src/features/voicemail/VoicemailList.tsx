import { Button, IconRecordMail, IconSearch, Pager, SelectField, Skeleton, StatePanel } from "@callpanel/ui";
import { LoadFailed } from "../../shared/LoadFailed.tsx";
import { usePanel } from "../../shared/panel.ts";
import { useWords } from "../../shared/words/useWords.ts";
import type { Voicemails } from "./useVoicemails.ts";
import { voicemailMessages } from "./voicemail.messages.ts";
import { ANY_DATE, PAGE_SIZES, isNarrowed, pageCountOf } from "./voicemail.model.ts";
import { VoicemailRow } from "./VoicemailRow.tsx";
import styles from "./VoicemailList.module.css";

export interface VoicemailListProps {
  readonly voicemails: Voicemails;
  readonly openId: string | null;
}

/** A page of messages, or why there is none. */
export function VoicemailList({ voicemails, openId }: VoicemailListProps) {
  const t = useWords(voicemailMessages);
  const { view, dispatch, state, retry, folder } = voicemails;
  if (state.phase === "failed") return <LoadFailed error={state.error} fallback="vmail.load" onRetry={retry} />;
  if (state.phase === "loading")
    return (
      <output className={styles.skeletons} aria-label={t("voicemail.loading")}>
        {Array.from({ length: 8 }, (_, at) => (
          <Skeleton key={at} height={68} />
        ))}
      </output>
    );
  const { page, stale } = state;
  if (page.data.length === 0) return <NoVoicemails voicemails={voicemails} />;
  return (
    <>
      <ul
        className={styles.rows}
        aria-label={t("voicemail.list")}
        aria-busy={stale}
        data-stale={stale ? "" : undefined}
      >
        {page.data.map((message) => (
          <VoicemailRow
            key={message.id}
            message={message}
            folder={folder}
            namesBox={view.taste.boxes.length > 0}
            open={String(message.id) === openId}
            ticked={view.selected.has(message.id)}
            onTick={(on) => dispatch({ type: "ticked", ids: [message.id], on })}
          />
        ))}
      </ul>
      <Pages voicemails={voicemails} total={page.total} shown={page.data.length} />
    </>
  );
}

interface PagesProps {
  readonly voicemails: Voicemails;
  readonly total: number;
  readonly shown: number;
}

function Pages({ voicemails: { view, dispatch }, total, shown }: PagesProps) {
  const t = useWords(voicemailMessages);
  const { pageSize } = view.taste;
  const first = view.page * pageSize;
  return (
    <div className={styles.pages}>
      {total > PAGE_SIZES[0] ? (
        <SelectField
          silentLabel
          className={styles.size ?? ""}
          label={t("voicemail.pageSize")}
          choices={PAGE_SIZES.map((size) => ({ value: String(size), label: String(size) }))}
          value={String(pageSize)}
          onChange={(text) => {
            const size = PAGE_SIZES.find((one) => String(one) === text);
            if (size !== undefined) dispatch({ type: "tasteChanged", change: { pageSize: size } });
          }}
        />
      ) : null}
      <Pager
        label={t("voicemail.pages")}
        previousLabel={t("voicemail.previous")}
        nextLabel={t("voicemail.next")}
        range={t("voicemail.range", { first: first + 1, last: first + shown, total })}
        page={view.page}
        pageCount={pageCountOf(total, pageSize)}
        onPage={(page) => dispatch({ type: "pageTurned", page })}
      />
    </div>
  );
}

/** Nothing there at all, or nothing that fits: each says what to do about it. */
function NoVoicemails({ voicemails: { view, dispatch, search, folder } }: Pick<VoicemailListProps, "voicemails">) {
  const t = useWords(voicemailMessages);
  const { search: field } = usePanel();
  if (search !== "")
    return (
      <StatePanel
        icon={IconSearch}
        title={t("voicemail.noneTitle")}
        text={t("voicemail.noneSearch", { search })}
        action={
          <Button onClick={() => field.dispatch({ type: "typed", text: "" })}>{t("voicemail.clearSearch")}</Button>
        }
      />
    );
  if (isNarrowed(view.taste))
    return (
      <StatePanel
        icon={IconSearch}
        title={t("voicemail.noneTitle")}
        text={t("voicemail.noneFilter")}
        action={
          <Button onClick={() => dispatch({ type: "tasteChanged", change: { category: "all", date: ANY_DATE } })}>
            {t("voicemail.clearFilters")}
          </Button>
        }
      />
    );
  return (
    <StatePanel
      icon={IconRecordMail}
      title={t("voicemail.emptyTitle")}
      text={t(folder === "all" || folder === "inbox" ? "voicemail.emptyText" : "voicemail.emptyFolder")}
    />
  );
}
