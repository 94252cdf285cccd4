/** A stretch of a message's text. */
export type TextPart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "mention"; readonly text: string; readonly name: string; readonly isAll: boolean }
  /** It may be the name of a room. */
  | { readonly kind: "room"; readonly text: string; readonly name: string }
  | { readonly kind: "number"; readonly text: string; readonly number: string };

/** A mention as the server reads it (CHAT-24), or a telephone number of 7 to 15 digits. */
const PARTS =
  /(?<![\p{L}\p{N}_@.-])@[\p{L}\p{N}_](?:[\p{L}\p{N}_.-]{0,62}[\p{L}\p{N}_])?|(?<![\p{L}\p{M}\p{N}_#&/.:-])#[\p{L}\p{N}_](?:[\p{L}\p{M}\p{N}_.-]{0,62}[\p{L}\p{M}\p{N}_])?|(?<![\p{L}\p{N}_/.:#-])\+?(?:\(\d{1,4}\)[ .-]?)?\d(?:[ .()-]{0,2}\d){6,14}(?![\p{L}\p{N}_/:-])/gu;
const NOBODY: ReadonlySet<string> = new Set();
const EVERYBODY: ReadonlySet<string> = new Set(["all", "here", "channel"]);

/** CHATUI-12, CHATUI-13, CHATUI-45: mentions of people who were named, and numbers that can be called. */
export function textParts(text: string, mentioned: ReadonlySet<string>): readonly TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const match of text.matchAll(PARTS)) {
    const [found] = match;
    const part = partOf(found, mentioned);
    if (part === null) continue;
    if (match.index > from) parts.push({ kind: "text", text: text.slice(from, match.index) });
    parts.push(part);
    from = match.index + found.length;
  }
  if (from < text.length) parts.push({ kind: "text", text: text.slice(from) });
  return parts;
}

/** CHATUI-66: the browser translates the pattern when it is first used, and once more for good when it is used again. */
export function readyParts(): void {
  for (const text of ["Call +1 555 0142 100", "@all in #sales"]) textParts(text, NOBODY);
}

function partOf(found: string, mentioned: ReadonlySet<string>): TextPart | null {
  if (found.startsWith("#")) return { kind: "room", text: found, name: found.slice(1) };
  if (!found.startsWith("@")) {
    // A date or an amount with points is no number.
    if (/^\d{1,4}[.-]\d{1,2}[.-]\d{1,4}/.test(found)) return null;
    return { kind: "number", text: found, number: found.replace(/[^\d+]/g, "") };
  }
  const name = found.slice(1).toLowerCase();
  const isAll = EVERYBODY.has(name);
  return isAll || mentioned.has(name) ? { kind: "mention", text: found, name, isAll } : null;
}
