import { useEffect, useRef, useState } from "react";

/** As many as a page of call details may have; the file has all. */
export const PRINTED_ROWS = 1_000;

/** RPT-14: all rows of the filter are in the page while it is printed, not only those of the page that is shown. */
export function usePrint<Row>(load: () => Promise<readonly Row[]>): {
  /** Null: nothing is being printed. */
  readonly printed: readonly Row[] | null;
  readonly print: () => Promise<void>;
} {
  const [printed, setPrinted] = useState<readonly Row[] | null>(null);
  const done = useRef(() => {});
  useEffect(() => {
    if (printed === null) return undefined;
    const end = () => {
      setPrinted(null);
      done.current();
    };
    window.addEventListener("afterprint", end);
    window.print();
    return () => window.removeEventListener("afterprint", end);
  }, [printed]);
  return {
    printed,
    print: async () => {
      const rows = await load();
      await new Promise<void>((resolve) => {
        done.current = resolve;
        setPrinted(rows);
      });
    },
  };
}
