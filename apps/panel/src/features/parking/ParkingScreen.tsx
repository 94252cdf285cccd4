import type { ParkingLot } from "@callpanel/contract";
import { Button, IconCheck, IconParking, IconSearch, IconWifiOff, Skeleton, StatePanel } from "@callpanel/ui";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ParkedCalls } from "../../shared/live/liveParking.ts";
import { LoadFailed } from "../../shared/api/LoadFailed.tsx";
import { usePanel, useService } from "../../shared/panel.ts";
import { LIVE_PARKING } from "../../shared/live/liveParking.ts";
import { StaleMark } from "../../shared/live/StaleMark.tsx";
import { useSnapshot } from "../../shared/store.ts";
import { usePageSearch } from "../../shared/search/usePageSearch.ts";
import { useWords } from "../../shared/words/useWords.ts";
import { LotSection } from "./LotSection.tsx";
import { lotsQuery } from "./parking.api.ts";
import { parkingMessages } from "./parking.messages.ts";
import { shownLots } from "./parking.model.ts";
import styles from "./ParkingScreen.module.css";

/** The lots with their slots, live: the parked person, who parked them, and for how long. */
export function ParkingScreen() {
  const search = usePageSearch();
  const { api, viewer, events } = usePanel();
  const liveParking = useService(LIVE_PARKING);
  const lots = useQuery(lotsQuery(api, viewer.parkingLots));
  const parked = useSnapshot(liveParking);
  const offline = useSnapshot(events).phase === "closed";
  if (lots.data === undefined)
    return lots.isError ? (
      <LoadFailed error={lots.error} fallback="init.parkings" onRetry={() => void lots.refetch()} />
    ) : (
      <LotSkeleton />
    );
  if (lots.data.length === 0) return <NoLots />;
  // No slot is shown as free before it is known.
  if (parked === null) return offline ? <Offline /> : <LotSkeleton />;
  return <Lots lots={lots.data} parked={parked} search={search} />;
}

interface LotsProps {
  readonly lots: readonly ParkingLot[];
  readonly parked: ParkedCalls;
  readonly search: string;
}

function Lots({ lots, parked, search }: LotsProps) {
  const t = useWords(parkingMessages);
  const [takenOnly, setTakenOnly] = useState(false);
  const shown = shownLots(lots, parked, { search, takenOnly });
  return (
    <>
      <div className={styles.head}>
        <output className={styles.count}>{t("parking.count", { taken: parked.size })}</output>
        <Button
          aria-pressed={takenOnly}
          className={styles.toggle}
          {...(takenOnly ? { icon: IconCheck } : {})}
          onClick={() => setTakenOnly(!takenOnly)}
        >
          {t("parking.takenOnly")}
        </Button>
      </div>
      <StaleMark />
      {shown.length === 0 ? <NothingFound search={search} /> : null}
      {shown.map((one) => (
        // A new search goes to the first page.
        <LotSection key={`${one.lot.extension} ${takenOnly} ${search}`} {...one} />
      ))}
    </>
  );
}

function LotSkeleton() {
  return (
    <div className={styles.skeletons} aria-busy="true">
      {Array.from({ length: 20 }, (_, at) => (
        <Skeleton key={at} height={44} />
      ))}
    </div>
  );
}

function NoLots() {
  const t = useWords(parkingMessages);
  return <StatePanel icon={IconParking} title={t("parking.emptyTitle")} text={t("parking.emptyText")} />;
}

function Offline() {
  const t = useWords(parkingMessages);
  return <StatePanel urgent icon={IconWifiOff} title={t("parking.offlineTitle")} text={t("parking.offlineText")} />;
}

function NothingFound({ search: typed }: { readonly search: string }) {
  const t = useWords(parkingMessages);
  const { search } = usePanel();
  return (
    <StatePanel
      icon={IconSearch}
      title={t("parking.noneTitle")}
      text={t("parking.noneText", { search: typed })}
      action={<Button onClick={() => search.dispatch({ type: "typed", text: "" })}>{t("parking.clear")}</Button>}
    />
  );
}
