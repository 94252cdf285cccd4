/** The headers of a parsed message, From among them, by name. */
import { header, serializeNameAddr } from "@callpanel/sip";
import type { SipMessage } from "@callpanel/sip";
import type { Headers } from "./caller.ts";

export const headersOf = (message: SipMessage): Headers => ({
  getHeader: (name) => (name === "From" ? serializeNameAddr(message.from) : header(message, name)),
});
