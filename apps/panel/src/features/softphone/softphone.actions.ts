/** The actions of the softphone. Refusals become notices here; the views only call. */
import type { PanelErrorCode, ErrorDetails } from "@callpanel/contract";
import type { ActionResult, Webphone } from "@callpanel/webphone";
import { sayError } from "../../shared/api/api.ts";
import type { Api } from "../../shared/api/api.ts";
import { ownCallOf } from "../../shared/live/liveBuddies.ts";
import type { LiveBuddies } from "../../shared/live/liveBuddies.ts";
import type { Notices } from "../../shared/notices/notices.ts";
import type { Dock } from "../../shared/phone/softphone.ts";
import type { Readable } from "../../shared/store.ts";
import type { Viewer } from "../../shared/viewer.ts";
import type { Words } from "../../shared/words/words.ts";
import type { MicrophoneWatch } from "./page/microphone.ts";
import type { Page } from "./page/browserPage.ts";
import type { Recordings, RecordingState } from "./call/recordings.store.ts";
import { softphoneMessages } from "./softphone.messages.ts";
import { cleanName, isOffered, openCallOf, parkExtensionOf } from "./softphone.model.ts";
import type { CallDialog, ListenMode, Pane } from "./softphone.model.ts";
import type { SoftphoneStore } from "./softphone.store.ts";
import { createThreeWayActions } from "./three-way/actions.ts";
import type { ThreeWayActions } from "./three-way/actions.ts";
import type { ThreeWayCalls } from "./three-way/people.model.ts";
import type { ThreeWayDeps } from "./three-way/setUp.ts";

export interface SoftphoneActions extends ThreeWayActions {
  type(text: string): void;
  searchContacts(text: string): void;
  /** A key of the main dial pad: plays its tone and appends the key to the dial field. */
  pressKey(key: string): void;
  togglePane(pane: Exclude<Pane, "none">): void;
  /** Calls the number in the dial field. */
  dialField(): void;
  dial(number: string): void;
  /** Adds a number to the person's own blacklist; with an empty name, only the number. */
  block(number: string, name: string): void;
  /** Blocks the caller, then rejects the call; if blocking fails, the call keeps ringing. */
  blockCaller(callId: string): Promise<void>;
  answer(callId: string): void;
  reject(callId: string): void;
  /** Redirects a ringing call to another destination. */
  sendOn(callId: string, to: string): void;
  hangUp(callId: string): void;
  toggleHold(callId: string): void;
  toggleMute(callId: string): void;
  sendDigit(callId: string, digit: string): void;
  toggleCallPad(callId: string): void;
  /** Opens another call of the stack without a change of the audio. */
  choose(callId: string): void;
  openDialog(kind: CallDialog["kind"], callId: string): void;
  closeDialog(): void;
  /** Transfers the call. Returns what is wrong with the destination; other refusals become notices. */
  transfer(callId: string, destination: string, manner: TransferManner): Promise<ActionResult>;
  /** Sets who hears this person in a call that listens in. */
  setListening(callId: string, mode: ListenMode): void;
  completeTransfer(callId: string): void;
  cancelTransfer(callId: string): void;
  /** Parks the call in the parking lot. */
  park(callId: string): void;
  /** Starts, pauses, resumes or stops the recording of a call. */
  record(callId: string, wanted: RecordingState): void;
  /** 0 to 100, as the slider shows it. */
  setVolume(percent: number): void;
  unlockAudio(): void;
  /** The keyboard shortcuts: each acts on the most likely call, and does nothing without one. */
  answerNext(): void;
  hangUpOpen(): void;
  holdOpen(): void;
  muteOpen(): void;
  transferOpen(): void;
}

export type TransferManner = "blind" | "attended";

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
  readonly liveBuddies: LiveBuddies;
  readonly recordings: Pick<Recordings, "set">;
  readonly microphone: Pick<MicrophoneWatch, "learn">;
}

export function createSoftphoneActions(deps: SoftphoneActionDeps): SoftphoneActions {
  const { phone, store, page, viewer, liveBuddies, notices, words, microphone } = deps;
  const { tell, later } = createRefusals(deps);
  const callOf = (callId: string) => phone.getSnapshot().calls.find(({ id }) => id === callId);
  const own = liveBuddies.of(viewer.user.extension);
  const ownChannel = (callId: string) => ownCallOf(own.get(), callOf(callId)?.sipCallId)?.channel;
  const choose = (callId: string) => store.dispatch({ type: "callChosen", callId });

  /** A dock over the page would cover the person's work: there the bar at the foot is enough. */
  const showDock = () => {
    if (page.placeOfDock() !== "over") deps.dock.open();
  };

  const dial = (number: string) =>
    later(phone.call(number), (result) => {
      microphone.learn(result);
      if (!result.ok) return;
      if (store.get().field === number) store.dispatch({ type: "fieldCleared" });
      if (result.callId !== undefined) choose(result.callId);
      showDock();
    });
  const answer = (callId: string) => {
    choose(callId);
    showDock();
    void phone.answer(callId).then((result) => {
      microphone.learn(result);
      // AVAIL-4: if the microphone is blocked, the call itself says what to do, and keeps ringing.
      if (result.ok || result.code !== "sipua.error.micDenied") tell(result);
    });
  };
  const hangUp = (callId: string) => tell(phone.hangUp(callId));
  const toggleHold = (callId: string) => {
    const call = callOf(callId);
    if (!call) return;
    if (call.isOnHold) choose(callId);
    later(phone.setHold(callId, call.isOnHold ? "unhold" : "hold"));
  };
  const toggleMute = (callId: string) => {
    const call = callOf(callId);
    if (call) tell(phone.setMute(callId, call.isMuted ? "unmute" : "mute"));
  };
  const openCallId = () => openCallOf(phone.getSnapshot().calls, store.get().chosenCallId)?.id;
  const onOpen = (run: (callId: string) => void) => () => {
    const callId = openCallId();
    if (callId !== undefined) run(callId);
  };
  const offered = () => phone.getSnapshot().calls.find(isOffered)?.id;

  const startConsultation = async (callId: string, destination: string) => {
    const result = await phone.startAttendedTransfer(callId, destination);
    if (result.ok && result.callId !== undefined) choose(result.callId);
    return result;
  };
  const openDialog = (kind: CallDialog["kind"], callId: string) =>
    store.dispatch({ type: "dialogOpened", dialog: { kind, callId } });
  const closeDialog = () => store.dispatch({ type: "dialogClosed" });

  return {
    ...createThreeWayActions({ ...deps, callOf, ownChannel, choose, closeDialog, tell }),
    type: (text) => store.dispatch({ type: "typed", text }),
    searchContacts: (text) => store.dispatch({ type: "contactsSearched", text }),
    pressKey(key) {
      phone.playKey(key);
      store.dispatch({ type: "keyPressed", key });
    },
    togglePane(pane) {
      store.dispatch({ type: "paneToggled", pane });
      if (store.get().pane === "log") phone.clearMissed();
    },
    dialField: () => dial(store.get().field),
    dial,
    answer,
    reject: (callId) => tell(phone.reject(callId)),
    sendOn(callId, to) {
      const channel = ownChannel(callId);
      if (channel === undefined) return notices.error(words.get().error("sipua.error.ended"));
      return void deps.events
        .command({ command: "redirect", channel, to })
        .catch((error: unknown) => notices.error(words.get().say(sayError(error, "move.failed"))));
    },
    hangUp,
    toggleHold,
    toggleMute,
    sendDigit: (callId, digit) => tell(phone.sendDigit(callId, digit)),
    toggleCallPad: (callId) => store.dispatch({ type: "callPadToggled", callId }),
    choose,
    openDialog,
    closeDialog,
    async transfer(callId, destination, manner) {
      const result =
        manner === "blind" ? phone.transfer(callId, destination) : await startConsultation(callId, destination);
      if (result.ok) closeDialog();
      else if (!isDestinationFault(result.code)) tell(result);
      return result;
    },
    setListening(callId, mode) {
      const channel = ownChannel(callId);
      if (channel === undefined) return notices.error(words.get().error("sipua.error.ended"));
      const before = store.get().listening;
      const set = (to: ListenMode) => store.dispatch({ type: "listeningSet", callId, mode: to });
      set(mode);
      return void deps.events.command({ command: "ChanSpyMode", channel, mode }).then(
        // Whispering and barging in need the microphone; listening does not.
        () => tell(phone.setMute(callId, mode === "monitor" ? "mute" : "unmute")),
        (error: unknown) => {
          set(before?.callId === callId ? before.mode : "monitor");
          notices.error(words.get().say(sayError(error, "sipua.error.listen")));
        },
      );
    },
    completeTransfer: (callId) => tell(phone.completeTransfer(callId)),
    cancelTransfer: (callId) => later(phone.cancelTransfer(callId)),
    park: (callId) => tell(phone.transfer(callId, parkExtensionOf(viewer))),
    record(callId, wanted) {
      const own = ownCallOf(liveBuddies.of(viewer.user.extension).get(), callOf(callId)?.sipCallId);
      if (own === undefined) return tell(refusal("sipua.error.recDisabled"));
      deps.recordings.set(own, wanted).catch((error: unknown) => {
        notices.error(words.get().say(sayError(error, "sipua.error.recDisabled")));
      });
    },
    block: (number, name) => void block(deps, number, name),
    async blockCaller(callId) {
      const call = callOf(callId);
      if (call === undefined || !(await block(deps, call.number, cleanName(call.name)))) return;
      const now = callOf(callId);
      if (now !== undefined && isOffered(now)) tell(phone.reject(callId));
    },
    setVolume: (percent) => phone.setVolume(Math.min(100, Math.max(0, percent)) / 100),
    unlockAudio: () => void phone.unlockAudio(),
    answerNext() {
      const callId = offered();
      if (callId !== undefined) answer(callId);
    },
    hangUpOpen() {
      const callId = openCallId() ?? offered();
      if (callId !== undefined) hangUp(callId);
    },
    holdOpen: onOpen(toggleHold),
    muteOpen: onOpen(toggleMute),
    transferOpen: onOpen((callId) => {
      const call = callOf(callId);
      if (call?.state === "answered" && !call.transfer) openDialog("transfer", callId);
    }),
  };
}

/** SOFT-43. @returns whether it is blocked now; a failure has shown a notice */
async function block({ api, notices, words }: SoftphoneActionDeps, number: string, name: string): Promise<boolean> {
  try {
    // Rarely used, so loaded on demand.
    const { addBlocked } = await import("./ownBlacklist.ts");
    await addBlocked(api, { number, name });
    notices.success(words.get().text(softphoneMessages, "softphone.log.blocked", { number }));
    return true;
  } catch (error) {
    notices.error(words.get().say(sayError(error, "settings.blacklist.addFailed")));
    return false;
  }
}

const refusal = (code: PanelErrorCode, details: ErrorDetails = {}): ActionResult => ({ ok: false, code, details });

/** Shown only next to the field that must be changed. */
const isDestinationFault = (code: PanelErrorCode): boolean =>
  code === "sipua.error.destination" || code === "sipua.error.destinationAttended";

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
