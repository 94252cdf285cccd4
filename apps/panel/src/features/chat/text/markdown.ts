import { Lexer } from "marked";
import type { Token, Tokens } from "marked";

/** What a message is made of: a subset of Markdown. Everything else is the text as it was written. */
export type Block =
  | { readonly kind: "paragraph"; readonly content: readonly Inline[] }
  | { readonly kind: "quote"; readonly content: readonly Block[] }
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "list"; readonly start: number | null; readonly items: readonly (readonly Block[])[] };

export type Inline =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "strong" | "em" | "del"; readonly content: readonly Inline[] }
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "link"; readonly href: string; readonly content: readonly Inline[] }
  | { readonly kind: "break" };

/** More nested than this is shown as it was written. */
const MOST_NESTED = 6;
const DEEP_LINE = /^(?:[ \t]*(?:>|[-*+](?=\s)|\d{1,9}[.)](?=\s))){7,}/m;
/** A run without spaces of this length takes the lexer too long, and is no prose. */
const LONG_RUN = /\S{2000}/;
/** Some pairs of marks take a time that grows with the square of their number. */
const MOST_MARKS = 1_000;
const MARKS = /[*_~`[\]<|]/g;
const SCHEMES = /^(?:https?:|mailto:|tel:)/i;

/**
 * What could mean something in Markdown: a sign anywhere, an address, or something at the beginning or the end of a line. Most
 * messages have nothing of it, and the lexer takes five times as long to find that out.
 */
const SIGNS = /[\\`*_~[\]<>|&#@\r\t]|:\/\/|www\.|^[^\S\n]|[^\S\n]$|^$|^(?:[-+=]|\d+[.)])/im;

/** CHATUI-10: the parts of a message. Never throws; takes a few milliseconds for any text of the allowed length. */
export function parseMessage(text: string): readonly Block[] {
  return SIGNS.test(text) ? parseMarkdown(text) : [{ kind: "paragraph", content: plain(text) }];
}

/** Something of each kind that most messages have. */
const SAMPLE = "a *b* **c** ~~d~~ `e` [f](https://g.example) https://h.example\n\n> i\n\n- j\n";

/** The lexer prepares its patterns when it first needs them; here before anybody waits for a message. */
export const readyMarkdown = (): void => void parseMarkdown(SAMPLE);

export function parseMarkdown(text: string): readonly Block[] {
  const isHard = LONG_RUN.test(text) || DEEP_LINE.test(text) || (text.match(MARKS)?.length ?? 0) > MOST_MARKS;
  if (isHard) return [{ kind: "paragraph", content: plain(text) }];
  try {
    return blocksOf(new Lexer({ gfm: true, breaks: true }).lex(text), 0);
  } catch {
    return [{ kind: "paragraph", content: plain(text) }];
  }
}

function blocksOf(tokens: readonly Token[], depth: number): readonly Block[] {
  return tokens.flatMap((token) => blockOf(token, depth));
}

function blockOf(token: Token, depth: number): readonly Block[] {
  if (token.type === "space" || token.type === "def") return token.type === "def" ? [asWritten(token.raw)] : [];
  if (depth > MOST_NESTED) return [asWritten(token.raw)];
  if (isParagraph(token)) return [{ kind: "paragraph", content: inlinesOf(token.tokens ?? [], depth) }];
  if (isQuote(token)) return [{ kind: "quote", content: blocksOf(token.tokens, depth + 1) }];
  if (isCode(token))
    return [token.codeBlockStyle === "indented" ? asWritten(token.raw) : { kind: "code", text: token.text }];
  if (isList(token))
    return [
      {
        kind: "list",
        start: token.ordered ? Number(token.start) : null,
        items: token.items.map((item) => blocksOf(item.tokens, depth + 1)),
      },
    ];
  return [asWritten(token.raw)];
}

const asWritten = (raw: string): Block => ({ kind: "paragraph", content: plain(raw.replace(/\n+$/, "")) });

const isParagraph = (token: Token): token is Tokens.Paragraph | Tokens.Text =>
  token.type === "paragraph" || token.type === "text";
const isQuote = (token: Token): token is Tokens.Blockquote => token.type === "blockquote";
const isCode = (token: Token): token is Tokens.Code => token.type === "code";
const isList = (token: Token): token is Tokens.List => token.type === "list";
const isMarked = (token: Token): token is Tokens.Strong | Tokens.Em | Tokens.Del =>
  token.type === "strong" || token.type === "em" || token.type === "del";
const isLink = (token: Token): token is Tokens.Link => token.type === "link";
const isCodespan = (token: Token): token is Tokens.Codespan => token.type === "codespan";
const isEscape = (token: Token): token is Tokens.Escape => token.type === "escape";

function inlinesOf(tokens: readonly Token[], depth: number): readonly Inline[] {
  return tokens.flatMap((token) => inlineOf(token, depth));
}

function inlineOf(token: Token, depth: number): readonly Inline[] {
  if (depth > MOST_NESTED + 4) return plain(token.raw);
  if (token.type === "br") return [{ kind: "break" }];
  if (isEscape(token)) return plain(token.text);
  if (isCodespan(token)) return [{ kind: "code", text: token.text }];
  if (isMarked(token)) return [{ kind: kindOf(token), content: inlinesOf(token.tokens, depth + 1) }];
  if (isLink(token)) {
    // What one sees says where it leads, or the address is one of a kind that does no harm.
    if (!SCHEMES.test(token.href)) return plain(token.raw);
    return [{ kind: "link", href: token.href, content: inlinesOf(token.tokens, depth + 1).map(withoutLink) }];
  }
  return plain(token.raw);
}

const kindOf = ({ type }: Tokens.Strong | Tokens.Em | Tokens.Del): "strong" | "em" | "del" => type;

/** There are no links in links. */
const withoutLink = (inline: Inline): Inline => (inline.kind === "link" ? { kind: "text", text: inline.href } : inline);

/** Lines of a text as it was written. */
const plain = (text: string): readonly Inline[] =>
  text
    .split("\n")
    .flatMap((line, at): readonly Inline[] => [
      ...(at > 0 ? [{ kind: "break" } as const] : []),
      ...(line === "" ? [] : [{ kind: "text", text: line } as const]),
    ]);
