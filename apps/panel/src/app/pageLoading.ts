import { CHUNK_LOAD_TIMEOUT_MS } from "@callpanel/contract";
import type { Clock } from "../shared/clock.ts";
import type { LoadScreen } from "../shared/feature.ts";

/** The code of a page did not come in time. */
export class PageNotLoaded extends Error {}

/** SHELL-28: a page's code that cannot be fetched is tried once more; one that does not come is a failure after two minutes. */
export const loadInTime =
  (load: LoadScreen, clock: Clock): LoadScreen =>
  () =>
    new Promise((resolve, reject) => {
      const cancel = clock.setTimeout(() => reject(new PageNotLoaded("not loaded in time")), CHUNK_LOAD_TIMEOUT_MS);
      load()
        .catch(load)
        .then(resolve, reject)
        .finally(cancel)
        // resolve or reject reports it.
        .catch(() => undefined);
    });

/** Whether an error is about fetching code, in the words of Chromium, Firefox and Safari: only a reload helps then. */
export const isLoadFailure = (error: unknown): boolean =>
  error instanceof PageNotLoaded ||
  (error instanceof Error && /dynamically imported module|importing a module script failed/i.test(error.message));
