/** Names that people and strangers chose, made fit for a header and a screen (RFC 3261 §25.1; hostile text: design.md §4). */
import { nameAddr, serializeNameAddr, sipUri, type HeaderField } from "@callpanel/sip";
import { ANONYMOUS_NUMBER, type Party } from "@callpanel/phone-port";

/** Characters of a display name; phones cut at 30 to 40. */
export const NAME_LENGTH = 64;

// C0, C1, line and paragraph separators, and the bidirectional controls that can turn the text around them.
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;
const LONE_SURROGATES = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Without the halves of characters that a cut may leave. */
export function wellFormed(text: string): string {
  return text.replace(LONE_SURROGATES, "");
}

/** One line, no controls, at most so many characters, never half a character. */
export function cleanLine(text: string, length: number): string {
  const line = wellFormed(text.slice(0, 4 * length).replace(CONTROLS, " "))
    .replace(/\s+/g, " ")
    .trim();
  return Array.from(line).slice(0, length).join("");
}

export function cleanName(name: string): string {
  return cleanLine(name, NAME_LENGTH);
}

/** Where requests within a dialog are to go: to this system, whose only address is the WebSocket (RFC 7118 §5). */
export function ownUri(number: string | undefined, realm: string): ReturnType<typeof sipUri> {
  return sipUri(number ?? "callpanel", realm, { params: new Map([["transport", "ws"]]) });
}

/** Whoever withholds their number, or has none. */
export const ANONYMOUS: Party = { number: ANONYMOUS_NUMBER, name: "Anonymous" };
const NOWHERE = "anonymous.invalid"; // RFC 3323 §4.1.1.3

/** RFC 3325; also the party's From and To. */
export function identityOf(party: Party, realm: string): ReturnType<typeof nameAddr> {
  const { number } = party;
  const host = number === ANONYMOUS_NUMBER ? NOWHERE : realm;
  return nameAddr(sipUri(number, host), { displayName: cleanName(spokenName(party)) });
}

/** What a phone shows that knows names and numbers alone (rule CALL-91). */
function spokenName({ kind, name, number }: Party): string {
  switch (kind) {
    case "mailbox":
      return name === "" ? "Voicemail" : `Voicemail of ${name}`;
    case "messages":
      return "Voicemail";
    case "parking":
      return `Parked at ${number}`;
    case "room":
      return /^\d+$/.test(number) ? `Conference ${number}` : name;
    case "listening":
      return `Listening to ${name}`;
    case "announcement":
    case "service":
    case undefined:
      return name;
  }
}

export function identityHeader(party: Party, realm: string): HeaderField {
  return ["P-Asserted-Identity", serializeNameAddr(identityOf(party, realm))];
}
