/** A SIP message without its body and without secrets. */
export interface StrippedMessage {
  readonly callId: string;
  /** Its first line. */
  readonly first: string;
  /** First line and header fields, with CR LF after each. */
  readonly text: string;
}

/** Fields that carry proofs, tokens or what can be replayed; the names of RFC 3261 and of this system. */
const SECRET =
  /^(?:proxy-)?(?:authorization|authenticate)$|^www-authenticate$|^(?:proxy-)?authentication-info$|^identity$|token|secret|cookie/i;
const REMOVED = "(removed)";
const MOST_LINE = 2_000;

/** Found by one search, because most messages belong to no call; undefined if only `stripped` can decide: without one, or folded. */
export function callIdIn(whole: string): string | undefined {
  return /\r\n(?:call-id|i)[ \t]*:[ \t]*(\S+)[ \t]*\r\n(?![ \t])/i.exec(whole)?.[1];
}

/** STORY-2. Undefined: it is no SIP message with a Call-ID. */
export function stripped(whole: string): StrippedMessage | undefined {
  const end = whole.indexOf("\r\n\r\n");
  const head = end < 0 ? whole : whole.slice(0, end);
  // A folded field is one line (RFC 3261 §7.3.1).
  const [first = "", ...fields] = head.replaceAll(/\r\n[ \t]+/g, " ").split("\r\n");
  if (!/^(?:SIP\/2\.0 \d{3}|[A-Z]+ \S+ SIP\/2\.0)/.test(first)) return undefined;
  let callId: string | undefined;
  const lines = [withoutPassword(first)];
  for (const field of fields) {
    const colon = field.indexOf(":");
    if (colon < 0) continue;
    const name = field.slice(0, colon).trim();
    const value = field.slice(colon + 1).trim();
    if (/^(?:call-id|i)$/i.test(name)) callId = value;
    lines.push(`${name}: ${shown(name, value)}`.slice(0, MOST_LINE));
  }
  return callId === undefined
    ? undefined
    : { callId, first: withoutPassword(first), text: `${lines.join("\r\n")}\r\n\r\n` };
}

function shown(name: string, value: string): string {
  if (SECRET.test(name)) return REMOVED;
  // The body is gone.
  return /^(?:content-length|l)$/i.test(name) ? "0" : withoutPassword(value);
}

/** `sip:user:password@host`. Each address is read to its end once: no text takes long. */
const withoutPassword = (text: string): string =>
  text.replaceAll(/sips?:[^@>\s]*@?/gi, (address) =>
    address.endsWith("@") ? address.replace(/(sips?:[^:@;>\s]*):.*@$/i, "$1@") : address,
  );
