import type { ParkedCall } from "@callpanel/contract";
import { Button } from "@callpanel/ui";
import { memo, useMemo } from "react";
import { clockText } from "../../shared/formats/duration.ts";
import { usePanel, useService } from "../../shared/panel.ts";
import { useFormats } from "../../shared/formats/useFormats.ts";
import { Elapsed, useLiveNow } from "../../shared/live/Elapsed.tsx";
import { LIVE_BUDDIES } from "../../shared/live/liveBuddies.ts";
import { MOVING } from "../../shared/phone/moving.ts";
import { NUMBER_NAMES } from "../../shared/phone/numberNames.ts";
import { useSnapshot } from "../../shared/store.ts";
import { useNumberName } from "../../shared/phone/useNumberName.ts";
import { useNumberText } from "../../shared/phone/useNumberText.ts";
import { useWords } from "../../shared/words/useWords.ts";
import { MoveMark } from "../moving/index.ts";
import { parkingMessages } from "./parking.messages.ts";
import { leftMs } from "./parking.model.ts";
import styles from "./SlotCard.module.css";

export interface SlotCardProps {
  /** The lot's extension. */
  readonly lot: string;
  readonly number: string;
  readonly call: ParkedCall | null;
}

/** A slot: free, or with its parked call. */
export const SlotCard = memo(function SlotCard({ lot, number, call }: SlotCardProps) {
  const t = useWords(parkingMessages);
  const liveBuddies = useService(LIVE_BUDDIES);
  const moving = useService(MOVING);
  const stale = useSnapshot(liveBuddies.liveness).kind === "stale";
  const isTaken = call !== null;
  const target = useMemo(
    () => ({ kind: "slot", number, name: t("parking.slot", { number }), isTaken }) as const,
    [number, t, isTaken],
  );
  return (
    <li
      className={styles.slot}
      aria-label={t("parking.slot", { number })}
      data-state={call === null ? "free" : "taken"}
      data-lot={lot}
      data-slot={number}
      data-stale={stale ? "" : undefined}
    >
      <span className={styles.number}>{number}</span>
      {call === null ? <span className={styles.free}>{t("parking.free")}</span> : <Waiting call={call} />}
      <MoveMark moving={moving} target={target} />
    </li>
  );
});

function Waiting({ call }: { readonly call: ParkedCall }) {
  const t = useWords(parkingMessages);
  const { softphone, dock, viewer } = usePanel();
  const numberNames = useService(NUMBER_NAMES);
  const formats = useFormats();
  const write = useNumberText(viewer);
  const { parkee, parker, space } = call;
  const contact = useNumberName(numberNames, parkee.name === "" && parkee.number !== "" ? parkee.number : null);
  const known = parkee.name || contact?.name;
  const name = known || write(parkee.number) || t("parking.someone");
  const by = parker.name || write(parker.number);
  const retrieve = (clicks: number) => {
    const slot = softphone.get();
    // The second click of a double click would find an empty slot.
    if (slot.kind !== "ready" || clicks > 1) return;
    dock.open();
    slot.softphone.dial(space);
  };
  return (
    <>
      <Elapsed since={call.startedAt} className={styles.since} />
      <p className={styles.who}>
        <span className={styles.name} data-tip={name}>
          {name}
        </span>
        {known && parkee.number !== "" ? <span className={styles.dim}>{write(parkee.number)}</span> : null}
      </p>
      {by === "" ? null : (
        <p className={styles.by} data-tip={by}>
          {t("parking.by", { name: by, time: formats.time(call.startedAt) })}
        </p>
      )}
      <TimeLeft call={call} />
      {viewer.flags.softphone ? (
        <Button look="accent" className={styles.retrieve} onClick={(event) => retrieve(event.detail)}>
          {t("parking.retrieve")}
        </Button>
      ) : null}
    </>
  );
}

function TimeLeft({ call }: { readonly call: ParkedCall }) {
  const t = useWords(parkingMessages);
  const left = leftMs(call, useLiveNow());
  const share = left / (call.timeoutSeconds * 1_000);
  return (
    <div className={styles.left} aria-hidden="true">
      <span className={styles.leftText}>{t("parking.back", { left: clockText(left) })}</span>
      <span className={styles.bar}>
        <span className={styles.fill} style={{ transform: `scaleX(${share})` }} />
      </span>
    </div>
  );
}
