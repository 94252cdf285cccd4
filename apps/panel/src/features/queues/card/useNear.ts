import { useLayoutEffect, useState } from "react";
import type { RefObject } from "react";
import type { NearStep, Sight } from "./sight.ts";

/** So many rows of a card are added at a time. */
const ROWS_AT_A_TIME = 2;

/**
 * QDASH-9: how many of the rows of a card, `total`, are in the page; null while the card is far from the visible part of the page.
 * Without `sight` it is always complete.
 */
export function useNear(box: RefObject<HTMLElement | null>, sight: Sight | null, total: number): number | null {
  const [rows, setRows] = useState<number | null>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null || sight === null) return undefined;
    return sight.watch(element, (step) => setRows((before) => rowsAfter(step, before)));
  }, [box, sight]);
  useLayoutEffect(() => {
    const element = box.current;
    if (element !== null && rows !== null && rows < total) sight?.wantMore(element);
  }, [box, rows, total, sight]);
  return sight === null ? Infinity : rows;
}

/** The first step of a card has no rows yet. */
function rowsAfter(step: NearStep, before: number | null): number | null {
  if (step === "far") return null;
  if (before === null) return step === "near" ? 0 : null;
  return before + ROWS_AT_A_TIME;
}
