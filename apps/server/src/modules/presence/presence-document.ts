import { isStatementId } from "@callpanel/contract";
import { oneLine } from "../../kernel/text/one-line.ts";
import type { Published } from "./presence.model.ts";

/** Closed means do not disturb (spec 1 §4); open carries the person's presence. */
export type PresenceDocument = {
  /** The user part of its entity, if that is a SIP URI. */
  readonly of: string | undefined;
  /** It reports the current setting, and asks for no change (PUBLISH-6). */
  readonly isStatement: boolean;
} & ({ readonly basic: "closed" } | { readonly basic: "open"; readonly published: Published });

/** Longer documents and notes are not read: a note is one line on a card. */
const DOCUMENT_CHARS = 16_384;
const NOTE_CHARS = 80;
const NOTES: Readonly<Record<string, Published["presence"]>> = {
  online: "online",
  busy: "busy",
  away: "away",
  lunch: "onlunch",
  offline: "offline",
};

/**
 * Reads presence XML (PIDF, RFC 3863): closed means busy and do not disturb, open means online, and a known note is more
 * exact (spec 1 §4). Undefined for any other document, which is then ignored. Only these two elements are read, so entities,
 * DTDs and nesting have no effect.
 */
export function readPresenceDocument(text: string): PresenceDocument | undefined {
  if (text.length > DOCUMENT_CHARS || !/<(?:[\w-]+:)?presence[\s>]/.test(text)) return undefined;
  const basic = elementText(text, "basic")?.toLowerCase();
  if (basic !== "open" && basic !== "closed") return undefined;
  const about = {
    of: /<(?:[\w-]+:)?presence\s[^<>]*?\bentity=["'](?:sips?|pres):([^"'<>@]{1,64})@/.exec(text)?.[1],
    isStatement: isStatementId(/<(?:[\w-]+:)?tuple\s[^<>]*?\bid=["']([^"'<>]{1,64})["']/.exec(text)?.[1] ?? ""),
  };
  if (basic === "closed") return { ...about, basic };
  const note = elementText(text, "note");
  const known = note === undefined ? undefined : NOTES[note.toLowerCase()];
  if (known !== undefined) return { ...about, basic, published: { presence: known } };
  return {
    ...about,
    basic,
    published: { presence: "online", note: note === undefined || note === "" ? undefined : note },
  };
}

/** The text of the first element with this name, with any prefix; undefined if it contains markup. */
function elementText(document: string, name: string): string | undefined {
  const found = new RegExp(`<(?:[\\w-]+:)?${name}(?:\\s[^<>]*)?>([^<>]*)</`).exec(document)?.[1];
  return found === undefined
    ? undefined
    : Array.from(oneLine(plainText(found)))
        .slice(0, NOTE_CHARS)
        .join("");
}

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

function plainText(text: string): string {
  return text.replace(/&(lt|gt|amp|quot|apos);/g, (_, name: string) => ENTITIES[name] ?? "");
}
