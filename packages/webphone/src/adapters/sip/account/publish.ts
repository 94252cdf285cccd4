/** PUBLISH (RFC 3903). */
import { createRequest, expires, header, nameAddr } from "@callpanel/sip";
import type { HeaderField, SipResponse } from "@callpanel/sip";
import { PublishError } from "../../../ports/user-agent.port.ts";
import type { Publication, Published } from "../../../ports/user-agent.port.ts";
import { newCallId } from "./account.ts";
import type { Account } from "./account.ts";
import type { Sender } from "./sender.ts";

/** Resolves when the phone system has taken it; rejects with a PublishError. */
export function publish(sender: Sender, account: Account, publication: Publication): Promise<Published> {
  const { event, contentType, expiresSeconds, body, ifMatch } = publication;
  const headers: readonly HeaderField[] = [
    ["Event", event],
    ["Expires", String(expiresSeconds)],
    ...(ifMatch === undefined ? [] : [["SIP-If-Match", ifMatch] as const]),
    ...(body === "" ? [] : [["Content-Type", contentType] as const]),
    ...account.common,
  ];
  const make = outside(account, { method: "PUBLISH", uri: account.address, headers, body });
  return new Promise((resolve, reject) => {
    sender.send(make, {
      onFailure: (failure) => reject(new PublishError(failure === "timeout" ? "no answer" : "no connection")),
      onResponse: (response) => {
        const { status, reason } = response;
        if (status >= 300) reject(new PublishError(reason || String(status), status));
        else if (status >= 200) resolve(published(response, expiresSeconds));
      },
    });
  });
}

const published = (response: SipResponse, asked: number): Published => ({
  tag: header(response, "SIP-ETag")?.trim(),
  expiresSeconds: expires(response) || asked,
});

interface OutsideParts {
  readonly method: string;
  readonly uri: Account["address"];
  readonly headers: readonly HeaderField[];
  readonly body?: string;
}

/** A request outside of dialogs, with the next CSeq at each making. */
export function outside(account: Account, { method, uri, headers, body = "" }: OutsideParts) {
  const callId = newCallId();
  const from = account.newFrom();
  let cseq = 0;
  return () => createRequest({ method, uri, from, to: nameAddr(uri), callId, cseq: (cseq += 1), headers, body });
}
