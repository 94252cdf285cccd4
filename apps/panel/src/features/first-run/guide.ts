import {
  FIRST_RUN_STEPS,
  finishFirstRun,
  getFirstRun,
  openFirstRun,
  type FirstRun,
  type FirstRunStep,
} from "@callpanel/contract";
import type { ApiInput, ErrorSay, Given, Schema, Wire } from "../../shared/api/api.ts";
import { sayError } from "../../shared/api/api.ts";
import type { TextStorage } from "../../shared/storage.ts";
import type { Endpoint } from "@callpanel/contract";

/** The token of this browser, from one visit to the next (FIRST-3). */
const TOKEN_KEY = "callpanel_first_run";

export type Page = FirstRunStep | "end";
export const PAGES: readonly Page[] = [...FIRST_RUN_STEPS, "end"];
/** Without these steps nobody can sign in to do the rest. */
export const mayBeSkipped = (page: Page): page is "people" | "services" | "line" | "call" =>
  page === "people" || page === "services" || page === "line" || page === "call";

/** The first step that is neither done nor skipped. */
export const firstOpen = ({ done, skipped }: Pick<FirstRun, "done" | "skipped">): Page =>
  FIRST_RUN_STEPS.find((step) => !done.includes(step) && !skipped.includes(step)) ?? "end";

export const pageAfter = (page: Page): Page => PAGES[PAGES.indexOf(page) + 1] ?? "end";
export const pageBefore = (page: Page): Page | undefined => PAGES[PAGES.indexOf(page) - 1];

export type Opened =
  | { readonly phase: "open"; readonly state: FirstRun }
  | { readonly phase: "closed"; readonly error: ErrorSay; readonly isFinished: boolean };

/** The requests of the guide, with this browser's token. */
export interface Guide {
  /** Uses the link's secret where there is one, else goes on with the token of an earlier visit. */
  open(secret: string): Promise<Opened>;
  call<P extends Schema, Q extends Schema, B extends Schema, R extends Schema>(
    endpoint: Endpoint<P, Q, B, R>,
    input: ApiInput<P, Q, B>,
  ): Promise<Given<R>>;
  finish(): Promise<void>;
}

export function createGuide({ wire, storage }: { readonly wire: Wire; readonly storage: TextStorage }): Guide {
  const bearer = (): string | null => {
    const token = storage.get(TOKEN_KEY);
    return token === null ? null : `Bearer ${token}`;
  };
  const call: Guide["call"] = (endpoint, input) => wire.call(endpoint, input, bearer());
  const enter = async (secret: string): Promise<FirstRun> => {
    if (secret === "") return call(getFirstRun, {});
    const { token, state } = await wire.call(openFirstRun, { body: { secret } }, null);
    storage.set(TOKEN_KEY, token);
    return state;
  };
  return {
    call,
    open: async (secret) => {
      try {
        return { phase: "open", state: await enter(secret) };
      } catch (cause) {
        const error = sayError(cause, "server.internal");
        return { phase: "closed", error, isFinished: error.code === "firstRun.finished" };
      }
    },
    finish: async () => {
      await call(finishFirstRun, {});
      storage.remove(TOKEN_KEY);
    },
  };
}
