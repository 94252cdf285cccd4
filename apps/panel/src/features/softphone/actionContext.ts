/** What the actions of the softphone have in common. */
import type { ErrorDetails, FeatureCode, PanelErrorCode } from "@callpanel/contract";
import type { ActionResult, CallSnapshot, Webphone } from "@callpanel/webphone";
import type { Api } from "../../shared/api/api.ts";
import { ownCallOf } from "../../shared/live/liveBuddies.ts";
import type { LiveBuddies } from "../../shared/live/liveBuddies.ts";
import type { Notices } from "../../shared/notices/notices.ts";
import type { Dock } from "../../shared/phone/softphone.ts";
import type { Readable } from "../../shared/store.ts";
import type { Viewer } from "../../shared/viewer.ts";
import type { Words } from "../../shared/words/words.ts";
import type { Recordings } from "./call/recording/recordings.store.ts";
import type { MicrophoneWatch } from "./page/microphone.ts";
import type { Page } from "./page/browserPage.ts";
import type { CallDialog } from "./softphone.model.ts";
import type { SoftphoneStore } from "./softphone.store.ts";
import type { ThreeWayCalls } from "./three-way/people.model.ts";
import type { ThreeWayDeps } from "./three-way/setUp.ts";

export interface SoftphoneActionDeps extends ThreeWayDeps {
  readonly threeWay: Readable<ThreeWayCalls>;
  readonly api: Api;
  readonly phone: Webphone;
  readonly store: SoftphoneStore;
  readonly notices: Notices;
  readonly words: Readable<Words>;
  readonly dock: Dock;
  readonly page: Page;
  readonly viewer: Viewer;
  readonly featureCodes: Readable<readonly FeatureCode[]>;
  readonly liveBuddies: LiveBuddies;
  readonly recordings: Pick<Recordings, "set">;
  readonly microphone: Pick<MicrophoneWatch, "learn">;
}

export type ActionContext = ReturnType<typeof createActionContext>;

export function createActionContext(deps: SoftphoneActionDeps) {
  const { phone, store, page, viewer, liveBuddies, dock } = deps;
  const callOf = (callId: string): CallSnapshot | undefined =>
    phone.getSnapshot().calls.find(({ id }) => id === callId);
  const own = liveBuddies.of(viewer.user.extension);
  const ownCall = (callId: string) => ownCallOf(own.get(), callOf(callId)?.sipCallId);
  return {
    ...deps,
    ...createRefusals(deps),
    callOf,
    /** The live call behind a call of the phone. */
    ownCall,
    ownChannel: (callId: string) => ownCall(callId)?.channel,
    /** Runs once, when the call is answered and the server has reported it; never if it ends before. */
    whenAnswered(callId: string, run: () => void) {
      const look = () => {
        const call = callOf(callId);
        if (call !== undefined && (call.state !== "answered" || ownCall(callId) === undefined)) return;
        for (const stop of stops) stop();
        if (call !== undefined) run();
      };
      const stops = [phone.subscribe(look), own.subscribe(look)];
    },
    choose: (callId: string) => store.dispatch({ type: "callChosen", callId }),
    openDialog: (kind: CallDialog["kind"], callId: string) =>
      store.dispatch({ type: "dialogOpened", dialog: { kind, callId } }),
    closeDialog: () => store.dispatch({ type: "dialogClosed" }),
    /** A dock over the page would cover the person's work: there the bar at the foot is enough. */
    showDock() {
      if (page.placeOfDock() !== "over") dock.open();
    },
  };
}

export const refusal = (code: PanelErrorCode, details: ErrorDetails = {}): ActionResult => ({
  ok: false,
  code,
  details,
});

/** Refusals are values: each shows the text of its code as a notice. */
function createRefusals({ notices, words }: Pick<SoftphoneActionDeps, "notices" | "words">) {
  const tell = (result: ActionResult) => {
    if (!result.ok) notices.error(words.get().error(result.code, result.details));
  };
  const later = <Result extends ActionResult>(pending: Promise<Result>, then?: (result: Result) => void) => {
    void pending.then((result) => {
      tell(result);
      then?.(result);
    });
  };
  return { tell, later };
}
