import { withVia, type SipRequest } from "../text/message.ts";
import { withParam } from "../text/params.ts";

/** The CR LF pings of RFC 5626 §4.4.1: two CRLF get one as response, one is the response to ours. */
export const isKeepalive = (frame: string | Uint8Array, pong: () => void): boolean => {
  if (frame.length > 4 || typeof frame !== "string") return false;
  if (frame === "\r\n\r\n") pong();
  return frame === "" || frame === "\r\n" || frame === "\r\n\r\n";
};

/** Notes the source address of the request, where it is known, in its topmost Via, RFC 3261 §18.2.1. */
export const withReceived = (request: SipRequest, address: string): SipRequest => {
  const [top, ...rest] = request.via;
  if (top === undefined || address === "" || top.host === address) return request;
  const { transport, host, port, params } = top;
  return withVia(request, [{ transport, host, port, params: withParam(params, "received", address) }, ...rest]);
};
