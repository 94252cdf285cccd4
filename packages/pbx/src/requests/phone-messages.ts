/** MESSAGE to the telephones of a person (RFC 3428), rules TEXT-8 to TEXT-11. */
import { createRequest, nameAddr, serializeUri, sipUri, withParam, type SipStack } from "@callpanel/sip";
import type { Clock, Log, TextForPhones, TextsToPhones } from "@callpanel/phone-port";
import { createTokenBucket, type TokenBucket } from "../connection/token-bucket.ts";
import type { PhoneConnection } from "../connection/connections.ts";
import type { Binding, Bindings } from "../registrar/bindings.ts";
import { cleanName } from "../signalling/caller-identity.ts";

export interface PhoneMessagesDeps {
  readonly stack: Pick<SipStack, "request">;
  readonly bindings: Pick<Bindings, "ofUser" | "hasTextTakers">;
  readonly clock: Clock;
  readonly log: Log;
  readonly realm: string;
  readonly randomText: (length: number) => string;
  readonly connectionById: (id: string) => PhoneConnection | undefined;
}

/** RFC 3428 §8: what every telephone must be able to take. */
export const TEXT_BYTES = 1_300;
const TAG_LENGTH = 12;
const CALL_ID_LENGTH = 20;
/** To one person; two telephones that answer by themselves would go on for ever. */
const BURST = 20;
const PER_SECOND = 0.5;

/** Of a telephone that does not answer or is overloaded. */
const PAUSE_MS = 180_000;
/**
 * RFC 3261 §21: what the telephone would answer to the next one too. Others are of the moment: it is busy (486), its person
 * declines (603), or it wants to be left alone (480).
 */
const FINAL: ReadonlySet<number> = new Set([
  400, 403, 404, 405, 406, 410, 415, 416, 420, 421, 488, 493, 501, 505, 604, 606,
]);

export function createPhoneMessages(deps: PhoneMessagesDeps): TextsToPhones {
  const { stack, bindings, clock, log, realm, randomText } = deps;
  const buckets = new Map<number, TokenBucket>();
  /** Contacts that took none, on the connection on which they did not, and until when they get no more. */
  const failed = new WeakMap<PhoneConnection, Map<string, number>>();

  const hasFailed = ({ key, connectionId }: Binding): boolean => {
    const connection = deps.connectionById(connectionId);
    return connection === undefined || (failed.get(connection)?.get(key) ?? 0) > clock.now();
  };
  const takers = (userId: number): readonly Binding[] =>
    bindings.ofUser(userId).filter((one) => one.takesTexts && !hasFailed(one));

  const maySendNow = (userId: number): boolean => {
    const bucket = buckets.get(userId) ?? createTokenBucket({ clock, burst: BURST, perSecond: PER_SECOND });
    buckets.set(userId, bucket);
    return bucket.take();
  };

  const send = (binding: Binding, { from, text }: TextForPhones): void => {
    const connection = deps.connectionById(binding.connectionId);
    if (connection === undefined) return;
    const own = nameAddr(sipUri(from.number, realm), { displayName: cleanName(from.name) });
    const fail = (why: string, isFinal: boolean): void => {
      const known = failed.get(connection) ?? new Map<string, number>();
      const before = known.get(binding.key);
      const until = isFinal ? Infinity : Math.max(before ?? 0, clock.now() + PAUSE_MS);
      failed.set(connection, known.set(binding.key, until));
      // Named once; again only when a pause becomes an end.
      if (before === until || (before !== undefined && !isFinal)) return;
      log.warn(isFinal ? "a telephone takes no text messages" : "a telephone did not answer a text message", {
        user: binding.user.id,
        phone: serializeUri(binding.contact.uri),
        userAgent: binding.userAgent,
        why,
      });
    };
    const request = createRequest({
      method: "MESSAGE",
      uri: binding.contact.uri,
      from: { ...own, params: withParam(own.params, "tag", randomText(TAG_LENGTH)) },
      to: nameAddr(sipUri(binding.user.extension, realm)),
      callId: randomText(CALL_ID_LENGTH),
      cseq: 1,
      headers: [["Content-Type", "text/plain;charset=UTF-8"]],
      body: clipped(text),
    });
    stack.request(connection, request, {
      onResponse: ({ status }) => {
        if (FINAL.has(status)) fail(String(status), true);
        else if (status === 408 || (status >= 500 && status < 600)) fail(String(status), false);
      },
      onFailure: (failure) => {
        if (failure === "timeout") fail(failure, false);
      },
    });
  };

  return {
    reachesAnybody: () => bindings.hasTextTakers,
    reaches: (userId) => takers(userId).length > 0,
    send: (text) => {
      const phones = takers(text.userId);
      if (phones.length === 0 || !maySendNow(text.userId)) return;
      for (const binding of phones) send(binding, text);
    },
  };
}

/** At a whole character; the rest is in the chat. */
function clipped(text: string): string {
  const size = (part: string): number => new TextEncoder().encode(part).length;
  if (size(text) <= TEXT_BYTES) return text;
  let kept = "";
  let bytes = size("…");
  for (const character of text) {
    bytes += size(character);
    if (bytes > TEXT_BYTES) break;
    kept += character;
  }
  return `${kept}…`;
}
