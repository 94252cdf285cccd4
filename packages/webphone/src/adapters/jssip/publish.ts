// oxlint-disable-next-line typescript/triple-slash-reference -- whoever compiles this file must see the ambient types
/// <reference path="./jssip-parts.d.ts" />
/** PUBLISH (RFC 3903), which JsSIP does not have: its request sender brings credentials and the transaction. */
import type { UA, URI } from "jssip";
import RequestSender from "jssip/lib/RequestSender.js";
import { OutgoingRequest } from "jssip/lib/SIPMessage.js";
import type { IncomingResponse } from "jssip/lib/SIPMessage";
import type { Publication } from "../../ports/user-agent.port.ts";

/**
 * Resolves when the phone system has taken it; rejects with an Error that says why not. Each publication is a first one:
 * a phone that lost its tag with its page could refresh none.
 */
export function publish(ua: UA, target: URI, { event, contentType, expiresSeconds, body }: Publication): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => (): void => reject(new Error(reason));
    const headers = [`Event: ${event}`, `Expires: ${expiresSeconds}`, `Content-Type: ${contentType}`];
    const request = new OutgoingRequest("PUBLISH", target, ua, null, headers, body);
    const sender = new RequestSender(ua, request, {
      onRequestTimeout: fail("no answer"),
      onTransportError: fail("no connection"),
      onAuthenticated: () => undefined,
      onReceiveResponse: ({ status_code, reason_phrase }: IncomingResponse) => {
        if (status_code >= 300) reject(new Error(reason_phrase || String(status_code)));
        else if (status_code >= 200) resolve();
      },
    });
    sender.send();
  });
}
