import { SpeechRefusal } from "./speech.port.ts";

/**
 * SSML rebuilt from the elements and attributes allowed here, so that a speech engine never sees markup from outside. The
 * text of other elements is kept, except of `metadata` and `desc`; comments and processing instructions are left out.
 * @throws SpeechRefusal when it is not well formed or has a document type
 */
export function rebuildSsml(markup: string): string {
  const open: Opened[] = [];
  let rebuilt = "";
  const write = (piece: string): void => {
    if (!open.some(({ name }) => UNSPOKEN.has(name))) rebuilt += piece;
  };
  for (const { text, start, end, attributes = "", isEmpty } of tokensOf(markup)) {
    if (text !== undefined) write(spokenCharacters(text));
    else if (end !== undefined) {
      const last = open.pop();
      if (last?.name !== end) throw refusal(`</${end}> closes nothing`);
      write(last.closing);
    } else if (start !== undefined) {
      const allowed = isEmpty === undefined ? openingOf(start, attributes) : closed(openingOf(start, attributes));
      write(allowed.opening);
      if (isEmpty === undefined) open.push({ name: start, closing: allowed.closing });
      if (open.length > DEEPEST) throw refusal("elements lie too deep");
    }
  }
  if (open.length > 0) throw refusal(`<${open.at(-1)?.name}> is never closed`);
  return `<speak>${rebuilt}</speak>`;
}

interface Opened {
  readonly name: string;
  /** Written at the end of the element. */
  readonly closing: string;
}

const DEEPEST = 30;
const UNSPOKEN = new Set(["metadata", "desc"]);
const refusal = (what: string): SpeechRefusal => new SpeechRefusal("markup", what);

const NAME = "[A-Za-z_][\\w.:-]*";
const ATTRIBUTE = `\\s+${NAME}\\s*=\\s*(?:"[^"<]*"|'[^'<]*')`;
const TOKEN = new RegExp(
  [
    "(?<text>[^<]+)",
    "<!--(?:(?!--).)*-->",
    "<\\?(?:(?!\\?>).)*\\?>",
    `</(?<end>${NAME})\\s*>`,
    `<(?<start>${NAME})(?<attributes>(?:${ATTRIBUTE})*)\\s*(?<isEmpty>/)?>`,
  ].join("|"),
  "suy",
);

interface Token {
  readonly text?: string;
  readonly end?: string;
  readonly start?: string;
  readonly attributes?: string;
  readonly isEmpty?: string;
}

function* tokensOf(markup: string): Generator<Token> {
  let at = 0;
  for (const { 0: whole, groups } of markup.matchAll(new RegExp(TOKEN, "gsuy"))) {
    at += whole.length;
    yield groups ?? {};
  }
  if (at < markup.length) throw refusal(`what begins with ${markup.slice(at, at + 20)} is no markup`);
}

const STRENGTH = "none|x-weak|weak|medium|strong|x-strong";
const AMOUNT = "[+-]?\\d{1,3}(?:\\.\\d{1,2})?";
const HEIGHT = `x-low|low|medium|high|x-high|default|${AMOUNT}(?:Hz|st|%)`;
/** Attributes of the allowed elements, and their valid values (SSML 1.1). */
const ALLOWED: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  p: {},
  s: {},
  break: { strength: only(STRENGTH), time: only("\\d{1,2}(?:\\.\\d{1,3})?s|\\d{1,5}ms") },
  emphasis: { level: only("strong|moderate|none|reduced") },
  prosody: {
    rate: only(`x-slow|slow|medium|fast|x-fast|default|${AMOUNT}%?`),
    pitch: only(HEIGHT),
    range: only(HEIGHT),
    volume: only(`silent|x-soft|soft|medium|loud|x-loud|default|${AMOUNT}(?:dB|%)?`),
  },
  "say-as": {
    "interpret-as": only("characters|spell-out|digits|number|cardinal|ordinal|date|time|telephone|currency|unit"),
    format: only("[a-z0-9]{1,12}"),
  },
  sub: { alias: only("[^<>]{1,200}") },
};

function only(values: string): RegExp {
  return new RegExp(`^(?:${values})$`, "u");
}

interface Written {
  readonly opening: string;
  readonly closing: string;
}

/** `speak` is written around the whole text, so it is dropped inside. */
function openingOf(name: string, attributes: string): Written {
  const allowed = Object.hasOwn(ALLOWED, name) ? ALLOWED[name] : undefined;
  if (allowed === undefined) return { opening: " ", closing: " " };
  const kept = new Map<string, string>();
  for (const [, key = "", quoted = ""] of attributes.matchAll(KEY_AND_VALUE)) {
    const pattern = Object.hasOwn(allowed, key) ? allowed[key] : undefined;
    const value = plainCharacters(quoted.slice(1, -1)).replaceAll(/["'<>&]/g, " ");
    if (pattern?.test(value) === true) kept.set(key, value);
  }
  const written = Array.from(kept, ([key, value]) => ` ${key}="${value}"`).join("");
  return { opening: `<${name}${written}>`, closing: `</${name}>` };
}

const KEY_AND_VALUE = /([\w.:-]+)\s*=\s*("[^"]*"|'[^']*')/gu;

const closed = ({ opening, closing }: Written): Written => ({ opening: opening + closing, closing: "" });

const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

const REFERENCE = /&(?:(\w+);|#(\d{1,7});|#x([0-9a-f]{1,6});)?/giu;

/** Resolves references: only those of XML itself, because others would need a document type. */
function plainCharacters(text: string): string {
  return text.replaceAll(REFERENCE, (whole: string, name?: string, decimal?: string, hexadecimal?: string) => {
    if (name !== undefined && Object.hasOwn(NAMED, name)) return NAMED[name] ?? "";
    const code = decimal === undefined ? Number.parseInt(hexadecimal ?? "", 16) : Number(decimal);
    if (!(code >= 32 && code <= 0x10_ff_ff) || (code >= 0xd8_00 && code <= 0xdf_ff))
      throw refusal(`${whole} is unknown`);
    return code >= 0x7f && code < 0xa0 ? " " : String.fromCodePoint(code);
  });
}

/** Escapes text for an engine, so that it contains no tag even when it is unescaped twice. */
const spokenCharacters = (text: string): string =>
  plainCharacters(text).replaceAll(/[<>]/g, " ").replaceAll("&", " &amp; ");
