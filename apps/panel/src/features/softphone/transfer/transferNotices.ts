/** The notices about a transfer, with names, one at a time (SOFT-29, SOFT-30). */
import { detailText, canRead, outsideRefusalOf } from "@callpanel/contract";
import type { WebphoneEvent } from "@callpanel/webphone";
import type { Api } from "../../../shared/api/api.ts";
import type { Notices } from "../../../shared/notices/notices.ts";
import type { NumberNames } from "../../../shared/phone/numberNames.ts";
import type { Readable } from "../../../shared/store.ts";
import type { Viewer } from "../../../shared/viewer.ts";
import type { Words } from "../../../shared/words/words.ts";
import { destinationName } from "../softphone.api.ts";
import { softphoneMessages } from "../softphone.messages.ts";
import { failOf, parkExtensionOf, peerNow } from "../softphone.model.ts";

type TransferEvent = Extract<WebphoneEvent, { readonly number: string }>;

export interface TransferNoticeDeps {
  readonly api: Api;
  readonly notices: Notices;
  readonly words: Readable<Words>;
  readonly viewer: Viewer;
  readonly numberNames: NumberNames;
}

export function createTransferNotices(deps: TransferNoticeDeps): (event: TransferEvent) => void {
  const { api, notices, words, viewer } = deps;
  /** The latest notice of each call: a name that resolves late must not replace a newer notice. */
  const latest = new Map<string, TransferEvent>();

  const say = ({ kind, number }: TransferEvent, name: string, key: string): void => {
    const id = kind === "transferInitiated" ? "softphone.transfer.initiated" : "softphone.transfer.done";
    if (number !== parkExtensionOf(viewer))
      return notices.success(words.get().text(softphoneMessages, id, { name }), { key });
    // People who may see the slots get the notice with the slot instead (PARKING-20).
    if (kind === "transferAccepted" && !canRead(viewer.rights, "parkings"))
      notices.success(words.get().text(softphoneMessages, "softphone.transfer.parked"), { key });
  };

  const complain = (event: TransferEvent & { kind: "transferFailed" }, name: string, key: string): void => {
    const { code, details, call } = event;
    const reason = detailText(details, "fail");
    const outside = outsideRefusalOf(reason, detailText(details, "num"));
    const fail = failOf(reason);
    notices.withdraw(key);
    if (outside) return notices.error(words.get().error(outside.code, outside.details));
    if (code === "sipua.xfer.failed" && fail !== null && fail !== "canceled") {
      const peer = peerNow(words.get(), deps.numberNames, call);
      return notices.error(words.get().text(softphoneMessages, `softphone.transfer.back.${fail}`, { name, peer }));
    }
    // A known SIP reason phrase is translated; any other is shown unchanged.
    const said = fail === null ? reason : words.get().text(softphoneMessages, `softphone.fail.${fail}`);
    notices.error(words.get().error(code, { ...details, num: name, fail: said }));
  };

  return (event) => {
    const { call, number } = event;
    latest.set(call.id, event);
    const key = `transfer-${call.id}`;
    void destinationName({ api, viewer, words: words.get() }, number).then((name) => {
      if (latest.get(call.id) !== event) return;
      if (event.kind === "transferFailed") complain(event, name, key);
      else say(event, name, key);
      if (event.kind !== "transferInitiated") latest.delete(call.id);
    });
  };
}
