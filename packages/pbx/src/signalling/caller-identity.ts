/** Makes names from people and strangers safe for a header and a screen (RFC 3261 §25.1; hostile text: design.md §4). */
import { nameAddr, serializeNameAddr, sipUri, type HeaderField } from "@callpanel/sip";
import { ANONYMOUS_NUMBER, type Party } from "@callpanel/phone-port";

/** Maximum characters of a display name; phones show 30 to 40. */
export const NAME_LENGTH = 64;

// C0, C1, line and paragraph separators, and the bidirectional controls that can reverse the surrounding text.
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;
const LONE_SURROGATES = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Removes unpaired surrogates, which cutting a text can leave. */
export function wellFormed(text: string): string {
  return text.replace(LONE_SURROGATES, "");
}

/** One line without controls, at most `length` characters, without half surrogate pairs. */
export function cleanLine(text: string, length: number): string {
  const line = wellFormed(text.slice(0, 4 * length).replace(CONTROLS, " "))
    .replace(/\s+/g, " ")
    .trim();
  return Array.from(line).slice(0, length).join("");
}

export function cleanName(name: string): string {
  return cleanLine(name, NAME_LENGTH);
}

/** Where requests within a dialog are sent: to this system, which has only the address of the WebSocket (RFC 7118 §5). */
export function ownUri(number: string | undefined, realm: string): ReturnType<typeof sipUri> {
  return sipUri(number ?? "callpanel", realm, { params: new Map([["transport", "ws"]]) });
}

/** A party that withholds its number, or has no number. */
export const ANONYMOUS: Party = { number: ANONYMOUS_NUMBER, name: "Anonymous" };
const NOWHERE = "anonymous.invalid"; // RFC 3323 §4.1.1.3

/** As in RFC 3325; also used for the party's From and To. */
export function identityOf(party: Party, realm: string): ReturnType<typeof nameAddr> {
  const { number } = party;
  const host = number === ANONYMOUS_NUMBER ? NOWHERE : realm;
  return nameAddr(sipUri(number, host), { displayName: cleanName(spokenName(party)) });
}

/** The name for phones that show only names and numbers (rule CALL-91). */
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
    case "queue":
    case "videoRoom":
    case "service":
    case undefined:
      return name;
  }
}

export function identityHeader(party: Party, realm: string): HeaderField {
  return ["P-Asserted-Identity", serializeNameAddr(identityOf(party, realm))];
}
