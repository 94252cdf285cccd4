/** The far ends, the network and the browser of a fake phone, as a test plays them. */
import type { ErrorDetails, PanelErrorCode } from "@callpanel/contract";
import type { CallSnapshot, EndReason, Quality, Webphone, WebphoneEvent, WebphoneSnapshot } from "@callpanel/webphone";
import type { Actions } from "./actions.ts";
import type { PhoneState } from "./phone-state.ts";
import type { Transfers } from "./transfers.ts";

export interface FarEnd {
  registers(): void;
  /** The connection is lost; the phone reads `connecting`. */
  drops(): void;
  /** A call comes in; gives its id. */
  calls(from: {
    readonly number: string;
    readonly name?: string;
    readonly autoAnswer?: boolean;
    readonly headers?: Readonly<Record<string, string>>;
    readonly far?: CallSnapshot["far"];
  }): string;
  /** The phone system says who is there now. */
  faces(callId: string, far: CallSnapshot["far"]): void;
  /** The far end of an outgoing call rings. */
  rings(callId: string): void;
  answers(callId: string): void;
  /** `warning`: the words of a refusal. */
  ends(callId: string, reason?: EndReason, warning?: string): void;
  /** The way of the call's sound is lost and looked for. */
  loses(callId: string): void;
  /** Its sound never found a way. */
  neverReaches(callId: string): void;
  sounds(callId: string, quality: Quality): void;
  /** A digit by SIP INFO. */
  presses(callId: string, digit: string): void;
  /** The transfer of that call: the target is reached, or why not. */
  transferred(callId: string): void;
  transferFails(callId: string, fail: string): void;
  /** The next action of that name is refused. */
  refusesNext(action: keyof Webphone, code: PanelErrorCode, details?: ErrorDetails): void;
  /** A failure of an action that is not awaited. */
  fails(code: PanelErrorCode, details?: ErrorDetails): void;
  /** Something happens once. */
  tells(event: WebphoneEvent): void;
  /** The browser blocks sound until `unlockAudio`. */
  locksAudio(): void;
  /** Replaces parts of the snapshot: devices, log, missed count. */
  shows(part: Partial<WebphoneSnapshot>): void;
}

export function createFarEnd(state: PhoneState, transfers: Transfers, actions: Actions): FarEnd {
  return {
    registers: () => state.show({ status: 3, state: "registered" }),
    drops: () => state.show({ status: 0, state: "connecting" }),
    calls: ({ number, name, autoAnswer = false, headers, far }) => {
      const call = state.add({
        number,
        direction: "in",
        ...(name && { name }),
        ...(headers && { headers }),
        ...(far && { far }),
      });
      state.tell({ kind: "incomingCall", call, autoAnswer });
      return call.id;
    },
    faces: (callId, there) => state.change(callId, there ? { far: there } : {}),
    rings: (callId) => state.change(callId, { visual: "ringing" }),
    answers: state.answered,
    transferred: transfers.succeed,
    transferFails: transfers.fail,
    ends: (callId, reason = "remote", warning) => void state.end(callId, reason, warning),
    sounds: (callId, quality) => state.change(callId, { quality }),
    loses: (callId) => state.change(callId, { isReconnecting: true }),
    neverReaches: (callId) => state.change(callId, { isReconnecting: true, isUnreachable: true }),
    presses: (callId, digit) =>
      state.change(callId, { digitsReceived: `${state.find(callId)?.digitsReceived ?? ""}${digit}` }),
    refusesNext: actions.refuseNext,
    fails: (code, details = {}) => state.tell({ kind: "failure", code, details }),
    tells: state.tell,
    locksAudio: () => state.show({ audioLocked: true }),
    shows: state.show,
  };
}
