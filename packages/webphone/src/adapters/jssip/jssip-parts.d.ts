/** Parts of JsSIP that its own types leave out, under the paths of their files. */
declare module "jssip/lib/SIPMessage.js" {
  import type { UA, URI } from "jssip";

  export class OutgoingRequest {
    constructor(method: string, target: URI, ua: UA, params: null, headers: readonly string[], body: string);
  }
}

declare module "jssip/lib/RequestSender.js" {
  import type { UA } from "jssip";
  import type { IncomingResponse } from "jssip/lib/SIPMessage";
  import type { OutgoingRequest } from "jssip/lib/SIPMessage.js";

  export default class RequestSender {
    constructor(
      ua: UA,
      request: OutgoingRequest,
      handlers: {
        readonly onRequestTimeout: () => void;
        readonly onTransportError: () => void;
        readonly onAuthenticated: () => void;
        readonly onReceiveResponse: (response: IncomingResponse) => void;
      },
    );
    send(): void;
  }
}
