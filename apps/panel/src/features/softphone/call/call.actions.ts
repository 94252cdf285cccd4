/** The actions on one call. */
import { sayError } from "../../../shared/api/api.ts";
import type { ListenMode } from "../../../shared/phone/softphone.ts";
import { refusal } from "../actionContext.ts";
import type { ActionContext } from "../actionContext.ts";
import { softphoneMessages } from "../softphone.messages.ts";
import { cleanName, isOffered } from "../softphone.model.ts";
import type { RecordingState } from "./recording/recordings.store.ts";

export interface CallActions {
  answer(callId: string): void;
  reject(callId: string): void;
  hangUp(callId: string): void;
  toggleHold(callId: string): void;
  toggleMute(callId: string): void;
  sendDigit(callId: string, digit: string): void;
  toggleCallPad(callId: string): void;
  /** Opens another call of the stack without a change of the audio. */
  choose(callId: string): void;
  /** Sets who hears this person in a call that listens in. */
  setListening(callId: string, mode: ListenMode): void;
  /** Starts, pauses, resumes or stops the recording of a call. */
  record(callId: string, wanted: RecordingState): void;
  /** Adds a number to the person's own blacklist; with an empty name, only the number. */
  block(number: string, name: string): void;
  /** Blocks the caller, then rejects the call; if blocking fails, the call keeps ringing. */
  blockCaller(callId: string): Promise<void>;
}

export function createCallActions(context: ActionContext): CallActions {
  const { phone, store, events, notices, words, recordings, tell, later, callOf, ownCall, choose } = context;
  return {
    answer(callId) {
      choose(callId);
      context.showDock();
      void phone.answer(callId).then((result) => {
        context.microphone.learn(result);
        // AVAIL-4: if the microphone is blocked, the call itself says what to do, and keeps ringing.
        if (result.ok || result.code !== "sipua.error.micDenied") tell(result);
      });
    },
    reject: (callId) => tell(phone.reject(callId)),
    hangUp: (callId) => tell(phone.hangUp(callId)),
    toggleHold(callId) {
      const call = callOf(callId);
      if (!call) return;
      if (call.isOnHold) choose(callId);
      later(phone.setHold(callId, call.isOnHold ? "unhold" : "hold"));
    },
    toggleMute(callId) {
      const call = callOf(callId);
      if (call) tell(phone.setMute(callId, call.isMuted ? "unmute" : "mute"));
    },
    sendDigit: (callId, digit) => tell(phone.sendDigit(callId, digit)),
    toggleCallPad: (callId) => store.dispatch({ type: "callPadToggled", callId }),
    choose,
    setListening(callId, mode) {
      const channel = context.ownChannel(callId);
      if (channel === undefined) return notices.error(words.get().error("sipua.error.ended"));
      const before = store.get().listening;
      const set = (to: ListenMode) => store.dispatch({ type: "listeningSet", callId, mode: to });
      set(mode);
      return void events.command({ command: "ChanSpyMode", channel, mode }).then(
        // Whispering and barging in need the microphone; listening does not.
        () => tell(phone.setMute(callId, mode === "monitor" ? "mute" : "unmute")),
        (error: unknown) => {
          set(before?.callId === callId ? before.mode : "monitor");
          notices.error(words.get().say(sayError(error, "sipua.error.listen")));
        },
      );
    },
    record(callId, wanted) {
      const own = ownCall(callId);
      if (own === undefined) return tell(refusal("sipua.error.recDisabled"));
      recordings.set(own, wanted).catch((error: unknown) => {
        notices.error(words.get().say(sayError(error, "sipua.error.recDisabled")));
      });
    },
    block: (number, name) => void block(context, number, name),
    async blockCaller(callId) {
      const call = callOf(callId);
      if (call === undefined || !(await block(context, call.number, cleanName(call.name)))) return;
      const now = callOf(callId);
      if (now !== undefined && isOffered(now)) tell(phone.reject(callId));
    },
  };
}

/** SOFT-43. @returns whether it is blocked now; a failure has shown a notice */
async function block({ api, notices, words }: ActionContext, number: string, name: string): Promise<boolean> {
  try {
    // Rarely used, so loaded on demand.
    const { addBlocked } = await import("../ownBlacklist.ts");
    await addBlocked(api, { number, name });
    notices.success(words.get().text(softphoneMessages, "softphone.log.blocked", { number }));
    return true;
  } catch (error) {
    notices.error(words.get().say(sayError(error, "settings.blacklist.addFailed")));
    return false;
  }
}
