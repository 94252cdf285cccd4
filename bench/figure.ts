/** One measured figure and what it is measured against, in the same unit. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The rival's figure or the bound. */
  readonly bound: number;
  readonly better: "higher" | "lower";
  /** The source of the bound: "Asterisk 22", "bound of docs/spec/media.md". */
  readonly against: string;
}

/** Every `*.bench.ts` exports `run(report)`; bench/run.mjs calls it. */
export type Report = (figure: Figure) => void;
