/** MESSAGE outside a dialog (docs/spec/phone-texts.md). */
import { fromTag, header, type HeaderField, type ServerTransaction } from "@callpanel/sip";
import type { Clock, DirectoryUser, Texting, TextOutcome } from "@callpanel/phone-port";
import { createTokenBucket, type TokenBucket } from "../connection/token-bucket.ts";
import { dialledText } from "../signalling/dialled-text.ts";

export interface Texts {
  /** The request is screened: its body is text/plain. */
  take(transaction: ServerTransaction, user: DirectoryUser): Promise<void>;
}

export interface TextsDeps {
  readonly clock: Clock;
  /** Without it no phone can write. */
  readonly texting?: Texting | undefined;
  readonly isOwnHost: (host: string) => boolean;
}

/** Of one person, over all phones. */
const BURST = 20;
const PER_SECOND = 0.5;
const RETRY_AFTER: HeaderField = ["Retry-After", "10"];

const ANSWERS: Readonly<Record<TextOutcome, { readonly status: number; readonly headers?: readonly HeaderField[] }>> = {
  taken: { status: 202 }, // stored, not yet read (RFC 3428 §7)
  unknown: { status: 404 },
  forbidden: { status: 403 },
  unavailable: { status: 480 },
  tooLong: { status: 413 },
  tooMany: { status: 503, headers: [RETRY_AFTER] },
};

export function createTexts({ clock, texting, isOwnHost }: TextsDeps): Texts {
  const buckets = new Map<number, TokenBucket>();

  const mayWriteNow = ({ id }: DirectoryUser): boolean => {
    const bucket = buckets.get(id) ?? createTokenBucket({ clock, burst: BURST, perSecond: PER_SECOND });
    buckets.set(id, bucket);
    return bucket.take();
  };

  return {
    take: async (transaction, user) => {
      const { request } = transaction;
      if (user.trunk === true) return void transaction.respond(403, { reason: "Not by an outside line" });
      if (texting === undefined) return void transaction.respond(480, { reason: "No text messages here" });
      if (!isReadable(request)) return void transaction.respond(415, { headers: [["Accept", "text/plain"]] });
      const text = request.body.replaceAll(/\r\n?/g, "\n");
      if (text.trim() === "") return void transaction.respond(400, { reason: "Empty Message" });
      if (!mayWriteNow(user)) return void transaction.respond(503, { headers: [RETRY_AFTER] });
      const id = `${request.callId} ${fromTag(request) ?? ""} ${request.cseq.number}`;
      const outcome = await texting.take({ from: user, to: dialledText(request.uri, isOwnHost), text, id });
      const { status, headers } = ANSWERS[outcome];
      transaction.respond(status, { headers });
    },
  };
}

/** A body of another charset would come out garbled. */
function isReadable(request: ServerTransaction["request"]): boolean {
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(header(request, "Content-Type") ?? "")?.[1];
  return charset === undefined || ["utf-8", "us-ascii"].includes(charset.toLowerCase());
}
