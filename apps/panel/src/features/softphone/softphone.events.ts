/** Turns the events of the webphone into notices and state. */
import { SPY_MUTE_AFTER_MS } from "@callpanel/contract";
import type { Webphone, WebphoneEvent } from "@callpanel/webphone";
import type { Api } from "../../shared/api/api.ts";
import type { Clock } from "../../shared/clock.ts";
import type { Notices } from "../../shared/notices/notices.ts";
import type { NumberNames } from "../../shared/phone/numberNames.ts";
import type { Dock } from "../../shared/phone/softphone.ts";
import type { Readable } from "../../shared/store.ts";
import type { Viewer } from "../../shared/viewer.ts";
import type { Words } from "../../shared/words/words.ts";
import type { Page } from "./page/browserPage.ts";
import type { PersonalStore } from "./personal.store.ts";
import { softphoneMessages } from "./softphone.messages.ts";
import { endNoticeOf, isOffered, isListening, peerNow, refusalNoticeOf } from "./softphone.model.ts";
import type { SoftphoneStore } from "./softphone.store.ts";
import { createTransferNotices } from "./transfer/transferNotices.ts";

export interface PhoneEventDeps {
  readonly api: Api;
  readonly phone: Webphone;
  readonly store: SoftphoneStore;
  readonly personal: PersonalStore;
  readonly notices: Notices;
  readonly words: Readable<Words>;
  readonly dock: Dock;
  readonly viewer: Viewer;
  readonly numberNames: NumberNames;
  readonly page: Page;
  readonly clock: Clock;
  readonly onMessageWaiting: (count: number) => void;
}

/** @returns a stop function */
export function joinPhoneEvents(deps: PhoneEventDeps): () => void {
  const { phone, store, notices, words } = deps;
  const transfers = createTransferNotices(deps);
  return phone.onEvent((event) => {
    switch (event.kind) {
      case "messageWaiting":
        return deps.onMessageWaiting(event.newCount);
      case "incomingCall":
        store.dispatch({ type: "callOffered", callId: event.call.id });
        if (event.autoAnswer) void answerIntercom(deps, event.call.id);
        return;
      case "callAnswered":
        // Either side may have answered: this call is heard now, the others are on hold.
        store.dispatch({ type: "callChosen", callId: event.call.id });
        if (isListening(event.call)) muteSoon(deps, event.call.id);
        return;
      case "callEnded":
        if (store.get().dialog?.callId === event.call.id) notices.error(words.get().error("sipua.error.ended"));
        store.dispatch({ type: "callEnded", callId: event.call.id });
        notifyEnd(deps, event);
        if (phone.getSnapshot().calls.every(({ id }) => id === event.call.id)) lastCallEnded(deps);
        bringBack(deps, event);
        return;
      case "transferInitiated":
      case "transferAccepted":
      case "transferFailed":
        return transfers(event);
      case "failure":
        notices.error(words.get().error(event.code, event.details));
    }
  });
}

/**
 * SOFT-42: only an intercom call is answered automatically, and only if the person has switched that on, even if the phone
 * system asks for more. It is not answered while there is another call, and only one tab answers.
 */
async function answerIntercom({ phone, personal, notices, words }: PhoneEventDeps, callId: string): Promise<void> {
  await personal.settled();
  if (!personal.get().answersIntercom) return;
  const { calls, place } = phone.getSnapshot();
  if (place !== "here" || calls.some(({ id }) => id !== callId)) return;
  if (!calls.some((call) => call.id === callId && isOffered(call))) return;
  const result = await phone.answer(callId);
  if (!result.ok) notices.error(words.get().error(result.code, result.details));
}

/** SOFT-34: a person who listens in is not heard by accident, even if the phone system lets their audio through. */
function muteSoon({ phone, store, clock }: PhoneEventDeps, callId: string): void {
  clock.setTimeout(() => {
    const { listening } = store.get();
    if (listening?.callId !== callId || listening.mode === "monitor") phone.setMute(callId, "mute");
  }, SPY_MUTE_AFTER_MS);
}

type CallEnded = Extract<WebphoneEvent, { readonly kind: "callEnded" }>;

function notifyEnd(deps: PhoneEventDeps, event: CallEnded): void {
  const { call, reason } = event;
  const { notices, words } = deps;
  const peer = peerNow(words.get(), deps.numberNames, call);
  const said =
    refusalNoticeOf(call, event, peer) ??
    endNoticeOf(call, reason, words.get().text(softphoneMessages, "softphone.call.failedCause"), peer);
  if (said) notices.error(words.get().error(said.code, said.details));
  if (reason === "remote" && call.transfer?.role === "transferee" && call.transfer.phase === "consulting")
    notices.error(words.get().text(softphoneMessages, "softphone.transfer.left", { peer }));
  if (reason === "answered-elsewhere")
    notices.success(words.get().text(softphoneMessages, "softphone.call.elsewhere", { peer }));
}

/**
 * SOFT-14: the end of the last call hides the softphone and clears the dial field (spec 1 §4). Next to the page it stays,
 * because hiding it would move the page under the pointer; and a number that is being typed is not lost.
 */
function lastCallEnded({ store, dock, page }: PhoneEventDeps): void {
  if (!page.isDialing()) store.dispatch({ type: "fieldCleared" });
  if (page.placeOfDock() !== "beside") dock.close();
}

/** SOFT-2: a number that does not exist is back in the field, to be corrected. */
function bringBack({ store }: PhoneEventDeps, { call, reason }: CallEnded): void {
  if (reason === "not-found" && call.direction === "out" && store.get().field === "")
    store.dispatch({ type: "typed", text: call.number });
}
