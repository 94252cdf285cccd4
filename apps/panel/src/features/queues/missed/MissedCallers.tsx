import { mayCallBack, PAGE_SIZE } from "@callpanel/contract";
import type { MissedCaller } from "@callpanel/contract";
import { Button, CountBadge, IconArrowBackUp, IconCheck, IconPhone } from "@callpanel/ui";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useChange } from "../../../shared/api/useChange.ts";
import { clockText } from "../../../shared/formats/duration.ts";
import { useFormats } from "../../../shared/formats/useFormats.ts";
import { ListPage } from "../../../shared/list/ListPage.tsx";
import { usePagedList } from "../../../shared/list/paging.ts";
import { usePanel, useService } from "../../../shared/panel.ts";
import { NUMBER_NAMES } from "../../../shared/phone/numberNames.ts";
import { useDial } from "../../../shared/phone/useDial.ts";
import { useNumberName } from "../../../shared/phone/useNumberName.ts";
import { useNumberText } from "../../../shared/phone/useNumberText.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { queuesMessages } from "../queues.messages.ts";
import { missedQuery, take } from "./missed.api.ts";
import styles from "./MissedCallers.module.css";

const ROW_PX = 60;

/** QDASH-11: callers who got no answer, to be called back. */
export function MissedCallers() {
  const t = useWords(queuesMessages);
  const { api } = usePanel();
  const [page, turnTo] = useState(0);
  const query = useQuery(missedQuery(api, page));
  const list = usePagedList({ query, page, pageSize: PAGE_SIZE.missedCallers, turnTo });
  return (
    <section className={styles.missed} aria-label={t("queues.missed")}>
      <h2 className={styles.title}>
        {t("queues.missed")}
        <CountBadge count={query.data?.total ?? 0} inline />
      </h2>
      <ListPage
        list={list}
        names={{ rows: t("queues.missed"), loading: t("queues.missed.loading"), pages: t("queues.missed.pages") }}
        fallback="queues.missedLoad"
        rowHeight={ROW_PX}
        empty={<p className={styles.none}>{t("queues.missed.none")}</p>}
      >
        {({ data }) => data.map((caller) => <MissedRow key={`${caller.queue} ${caller.id}`} caller={caller} />)}
      </ListPage>
    </section>
  );
}

function MissedRow({ caller }: { readonly caller: MissedCaller }) {
  const t = useWords(queuesMessages);
  const { viewer, clock } = usePanel();
  const write = useNumberText(viewer);
  const { recent } = useFormats();
  const { number, name, queue_name: queue, times, last_at: lastAt, wait, taken_by: takenBy, callback } = caller;
  const contact = useNumberName(useService(NUMBER_NAMES), name === "" && number !== "" ? number : null);
  const known = name || contact?.name;
  return (
    <li className={styles.row} aria-label={t("queues.missed.row", { number: number || t("queues.someone") })}>
      <div className={styles.what}>
        <p className={styles.who}>
          <bdi className={styles.name}>{known || (number === "" ? t("queues.someone") : write(number))}</bdi>
          {known && number !== "" ? <span className={styles.number}>{write(number)}</span> : null}
        </p>
        <p className={styles.facts}>
          <span>{queue}</span>
          <span>{recent(lastAt, clock.now())}</span>
          <span>{t("queues.missed.waited", { time: clockText(wait * 1_000) })}</span>
          {callback ? <span>{t("queues.callback")}</span> : null}
          {times > 1 ? <span className={styles.times}>{t("queues.missed.times", { count: times })}</span> : null}
        </p>
        {takenBy === null ? null : (
          <p className={styles.taken}>
            <IconCheck size={15} stroke={2} aria-hidden />
            {takenBy.is_me ? t("queues.missed.mine") : t("queues.missed.taken", { name: takenBy.name })}
          </p>
        )}
      </div>
      <MissedButtons caller={caller} />
    </li>
  );
}

/** A call takes the caller first, so that no two people call back. */
function MissedButtons({ caller: { id, queue, number, taken_by: takenBy } }: { readonly caller: MissedCaller }) {
  const t = useWords(queuesMessages);
  const { viewer } = usePanel();
  const client = useQueryClient();
  const dial = useDial();
  const { busy, run } = useChange(() => void client.invalidateQueries({ queryKey: ["queues", "missed"] }));
  const isMine = takenBy?.is_me === true;
  if (takenBy !== null && !isMine) return null;
  const mayTake = mayCallBack(viewer.rights, queue);
  const set = (taken: boolean, after: () => void = () => undefined) =>
    run({ fallback: "queues.missedTake", change: (api) => take(api, id, taken), done: null, after });
  const call = () => {
    if (mayTake && !isMine) set(true, () => dial?.(number));
    else dial?.(number);
  };
  return (
    <span className={styles.buttons}>
      {mayTake && !isMine ? (
        <Button busy={busy} onClick={() => set(true)}>
          {t("queues.missed.take")}
        </Button>
      ) : null}
      {isMine ? (
        <Button look="quiet" icon={IconArrowBackUp} busy={busy} onClick={() => set(false)}>
          {t("queues.missed.giveBack")}
        </Button>
      ) : null}
      {dial === null || number === "" ? null : (
        <Button look="accent" icon={IconPhone} onClick={call}>
          {t("queues.call")}
        </Button>
      )}
    </span>
  );
}
