import {
  FIRST_RUN_STEPS,
  finishFirstRun,
  getFirstRun,
  openFirstRun,
  type FirstRun,
  type FirstRunStep,
} from "@callpanel/contract";
import type { Api, ErrorSay, Wire } from "../../shared/api/api.ts";
import { sayError } from "../../shared/api/api.ts";
import type { TextStorage } from "../../shared/storage.ts";

/** The token of this browser, until there is an administrator (FIRST-3, FIRST-6). */
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
  | { readonly phase: "closed"; readonly error: ErrorSay; readonly needs: "link" | "signIn" | "nothing" };

/** The requests of the guide: with the token of the link, then as the signed-in administrator. */
export interface Guide extends Api {
  /** Uses the link's secret where there is one, else goes on with the token of an earlier visit or the session. */
  open(secret: string): Promise<Opened>;
  /** The administrator is there: from now on their session counts. */
  endToken(): void;
  finish(): Promise<void>;
}

export interface GuideDeps {
  readonly wire: Wire;
  readonly api: Api;
  readonly isSignedIn: () => boolean;
  readonly storage: TextStorage;
}

const NEEDS: Readonly<Record<string, "signIn" | "nothing">> = {
  "firstRun.signIn": "signIn",
  "firstRun.finished": "nothing",
};

export function createGuide({ wire, api, isSignedIn, storage }: GuideDeps): Guide {
  const endToken = (): void => storage.remove(TOKEN_KEY);
  const call: Guide["call"] = (endpoint, input) => {
    const token = storage.get(TOKEN_KEY);
    if (token !== null) return wire.call(endpoint, input, `Bearer ${token}`);
    return isSignedIn() ? api.call(endpoint, input) : wire.call(endpoint, input, null);
  };
  const visit = async (secret: string): Promise<FirstRun> => {
    if (secret === "") return call(getFirstRun, {});
    const { token, state } = await wire.call(openFirstRun, { body: { secret } }, null);
    storage.set(TOKEN_KEY, token);
    return state;
  };
  const enter = async (secret: string): Promise<FirstRun> => {
    try {
      return await visit(secret);
    } catch (cause) {
      if (!isSignedIn() || sayError(cause, "server.internal").code !== "firstRun.signIn") throw cause;
      endToken();
      return api.call(getFirstRun, {});
    }
  };
  return {
    call,
    endToken,
    open: async (secret) => {
      try {
        return { phase: "open", state: await enter(secret) };
      } catch (cause) {
        const error = sayError(cause, "server.internal");
        return { phase: "closed", error, needs: NEEDS[error.code ?? ""] ?? "link" };
      }
    },
    finish: async () => {
      await call(finishFirstRun, {});
      endToken();
    },
  };
}
