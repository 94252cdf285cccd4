/** The actions of the softphone. Refusals become notices here; the views only call. */
import { dialledFor } from "@callpanel/contract";
import type { CallLogEntry } from "@callpanel/webphone";
import type { ListenMode } from "../../shared/phone/softphone.ts";
import { createActionContext } from "./actionContext.ts";
import type { ActionContext, SoftphoneActionDeps } from "./actionContext.ts";
import { createCallActions } from "./call/call.actions.ts";
import type { CallActions } from "./call/call.actions.ts";
import { isOffered, openCallOf } from "./softphone.model.ts";
import type { HomeList, Pane } from "./softphone.model.ts";
import { createThreeWayActions } from "./three-way/actions.ts";
import type { ThreeWayActions } from "./three-way/actions.ts";
import { createTransferActions } from "./transfer/transfer.actions.ts";
import type { TransferActions } from "./transfer/transfer.actions.ts";

export interface SoftphoneActions extends CallActions, TransferActions, ThreeWayActions, DialActions, KeyActions {}

interface DialActions {
  type(text: string): void;
  searchContacts(text: string): void;
  /** A key of the main dial pad: plays its tone and appends the key to the dial field. */
  pressKey(key: string): void;
  togglePane(pane: Exclude<Pane, "none">): void;
  showHome(list: HomeList): void;
  /** Calls the number in the dial field; an empty field gets the number that was dialled last. */
  dialField(): void;
  dial(number: string): void;
  /** Listens in to a person; the mode is set as soon as the call is answered. */
  listen(exten: string, mode: ListenMode): void;
  /** 0 to 100, as the slider shows it. */
  setVolume(percent: number): void;
  unlockAudio(): void;
}

/** The keyboard shortcuts: each acts on the most likely call, and does nothing without one. */
interface KeyActions {
  answerNext(): void;
  hangUpOpen(): void;
  holdOpen(): void;
  muteOpen(): void;
  transferOpen(): void;
}

export function createSoftphoneActions(deps: SoftphoneActionDeps): SoftphoneActions {
  const context = createActionContext(deps);
  const calls = createCallActions(context);
  return {
    ...calls,
    ...createTransferActions(context),
    ...createThreeWayActions(context),
    ...createDialActions(context, calls),
    ...createKeyActions(context, calls),
  };
}

function createDialActions(context: ActionContext, calls: CallActions): DialActions {
  const { phone, store, microphone, notices, words } = context;
  const dial = (number: string, then: (callId: string) => void = () => undefined) =>
    context.later(phone.call(number), (result) => {
      microphone.learn(result);
      if (!result.ok) return;
      if (store.get().field === number) store.dispatch({ type: "fieldCleared" });
      if (result.callId !== undefined) {
        store.dispatch({ type: "callDialled", callId: result.callId });
        then(result.callId);
      }
      context.showDock();
    });
  return {
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
    showHome(list) {
      store.dispatch({ type: "homeChosen", list });
      if (list === "missed") phone.clearMissed();
    },
    dialField() {
      const text = store.get().field;
      const last = text.trim() === "" ? lastDialled(phone.getSnapshot().log) : undefined;
      if (last === undefined) dial(text);
      else store.dispatch({ type: "typed", text: last });
    },
    dial: (number) => dial(number),
    listen(exten, mode) {
      const number = dialledFor("spy", exten, context.featureCodes.get());
      if (number === undefined) return notices.error(words.get().error("sipua.error.listen"));
      dial(number, (callId) => {
        if (mode !== "monitor") context.whenAnswered(callId, () => calls.setListening(callId, mode));
      });
    },
    setVolume: (percent) => phone.setVolume(Math.min(100, Math.max(0, percent)) / 100),
    unlockAudio: () => void phone.unlockAudio(),
  };
}

const lastDialled = (log: readonly CallLogEntry[]): string | undefined => log.find(({ dir }) => dir === "out")?.num;

function createKeyActions({ phone, store, callOf, openDialog }: ActionContext, calls: CallActions): KeyActions {
  const openCallId = () => openCallOf(phone.getSnapshot().calls, store.get().chosenCallId)?.id;
  const onOpen = (run: (callId: string) => void) => () => {
    const callId = openCallId();
    if (callId !== undefined) run(callId);
  };
  const offered = () => phone.getSnapshot().calls.find(isOffered)?.id;
  return {
    answerNext() {
      const callId = offered();
      if (callId !== undefined) calls.answer(callId);
    },
    hangUpOpen() {
      const callId = openCallId() ?? offered();
      if (callId !== undefined) calls.hangUp(callId);
    },
    holdOpen: onOpen(calls.toggleHold),
    muteOpen: onOpen(calls.toggleMute),
    transferOpen: onOpen((callId) => {
      const call = callOf(callId);
      if (call?.state === "answered" && !call.transfer) openDialog("transfer", callId);
    }),
  };
}
