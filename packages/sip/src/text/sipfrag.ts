import { reasonOf } from "./reasons.ts";

/** The Content-Type of `sipfrag` bodies, RFC 3420. */
export const SIPFRAG_TYPE = "message/sipfrag;version=2.0";

/** The body of a NOTIFY about the progress of a REFER, RFC 3515 §2.4.5. */
export const sipfrag = (status: number, reason = reasonOf(status)): string =>
  `SIP/2.0 ${status} ${reason.replace(/[\r\n]+/g, " ")}\r\n`;

/** The status in a `sipfrag` body; undefined when it does not start with a status line. */
export const parseSipfrag = (body: string): { readonly status: number; readonly reason: string } | undefined => {
  const found = /^SIP\/2\.0 ([1-6]\d\d)(?: ([^\r\n]*))?/i.exec(body);
  return found === null ? undefined : { status: Number(found[1]), reason: found[2] ?? "" };
};
