import { canWrite, PAGE_SIZE } from "@callpanel/contract";
import { Button, IconButton, IconMessage, IconPlus, SearchField, Skeleton, StatePanel } from "@callpanel/ui";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { SortMenu } from "../../../shared/list/SortMenu.tsx";
import { SMS } from "../../../shared/live/sms.ts";
import { usePanel, useService } from "../../../shared/panel.ts";
import { createDebounced } from "../../../shared/search/debounce.ts";
import { createStore, useSnapshot } from "../../../shared/store.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { ConversationRows } from "../list/ConversationRows.tsx";
import { CHAT_SORTS } from "../chat.model.ts";
import type { ChatSort } from "../chat.model.ts";
import { smsListQuery } from "./sms.api.ts";
import { smsMessages } from "./sms.messages.ts";
import styles from "./SmsList.module.css";
import { SmsRow } from "./SmsRow.tsx";

export interface SmsListProps {
  readonly sort: ChatSort;
  readonly openId: string | null;
  readonly onSort: (sort: ChatSort) => void;
  readonly onNew: () => void;
}

const SETTLE_MS = 150;

/** SMSUI-1: the conversations by text message of the numbers that one shares. */
export function SmsList({ sort, openId, onSort, onNew }: SmsListProps) {
  const t = useWords(smsMessages);
  const { viewer } = usePanel();
  const numbers = useSnapshot(useService(SMS).numbers);
  const hasNumbers = numbers !== null && numbers.total > 0;
  const may = hasNumbers && numbers.carrier !== "none" && canWrite(viewer.rights, "chats");
  return (
    <>
      <div className={styles.tools}>
        <SortMenu
          sorts={CHAT_SORTS}
          sort={sort}
          onSort={onSort}
          textOf={(one) => t(`sms.sort.${one}`)}
          label={t("sms.sort", { sort: t(`sms.sort.${sort}`) })}
        />
        {may ? <IconButton icon={IconPlus} label={t("sms.new")} look="outline" onClick={onNew} /> : null}
      </div>
      {numbers?.carrier === "demo" && hasNumbers ? <p className={styles.demo}>{t("sms.demo")}</p> : null}
      {numbers?.carrier === "none" && hasNumbers ? <p className={styles.demo}>{t("sms.noCarrier")}</p> : null}
      {numbers !== null && !hasNumbers ? (
        <StatePanel icon={IconMessage} title={t("sms.noNumber")} text={t("sms.noNumberText")} />
      ) : (
        <Conversations sort={sort} openId={openId} onNew={may ? onNew : null} />
      )}
    </>
  );
}

interface ConversationsProps extends Pick<SmsListProps, "sort" | "openId"> {
  readonly onNew: (() => void) | null;
}

function Conversations({ sort, openId, onNew }: ConversationsProps) {
  const t = useWords(smsMessages);
  const { api } = usePanel();
  const { text, settled, setText } = useSettledText();
  const { data, isError, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    smsListQuery(api, sort, settled),
  );
  if (data === undefined)
    return isError ? (
      <StatePanel
        icon={IconMessage}
        title={t("sms.loadFailed")}
        action={<Button onClick={() => void refetch()}>{t("sms.again")}</Button>}
      />
    ) : (
      <output className={styles.skeletons} aria-label={t("sms.loading")}>
        {Array.from({ length: 5 }, (_, at) => (
          <Skeleton key={at} height={44} />
        ))}
      </output>
    );
  const shown = data.pages.flatMap((page) => page.data);
  const total = data.pages.at(-1)?.total ?? 0;
  if (shown.length === 0 && settled === "" && text === "")
    return (
      <StatePanel
        icon={IconMessage}
        title={t("sms.empty")}
        text={t("sms.emptyText")}
        action={onNew === null ? null : <Button onClick={onNew}>{t("sms.new")}</Button>}
      />
    );
  return (
    <>
      <SearchField
        className={styles.search}
        label={t("sms.find")}
        clearLabel={t("sms.findClear")}
        value={text}
        onChange={setText}
      />
      {shown.length === 0 ? <p className={styles.none}>{t("sms.noneFits", { search: settled })}</p> : null}
      <ConversationRows label={t("sms.list")}>
        {shown.map((one) => (
          <SmsRow key={one.id} conversation={one} isOpen={one.id === openId} />
        ))}
      </ConversationRows>
      {hasNextPage ? (
        <Button look="quiet" wide busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t("sms.more", { count: Math.min(PAGE_SIZE.chats, total - shown.length) })}
        </Button>
      ) : null}
    </>
  );
}

/** What is typed, and what is searched a moment later. */
function useSettledText() {
  const { clock } = usePanel();
  const [store, settledStore] = useMemo(() => {
    const typed = createStore<string, string>("", (_, next) => next);
    return [
      typed,
      createDebounced({ get: () => typed.get().trim(), subscribe: typed.subscribe }, { clock, afterMs: SETTLE_MS }),
    ];
  }, [clock]);
  const text = useSnapshot(store);
  const settled = useSnapshot(settledStore);
  return { text, settled, setText: store.dispatch };
}
