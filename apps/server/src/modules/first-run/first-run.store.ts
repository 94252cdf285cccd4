import type { FirstRunProgress } from "./first-run.model.ts";

/** How far the first run is. When a promise resolves, the change is durable. */
export interface FirstRunStore {
  read(): Promise<FirstRunProgress | undefined>;
  /** Changes it in one step: of two requests, the second sees what the first has done. Nothing is kept when `step` throws. */
  change<Result>(
    step: (before: FirstRunProgress | undefined) => { readonly progress: FirstRunProgress; readonly result: Result },
  ): Promise<Result>;
}
