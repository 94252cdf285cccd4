import {
  DEFAULT_FEATURE_CODES,
  PAGE_SIZE,
  RECONNECT_DELAY_MS,
  getCurrentUser,
  getFeatureCodes,
  getLicenses,
  getParkings,
  getPermissions,
  getSipConfig,
  getVideoConfig,
  mergePermissions,
  uiFlags,
} from "@callpanel/contract";
import type { CurrentUser, FeatureCode, PanelErrorCode } from "@callpanel/contract";
import { ApiError, sayError } from "../../shared/api/api.ts";
import type { Api, ErrorSay } from "../../shared/api/api.ts";
import type { Clock } from "../../shared/clock.ts";
import type { Notices } from "../../shared/notices/notices.ts";
import { createStore } from "../../shared/store.ts";
import type { Readable } from "../../shared/store.ts";
import type { Viewer } from "../../shared/viewer.ts";
import type { Words } from "../../shared/words/words.ts";

export type StartUpStep = "permissions" | "user" | "application";

/** `viewer` is kept while loading again: the page and its calls stay, under the mask. */
export type StartUp =
  | { readonly phase: "loading"; readonly step: StartUpStep; readonly viewer: Viewer | null }
  /** The server did not respond; it is tried again automatically. */
  | { readonly phase: "waiting"; readonly viewer: Viewer | null }
  | { readonly phase: "ready"; readonly viewer: Viewer }
  | { readonly phase: "failed"; readonly error: ErrorSay; readonly viewer: Viewer | null };

export type StartUpAction =
  | { readonly type: "stepped"; readonly step: StartUpStep }
  | { readonly type: "unanswered" }
  | { readonly type: "loaded"; readonly viewer: Viewer }
  | { readonly type: "refused"; readonly error: ErrorSay }
  /** The person has another picture. */
  | { readonly type: "pictured"; readonly url: string | null }
  /** The person's name, picture or address is another. */
  | { readonly type: "userChanged"; readonly user: CurrentUser }
  /** The codes that telephones dial are others. */
  | { readonly type: "codesChanged"; readonly featureCodes: readonly FeatureCode[] }
  | { readonly type: "left" };

const NOTHING: StartUp = { phase: "loading", step: "permissions", viewer: null };

export function stepStartUp(state: StartUp, action: StartUpAction): StartUp {
  switch (action.type) {
    case "stepped":
      return { phase: "loading", step: action.step, viewer: state.viewer };
    case "unanswered":
      return { phase: "waiting", viewer: state.viewer };
    case "loaded":
      return { phase: "ready", viewer: action.viewer };
    case "refused":
      return { phase: "failed", error: action.error, viewer: state.viewer };
    case "pictured":
      return state.viewer === null ? state : { ...state, viewer: pictured(state.viewer, action.url) };
    case "userChanged":
      return state.viewer === null ? state : { ...state, viewer: { ...state.viewer, user: action.user } };
    case "codesChanged":
      return state.viewer === null
        ? state
        : { ...state, viewer: { ...state.viewer, featureCodes: action.featureCodes } };
    case "left":
      return NOTHING;
  }
}

const pictured = (viewer: Viewer, pictureProfileUrl: string | null): Viewer => ({
  ...viewer,
  user: { ...viewer.user, pictureProfileUrl },
});

export interface StartUpDeps {
  readonly api: Api;
  readonly clock: Clock;
  readonly notices: Notices;
  readonly words: Readable<Words>;
  /** As soon as the permissions are known: code can be fetched while the rest loads. */
  readonly onFlags: (flags: Viewer["flags"]) => void;
}

export interface StartUpRun extends Readable<StartUp> {
  /** Loads everything, from the first step. A running load is discarded. */
  run(): void;
  /** The person has another picture from now on; null: initials. */
  setPicture(url: string | null): void;
  /** Loads the person again: the name or the picture was changed somewhere. */
  reloadUser(): void;
  /** FEATURE-6: loads the codes that telephones dial again. */
  reloadFeatureCodes(): void;
  /** Signed out: all data of the person is removed. */
  leave(): void;
}

/** SHELL-4, SHELL-5: permissions, the user, then what the permissions allow; only the first two are required to continue. */
export function createStartUp(deps: StartUpDeps): StartUpRun {
  const store = createStore<StartUp, StartUpAction>(NOTHING, stepStartUp);
  let round = 0;
  let cancelRetry = () => {};

  const load = async (mine: number) => {
    const step = (name: StartUpStep) => {
      if (mine === round) store.dispatch({ type: "stepped", step: name });
    };
    step("permissions");
    const user = deps.api.call(getCurrentUser, {});
    // Both run in parallel; the mask names the one that is awaited.
    user.catch(() => undefined);
    const granted = await deps.api.call(getPermissions, {});
    const rights = mergePermissions(granted.group_permissions, granted.user_permissions);
    const flags = uiFlags(rights);
    deps.onFlags(flags);
    const parts = loadParts(deps, flags);
    step("user");
    const me = await user.catch((cause: unknown) => {
      throw new StartUpFailure("init.user", { cause });
    });
    step("application");
    const loaded = await parts;
    const viewer: Viewer = { user: me, rights, flags: { ...flags, videoConfRead: hasVideo(loaded) }, ...loaded };
    if (mine === round) store.dispatch({ type: "loaded", viewer });
  };

  const run = () => {
    cancelRetry();
    round += 1;
    const mine = round;
    load(mine).catch((error: unknown) => {
      if (mine !== round) return;
      const fault = faultOf(error);
      if (fault === "signed-out") return;
      if (fault === "unreachable") {
        store.dispatch({ type: "unanswered" });
        cancelRetry = deps.clock.setTimeout(run, RECONNECT_DELAY_MS);
        return;
      }
      store.dispatch({ type: "refused", error: refusalOf(error, deps.words.get()) });
    });
  };

  return {
    get: store.get,
    subscribe: store.subscribe,
    run,
    setPicture: (url) => store.dispatch({ type: "pictured", url }),
    reloadUser() {
      const mine = round;
      deps.api.call(getCurrentUser, {}).then(
        (user) => {
          if (mine === round) store.dispatch({ type: "userChanged", user });
        },
        () => undefined, // the former data stays valid; the next start-up tries again
      );
    },
    reloadFeatureCodes() {
      const mine = round;
      if (store.get().viewer?.flags.softphone !== true) return;
      loadFeatureCodes(deps.api).then(
        (featureCodes) => {
          if (mine === round) store.dispatch({ type: "codesChanged", featureCodes });
        },
        () => undefined, // the former codes stay; the next start-up tries again
      );
    },
    leave() {
      round += 1;
      cancelRetry();
      store.dispatch({ type: "left" });
    },
  };
}

/** VIDEO-20: the right, the company's settings and its licence (spec 2 §6) are needed. */
const hasVideo = ({ video, licences }: Pick<Viewer, "video" | "licences">): boolean =>
  video?.enabled === true && licences.get("video_conf_limit") !== -1;

/** A needed part failed; `code` says which. */
class StartUpFailure extends Error {
  readonly code: PanelErrorCode;
  constructor(code: PanelErrorCode, options: { cause: unknown }) {
    super(code, options);
    this.code = code;
  }
}

function faultOf(error: unknown): string | null {
  const cause = error instanceof StartUpFailure ? error.cause : error;
  return cause instanceof ApiError ? cause.fault.kind : null;
}

function refusalOf(error: unknown, words: Words): ErrorSay {
  const [cause, code] = error instanceof StartUpFailure ? [error.cause, error.code] : [error, "init.app" as const];
  const message = words.say(sayError(cause, code));
  return { code: "init.api", details: { message }, text: null };
}

const loadFeatureCodes = async (api: Api): Promise<readonly FeatureCode[]> =>
  (await api.call(getFeatureCodes, { query: { start: 0, limit: PAGE_SIZE.featureCodes } })).data;

/** The optional parts: each failure shows a notice, or is silent, as in spec 2 §8. */
async function loadParts(
  { api, notices, words }: StartUpDeps,
  { softphone, parkRead, videoConfRead }: Viewer["flags"],
) {
  const tell = (code: PanelErrorCode, error: unknown) => {
    if (error instanceof ApiError && error.fault.kind === "signed-out") return;
    const message = words.get().say(sayError(error, "server.internal"));
    notices.error(words.get().error(code, { message }));
  };
  const [sip, featureCodes, parkingLots, licences, video] = await Promise.all([
    softphone ? api.call(getSipConfig, {}).catch((error: unknown) => (tell("sipua.error.config", error), null)) : null,
    softphone
      ? loadFeatureCodes(api).catch((error: unknown) => (tell("init.featureCodes", error), DEFAULT_FEATURE_CODES))
      : DEFAULT_FEATURE_CODES,
    parkRead
      ? api.call(getParkings, {}).then(
          ({ data }) => data,
          (error: unknown) => (tell("init.parkings", error), null),
        )
      : null,
    api.call(getLicenses, {}).then(
      ({ data }) => new Map(data.map(({ feature, value }) => [feature, value])),
      (error: unknown) => (tell("init.licenses", error), new Map<string, number>()),
    ),
    videoConfRead ? api.call(getVideoConfig, {}).catch((error: unknown) => (tell("video.config", error), null)) : null,
  ]);
  return { sip, featureCodes, parkingLots, licences, video };
}
