/**
 * An inaudible call to the echo test: a tone is sent in place of the microphone and is measured when it comes back.
 * A failure is reported with the step it failed at.
 */
import { OK, refused } from "../calls/refusal.ts";
import type { ActionResult } from "../webphone.ts";
import type { CheckDeps } from "./check-deps.ts";
import type { CheckSnapshot } from "./check.model.ts";

/** Rarely used: the steps are a separate chunk. */
const loadSteps = () => import("./steps.ts");
/** Cut off, the browser waits for them without an end. */
const LOAD_WAIT_MS = 10_000;
/** What cannot be fetched cannot be reached either. */
const UNREACHED: CheckSnapshot = { phase: "failed", step: "network", fault: "noAnswer", figures: {} };

export interface Check {
  get(): CheckSnapshot | null;
  start(): ActionResult;
  /** Ends it, and forgets its verdict. */
  stop(): void;
}

export function createCheck(deps: CheckDeps): Check {
  const { clock, onChange } = deps;
  let current: CheckSnapshot | null = null;
  /** Of the check that runs: what it has opened, the newest last. */
  let opened: (() => void)[] | null = null;

  const release = (): void => {
    const undo = opened ?? [];
    opened = null;
    for (const run of undo.toReversed()) run();
  };
  const show = (next: CheckSnapshot | null): void => {
    current = next;
    onChange();
  };
  const run = async (mine: (() => void)[]): Promise<void> => {
    const isOver = (): boolean => opened !== mine;
    const end = (verdict: CheckSnapshot): void => {
      if (isOver()) return;
      release();
      show(verdict);
    };
    const cancelWait = clock.setTimeout(() => end(UNREACHED), LOAD_WAIT_MS);
    mine.push(cancelWait);
    const verdict = await Promise.all([loadSteps(), deps.loadCalls()]).then(
      ([{ runSteps }]) => {
        cancelWait();
        return runSteps({
          ...deps,
          keep: (undo) => void (isOver() ? undo() : mine.push(undo)),
          isOver,
          at: (step, figures = {}) => {
            if (!isOver()) show({ phase: "running", step, figures });
          },
          pause: (ms) => new Promise((resolve) => void clock.setTimeout(resolve, ms)),
        });
      },
      () => UNREACHED,
    );
    end(verdict);
  };
  return {
    get: () => current,
    start: () => {
      if (opened !== null) return OK;
      if (deps.isInUse()) return refused("sipua.check.inUse");
      const mine: (() => void)[] = [];
      opened = mine;
      show({ phase: "running", step: "microphone", figures: {} });
      void run(mine);
      return OK;
    },
    stop: () => {
      if (current === null) return;
      release();
      show(null);
    },
  };
}
