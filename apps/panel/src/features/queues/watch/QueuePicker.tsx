import {
  Button,
  Dialog,
  IconHeadset,
  IconStar,
  IconStarFilled,
  Pager,
  SearchField,
  Skeleton,
  StatePanel,
} from "@callpanel/ui";
import type { QueueName } from "@callpanel/contract";
import { PAGE_SIZE } from "@callpanel/contract";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { LoadFailed } from "../../../shared/api/LoadFailed.tsx";
import { useFormats } from "../../../shared/formats/useFormats.ts";
import { listMessages } from "../../../shared/list/list.messages.ts";
import { pageCountOf } from "../../../shared/list/paging.ts";
import { usePanel, useService } from "../../../shared/panel.ts";
import { LIVE_QUEUES } from "../../../shared/live/liveQueues.ts";
import { useSnapshot } from "../../../shared/store.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { fits } from "../../../shared/search/fits.ts";
import { queueNamesQuery } from "../queues.api.ts";
import { queuesMessages } from "../queues.messages.ts";
import type { WatchQueue } from "./useWatchedQueues.ts";
import styles from "./QueuePicker.module.css";

const WIDTH_PX = 460;

export interface QueuePickerProps {
  readonly watched: readonly string[];
  readonly onWatch: WatchQueue;
}

export function QueuePickerDialog({ onClose, ...picker }: QueuePickerProps & { readonly onClose: () => void }) {
  const t = useWords(queuesMessages);
  return (
    <Dialog opened onClose={onClose} title={t("queues.picker.title")} closeLabel={t("queues.close")} width={WIDTH_PX}>
      <QueuePicker {...picker} />
    </Dialog>
  );
}

/** All queues that the person may see, page by page, each with `Watch`. */
export function QueuePicker({ watched, onWatch }: QueuePickerProps) {
  const t = useWords(queuesMessages);
  const tList = useWords(listMessages);
  const { api } = usePanel();
  const { number: count } = useFormats();
  const names = useQuery(queueNamesQuery(api));
  const [search, setSearch] = useState("");
  const [wanted, setPage] = useState(0);
  const found = useMemo(
    () => (names.data?.data ?? []).filter(({ name, number }) => fits(`${name} ${number}`, search)),
    [names.data, search],
  );
  if (names.data === undefined)
    return names.isError ? (
      <LoadFailed error={names.error} fallback="queues.load" onRetry={() => void names.refetch()} />
    ) : (
      <div className={styles.rows} aria-busy="true">
        {Array.from({ length: PAGE_SIZE.queues }, (_, at) => (
          <Skeleton key={at} height={44} />
        ))}
      </div>
    );
  const pageCount = pageCountOf(found.length, PAGE_SIZE.queues);
  const page = Math.min(wanted, pageCount - 1);
  const first = page * PAGE_SIZE.queues;
  const shown = found.slice(first, first + PAGE_SIZE.queues);
  return (
    <div className={styles.picker}>
      <SearchField
        label={t("queues.picker.search")}
        clearLabel={tList("list.clearSearch")}
        value={search}
        onChange={(text) => {
          setSearch(text);
          setPage(0);
        }}
      />
      {shown.length === 0 ? (
        <StatePanel icon={IconHeadset} title={t("queues.none.title")} text={search} />
      ) : (
        <ul className={styles.rows} aria-label={t("queues.picker.list")}>
          {shown.map((queue) => (
            <PickerRow key={queue.number} queue={queue} watched={watched.includes(queue.number)} onWatch={onWatch} />
          ))}
        </ul>
      )}
      <Pager
        label={t("queues.picker.pages")}
        previousLabel={tList("list.previous")}
        nextLabel={tList("list.next")}
        range={tList("list.range", {
          first: count(first + 1),
          last: count(first + shown.length),
          total: count(found.length),
        })}
        page={page}
        pageCount={pageCount}
        onPage={setPage}
      />
    </div>
  );
}

interface PickerRowProps {
  readonly queue: QueueName;
  readonly watched: boolean;
  readonly onWatch: WatchQueue;
}

function PickerRow({ queue: { name, number }, watched, onWatch }: PickerRowProps) {
  const t = useWords(queuesMessages);
  const liveQueues = useService(LIVE_QUEUES);
  const waiting = useSnapshot(useMemo(() => liveQueues.line(number), [liveQueues, number])).length;
  return (
    <li className={styles.row} aria-label={name}>
      <span className={styles.name} data-tip={name}>
        {name}
      </span>
      <span className={styles.number}>{number}</span>
      <span className={styles.waiting}>{waiting === 0 ? "" : t("queues.waiting", { count: waiting })}</span>
      <Button
        icon={watched ? IconStarFilled : IconStar}
        aria-pressed={watched}
        onClick={() => onWatch(number, !watched)}
      >
        {t("queues.watch")}
      </Button>
    </li>
  );
}
