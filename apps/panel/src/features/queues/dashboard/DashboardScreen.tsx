import { Button, IconHeadset, IconSearch, IconWifiOff, Skeleton, StatePanel } from "@callpanel/ui";
import { useRef, useState } from "react";
import { LoadFailed } from "../../../shared/api/LoadFailed.tsx";
import hoverRest from "../../../shared/list/HoverRest.module.css";
import { useHoverRest } from "../../../shared/list/useHoverRest.ts";
import { LIVE_QUEUES } from "../../../shared/live/liveQueues.ts";
import { StaleMark } from "../../../shared/live/StaleMark.tsx";
import { usePanel, useService } from "../../../shared/panel.ts";
import { usePageSearch } from "../../../shared/search/usePageSearch.ts";
import { useSnapshot } from "../../../shared/store.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { QueueCard } from "../card/QueueCard.tsx";
import { createSight } from "../card/sight.ts";
import { MissedCallers } from "../missed/MissedCallers.tsx";
import { queuesMessages } from "../queues.messages.ts";
import { useQueueActions } from "../useQueueActions.ts";
import { QueuePicker, QueuePickerDialog } from "../watch/QueuePicker.tsx";
import { useWatchedQueues } from "../watch/useWatchedQueues.ts";
import type { WatchedQueues } from "../watch/useWatchedQueues.ts";
import { WallLinksDialog } from "../wall/WallLinksDialog.tsx";
import { DashboardHead } from "./DashboardHead.tsx";
import { OwnStatus } from "./OwnStatus.tsx";
import { createDashboardPreferences } from "./preferences.store.ts";
import type { DashboardPreferences } from "./preferences.store.ts";
import { useQueueOrder } from "./useQueueOrder.ts";
import styles from "./DashboardScreen.module.css";

/** The queues that the person watches, live (spec 1 §2). */
export function DashboardScreen() {
  const { storage, events } = usePanel();
  const watched = useWatchedQueues();
  const numbers = useSnapshot(useService(LIVE_QUEUES).numbers);
  const offline = useSnapshot(events).phase === "closed";
  const [preferences] = useState(() => createDashboardPreferences(storage));
  const looks = useSnapshot(preferences);
  const [dialog, setDialog] = useState<"none" | "choose" | "walls">("none");
  const close = () => setDialog("none");
  const actions = useQueueActions();
  if (watched.numbers === null)
    return watched.error ? (
      <LoadFailed error={watched.error} fallback="queues.load" onRetry={watched.retry} />
    ) : (
      <CardSkeletons />
    );
  // Nothing is shown before it is known.
  if (numbers === null) return offline ? <Offline /> : <CardSkeletons />;
  if (numbers.length === 0) return <NoQueues />;
  const shown = watched.numbers.filter((number) => numbers.includes(number));
  return (
    <>
      <DashboardHead
        looks={looks}
        onChange={preferences.dispatch}
        onChoose={() => setDialog("choose")}
        onWalls={() => setDialog("walls")}
      >
        <OwnStatus actions={actions} />
      </DashboardHead>
      <StaleMark />
      <div className={styles.page}>
        <div className={styles.main}>
          {shown.length === 0 ? (
            <NothingWatched watched={watched} />
          ) : (
            <Cards shown={shown} looks={looks} watched={watched} actions={actions} />
          )}
        </div>
        <div className={styles.side}>
          <MissedCallers />
        </div>
      </div>
      {dialog === "choose" ? (
        <QueuePickerDialog watched={watched.numbers} onWatch={watched.watch} onClose={close} />
      ) : null}
      {dialog === "walls" ? <WallLinksDialog watched={shown} onClose={close} /> : null}
    </>
  );
}

/** Up to this many cards leaving rows out gains nothing, and the search of the browser finds them. */
const FEW = 12;

interface CardsProps {
  readonly shown: readonly string[];
  readonly looks: DashboardPreferences;
  readonly watched: WatchedQueues;
  readonly actions: ReturnType<typeof useQueueActions>;
}

function Cards({ shown, looks, watched, actions }: CardsProps) {
  const search = usePageSearch();
  const { turns } = usePanel();
  const [sight] = useState(() => createSight(turns));
  const box = useRef<HTMLDivElement>(null);
  useHoverRest(box);
  const { queues, stableSort } = useQueueOrder(shown, search, looks.sort);
  if (queues.length === 0) return <NothingFound search={search} />;
  return (
    // Nothing moves while somebody works there (QDASH-6).
    <div
      ref={box}
      className={`${styles.cards} ${hoverRest.rests}`}
      onPointerEnter={() => stableSort.freeze("reading")}
      onPointerLeave={() => stableSort.thaw("reading")}
      onFocus={() => stableSort.freeze("reading")}
      onBlur={() => stableSort.thaw("reading")}
    >
      {queues.map(({ number, search: wanted }) => (
        <QueueCard
          key={number}
          number={number}
          search={wanted}
          sight={queues.length <= FEW ? null : sight}
          states={looks.states}
          actions={actions}
          onWatch={watched.watch}
        />
      ))}
    </div>
  );
}

function CardSkeletons() {
  return (
    <div className={styles.cards} aria-busy="true">
      {Array.from({ length: 3 }, (_, at) => (
        <Skeleton key={at} height={320} />
      ))}
    </div>
  );
}

function NoQueues() {
  const t = useWords(queuesMessages);
  return <StatePanel icon={IconHeadset} title={t("queues.empty.title")} text={t("queues.empty.text")} />;
}

function Offline() {
  const t = useWords(queuesMessages);
  return <StatePanel urgent icon={IconWifiOff} title={t("queues.offline.title")} text={t("queues.offline.text")} />;
}

/** The first visit: the queues to choose from. */
function NothingWatched({ watched }: { readonly watched: WatchedQueues }) {
  const t = useWords(queuesMessages);
  return (
    <div className={styles.first}>
      <StatePanel icon={IconHeadset} title={t("queues.unwatched.title")} text={t("queues.unwatched.text")} />
      <QueuePicker watched={watched.numbers ?? []} onWatch={watched.watch} />
    </div>
  );
}

function NothingFound({ search: typed }: { readonly search: string }) {
  const t = useWords(queuesMessages);
  const { search } = usePanel();
  return (
    <StatePanel
      icon={IconSearch}
      title={t("queues.none.title")}
      text={t("queues.none.text", { search: typed })}
      action={<Button onClick={() => search.dispatch({ type: "typed", text: "" })}>{t("queues.clear")}</Button>}
    />
  );
}
