/** An event package (RFC 6665): what a phone may subscribe to, and what it is sent. */
import { listValues, type ServerTransaction, type SipRequest } from "@callpanel/sip";
import type { DirectoryUser, MaybePromise } from "@callpanel/phone-port";

/** The body of a NOTIFY; `version` is the number of the notification within its subscription, from 0. */
export type Content = (version: number) => string;

/** What a subscription is about. */
export interface Subject {
  /** As the phone addressed it: the user part of a SIP URI. */
  readonly address: string;
  /** The person whose changes change it. */
  readonly userId: number;
}

export interface EventPackage {
  /** The value of the header field Event. */
  readonly event: string;
  readonly contentType: string;
  /** Undefined: the request was refused with a response. */
  subjectOf(transaction: ServerTransaction, user: DirectoryUser): Subject | undefined;
  /** Undefined: the user may not see it now. */
  contentOf(user: DirectoryUser, subject: Subject): MaybePromise<Content | undefined>;
}

/** A phone without an Accept header field accepts the type of the package (RFC 6665 §4.4.3). */
export function accepts(request: SipRequest, contentType: string): boolean {
  const accepted = listValues(request, "Accept").map((one) => one.split(";", 1)[0]?.trim().toLowerCase());
  const group = `${contentType.split("/", 1)[0]}/*`;
  return accepted.length === 0 || accepted.some((one) => one === contentType || one === "*/*" || one === group);
}
