/** The actions that send a call elsewhere. */
import type { PanelErrorCode } from "@callpanel/contract";
import type { ActionResult } from "@callpanel/webphone";
import { sayError } from "../../../shared/api/api.ts";
import { refusal } from "../actionContext.ts";
import type { ActionContext } from "../actionContext.ts";
import { isInCall, parkExtensionOf } from "../softphone.model.ts";
import type { CallDialog } from "../softphone.model.ts";

export type TransferManner = "blind" | "attended";

export interface TransferActions {
  /** Redirects a ringing call to another destination. */
  sendOn(callId: string, to: string): void;
  openDialog(kind: CallDialog["kind"], callId: string): void;
  closeDialog(): void;
  /** Transfers the call. Returns what is wrong with the destination; other refusals become notices. */
  transfer(callId: string, destination: string, manner: TransferManner): Promise<ActionResult>;
  completeTransfer(callId: string): void;
  cancelTransfer(callId: string): void;
  /** Parks the call in the parking lot. */
  park(callId: string): void;
}

export function createTransferActions(context: ActionContext): TransferActions {
  const { phone, events, notices, words, viewer, tell, later, callOf, ownChannel, choose, openDialog, closeDialog } =
    context;

  const startConsultation = async (callId: string, destination: string) => {
    const result = await phone.startAttendedTransfer(callId, destination);
    if (result.ok && result.callId !== undefined) choose(result.callId);
    return result;
  };

  return {
    sendOn(callId, to) {
      const channel = ownChannel(callId);
      if (channel === undefined) return notices.error(words.get().error("sipua.error.ended"));
      return void events
        .command({ command: "redirect", channel, to })
        .catch((error: unknown) => notices.error(words.get().say(sayError(error, "move.failed"))));
    },
    openDialog,
    closeDialog,
    async transfer(callId, destination, manner) {
      if (isInCall(callOf(callId), destination))
        return refusal("sipua.error.destinationInCall", { value: destination });
      const result =
        manner === "blind" ? phone.transfer(callId, destination) : await startConsultation(callId, destination);
      if (result.ok) closeDialog();
      else if (!isDestinationFault(result.code)) tell(result);
      return result;
    },
    completeTransfer: (callId) => tell(phone.completeTransfer(callId)),
    cancelTransfer: (callId) => later(phone.cancelTransfer(callId)),
    park: (callId) => tell(phone.transfer(callId, parkExtensionOf(viewer))),
  };
}

/** Shown only next to the field that must be changed. */
const isDestinationFault = (code: PanelErrorCode): boolean =>
  code === "sipua.error.destination" || code === "sipua.error.destinationAttended";
