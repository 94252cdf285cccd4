import type { KeyboardEvent } from "react";

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
};

/** Arrow keys go to the next box of the row, or of the column. */
export function moveByArrows(event: KeyboardEvent<HTMLInputElement>): void {
  const step = STEPS[event.key];
  const from = event.currentTarget;
  const matrix = from.closest("[data-matrix]");
  if (step === undefined || matrix === null) return;
  const rows = [...matrix.querySelectorAll("table:not([hidden]) tr[data-row]")].map((row) => [
    ...row.querySelectorAll<HTMLInputElement>("input[type=checkbox]"),
  ]);
  const at = rows.findIndex((row) => row.includes(from));
  const next =
    step[0] === 0 ? rows[at]?.[(rows[at]?.indexOf(from) ?? 0) + step[1]] : inColumn(rows, { at, step: step[0], from });
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

/** The box in the same column of the next row that has one. */
function inColumn(
  rows: ReadonlyArray<readonly HTMLInputElement[]>,
  { at, step, from }: { readonly at: number; readonly step: number; readonly from: HTMLInputElement },
): HTMLInputElement | undefined {
  for (let row = at + step; row >= 0 && row < rows.length; row += step) {
    const found = rows[row]?.find((one) => one.dataset["column"] === from.dataset["column"]);
    if (found !== undefined) return found;
  }
  return undefined;
}
