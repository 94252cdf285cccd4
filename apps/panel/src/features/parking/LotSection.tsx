import { Pager } from "@callpanel/ui";
import { useId, useState } from "react";
import { useWords } from "../../shared/words/useWords.ts";
import { parkingMessages } from "./parking.messages.ts";
import { SLOTS_A_PAGE } from "./parking.model.ts";
import type { ShownLot, Slot } from "./parking.model.ts";
import { SlotCard } from "./SlotCard.tsx";
import styles from "./LotSection.module.css";

/** A lot: how many wait in it, and its slots. */
export function LotSection({ lot, takenCount, slots }: ShownLot) {
  const t = useWords(parkingMessages);
  const id = useId();
  const [wanted, setPage] = useState(0);
  const { name, extension } = lot;
  const total = slots.length;
  const pageCount = Math.ceil(total / SLOTS_A_PAGE);
  const page = Math.max(0, Math.min(wanted, pageCount - 1));
  const first = page * SLOTS_A_PAGE;
  const shown = slots.slice(first, first + SLOTS_A_PAGE);
  return (
    <section className={styles.lot} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id} className={styles.name}>
          {name} <span className={styles.extension}>{extension}</span>
        </h2>
        <p className={styles.taken}>{t("parking.lotTaken", { taken: takenCount, total: lot.slots.length })}</p>
        <p className={styles.hint}>{t("parking.lotHint", { extension })}</p>
        <Pager
          label={t("parking.pages", { name })}
          previousLabel={t("parking.previous")}
          nextLabel={t("parking.next")}
          range={t("parking.range", { first: first + 1, last: first + shown.length, total })}
          page={page}
          pageCount={pageCount}
          onPage={setPage}
        />
      </header>
      {total === 0 ? (
        <p className={styles.hint}>{t("parking.nobodyHere")}</p>
      ) : (
        <>
          <Slots
            lot={extension}
            slots={shown.filter(({ call }) => call !== null)}
            name={t("parking.occupied", { name })}
          />
          <Slots
            lot={extension}
            slots={shown.filter(({ call }) => call === null)}
            name={t("parking.slots", { name })}
          />
        </>
      )}
    </section>
  );
}

interface SlotsProps {
  readonly lot: string;
  readonly slots: readonly Slot[];
  readonly name: string;
}

/** Either all taken or all free: calls are cards, free slots are small. */
function Slots({ lot, slots, name }: SlotsProps) {
  const [first] = slots;
  if (first === undefined) return null;
  return (
    <ul className={first.call === null ? styles.free : styles.slots} aria-label={name}>
      {slots.map(({ number, call }) => (
        <SlotCard key={number} lot={lot} number={number} call={call} />
      ))}
    </ul>
  );
}
