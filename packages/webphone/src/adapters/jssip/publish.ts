// oxlint-disable-next-line typescript/triple-slash-reference -- every compilation of this file must see the ambient types
/// <reference path="./jssip-parts.d.ts" />
/** PUBLISH (RFC 3903), which JsSIP does not have: its request sender brings credentials and the transaction. */
import type { UA, URI } from "jssip";
import RequestSender from "jssip/lib/RequestSender.js";
import { OutgoingRequest } from "jssip/lib/SIPMessage.js";
import type { IncomingResponse } from "jssip/lib/SIPMessage";
import { PublishError } from "../../ports/user-agent.port.ts";
import type { Publication, Published } from "../../ports/user-agent.port.ts";

/** Resolves when the phone system has taken it; rejects with a PublishError. */
export function publish(ua: UA, target: URI, publication: Publication): Promise<Published> {
  const { event, contentType, expiresSeconds, body, ifMatch } = publication;
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => (): void => reject(new PublishError(reason));
    const headers = [
      `Event: ${event}`,
      `Expires: ${expiresSeconds}`,
      ...(ifMatch === undefined ? [] : [`SIP-If-Match: ${ifMatch}`]),
      ...(body === "" ? [] : [`Content-Type: ${contentType}`]),
    ];
    const request = new OutgoingRequest("PUBLISH", target, ua, null, headers, body);
    const sender = new RequestSender(ua, request, {
      onRequestTimeout: fail("no answer"),
      onTransportError: fail("no connection"),
      onAuthenticated: () => undefined,
      onReceiveResponse: (response: IncomingResponse) => {
        const { status_code, reason_phrase } = response;
        if (status_code >= 300) reject(new PublishError(reason_phrase || String(status_code), status_code));
        else if (status_code >= 200) resolve(published(response, expiresSeconds));
      },
    });
    sender.send();
  });
}

function published(response: IncomingResponse, asked: number): Published {
  const granted = Number(response.getHeaders("Expires")[0]);
  return {
    tag: response.getHeaders("SIP-ETag")[0]?.trim(),
    expiresSeconds: Number.isInteger(granted) && granted > 0 ? granted : asked,
  };
}
