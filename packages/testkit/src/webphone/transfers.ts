/** Transfers of a fake phone, blind and attended. */
import type { CallTransfer } from "@callpanel/webphone";
import type { PhoneState } from "./phone-state.ts";

export type Transfers = ReturnType<typeof createTransfers>;

export function createTransfers(state: PhoneState) {
  const targets = new Map<string, string>();
  const part = (callId: string, transfer: CallTransfer | undefined): void =>
    state.show({
      calls: state.get().calls.map((call) => {
        if (call.id !== callId) return call;
        const { transfer: _before, ...rest } = call;
        return transfer ? { ...rest, transfer } : rest;
      }),
    });
  const pairOf = (callId: string): { readonly firstId: string; readonly secondId: string } => {
    const own = state.find(callId)?.transfer;
    const otherId = own?.otherId ?? "";
    return own?.role === "consultation"
      ? { firstId: otherId, secondId: callId }
      : { firstId: callId, secondId: otherId };
  };
  const requested = (firstId: string, secondId: string | undefined, number: string): void => {
    targets.set(firstId, number);
    part(firstId, { role: "transferee", phase: "requested", otherId: secondId, to: number });
    if (secondId !== undefined)
      part(secondId, { role: "consultation", phase: "requested", otherId: firstId, to: number });
    const call = state.find(firstId);
    if (call) state.tell({ kind: "transferInitiated", call, number });
  };
  return {
    /** The far end is asked to call the number. */
    request: (callId: string, number: string): void => requested(callId, undefined, number),
    /** Calls the number for a consultation; gives the id of that call. */
    consult: (callId: string, number: string): string => {
      state.holdOthers("");
      const second = state.add({ number, direction: "out" });
      part(callId, { role: "transferee", phase: "consulting", otherId: second.id });
      part(second.id, { role: "consultation", phase: "consulting", otherId: callId });
      return second.id;
    },
    complete: (callId: string): void => {
      const { firstId, secondId } = pairOf(callId);
      requested(firstId, secondId, state.find(secondId)?.number ?? "");
    },
    cancel: (callId: string): void => {
      const { firstId, secondId } = pairOf(callId);
      part(firstId, undefined);
      state.end(secondId, "hangup");
      state.change(firstId, { isOnHold: false });
    },
    succeed: (callId: string): void => {
      const call = state.find(callId);
      const { secondId } = pairOf(callId);
      state.end(secondId, "hangup");
      state.end(callId, "hangup");
      if (call) state.tell({ kind: "transferAccepted", call, number: targets.get(callId) ?? "" });
    },
    fail: (callId: string, fail: string): void => {
      const number = targets.get(callId) ?? "";
      const { secondId } = pairOf(callId);
      part(callId, secondId === "" ? undefined : { role: "transferee", phase: "consulting", otherId: secondId });
      part(secondId, { role: "consultation", phase: "consulting", otherId: callId });
      const call = state.find(callId);
      const details = { num: number, fail };
      if (call) state.tell({ kind: "transferFailed", call, number, code: "sipua.xfer.failed", details });
    },
  };
}
