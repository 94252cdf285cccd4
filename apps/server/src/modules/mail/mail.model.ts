import type { Locale } from "@callpanel/contract";

/** One mail to one person, in the person's language. */
export interface Mail {
  readonly to: { readonly name: string; readonly address: string };
  readonly locale: Locale;
  readonly subject: string;
  readonly parts: readonly MailPart[];
  /** Attached files. */
  readonly attachments?: readonly MailAttachment[];
  /** Ms since the epoch: after this the mail is useless and is not sent any more. */
  readonly expiresAt?: number;
  /** Only the plain body: for mails that are answered. */
  readonly isPlain?: boolean;
  /** Where an answer goes, instead of to the sender. */
  readonly replyTo?: string;
  /** The same for mails that belong together, in letters and digits. */
  readonly thread?: string;
  /** The Message-ID of the mail that this one answers by itself (RFC 3834 §3.1). */
  readonly answers?: string;
}

export interface MailAttachment {
  /** Name of the file. */
  readonly name: string;
  /** Media type. */
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** The parts of a mail, one below the other. All of it is text; markup in it is shown as text. */
export type MailPart =
  | { readonly kind: "text"; readonly text: string }
  /** A code to type: large, with space between its digits. */
  | { readonly kind: "code"; readonly text: string }
  /** http or https; the text says where it leads. */
  | { readonly kind: "link"; readonly text: string; readonly url: string }
  | { readonly kind: "table"; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: "picture"; readonly png: Uint8Array; readonly alt: string; readonly widthPx: number };

/** A rendered mail: subject, both bodies, pictures by content id. */
export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly pictures: ReadonlyArray<{ readonly cid: string; readonly png: Uint8Array }>;
}

const SUBJECT_MAX_CHARS = 200;

/** MAIL-3: text for a header. Line breaks, other control characters and bidirectional ones become spaces. */
export function headerText(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ")
    .trim()
    .slice(0, SUBJECT_MAX_CHARS);
}

export function renderMail({ locale, subject, parts }: Mail, sender: string): RenderedMail {
  const pictures = parts.flatMap((part) => (part.kind === "picture" ? [part.png] : []));
  const cidOf = (png: Uint8Array): string => `picture-${pictures.indexOf(png)}@callpanel`;
  return {
    subject: headerText(subject),
    text: `${parts.map(plainPart).join("\n\n")}\n\n-- \n${headerText(sender)}\n`,
    html: page({
      locale,
      subject: headerText(subject),
      sender,
      body: parts.map((part) => htmlPart(part, cidOf)).join(""),
    }),
    pictures: pictures.map((png) => ({ cid: cidOf(png), png })),
  };
}

function plainPart(part: MailPart): string {
  switch (part.kind) {
    case "text":
      return part.text;
    case "code":
      return `    ${part.text}`;
    case "link":
      return `${part.text}:\n${webAddress(part.url)}`;
    case "table":
      return plainTable([part.head, ...part.rows]);
    case "picture":
      return `[${part.alt}]`;
  }
}

/** Columns as wide as their longest cell. */
function plainTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ");
  return rows.map((row) => line(row).trimEnd()).join("\n");
}

const CELL = "padding:6px 10px 6px 0;border-bottom:1px solid #dfe6ec;text-align:left;white-space:nowrap";

function htmlTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (tag: "th" | "td", row: readonly string[]): string =>
    `<tr>${row.map((cell) => `<${tag} style="${CELL}">${escapeHtml(cell)}</${tag}>`).join("")}</tr>`;
  const body = rows.map((row) => line("td", row)).join("");
  return `<div style="margin:0 0 16px;overflow-x:auto"><table style="border-collapse:collapse;font-size:13px">${line("th", head)}${body}</table></div>`;
}

const BUTTON =
  "display:inline-block;padding:12px 20px;border-radius:6px;background:#22afed;color:#00202e;font-weight:600;text-decoration:none";
const CODE = "margin:0 0 16px;font:600 28px/1.4 ui-monospace,monospace;letter-spacing:6px;color:#12212b";

function htmlPart(part: MailPart, cidOf: (png: Uint8Array) => string): string {
  switch (part.kind) {
    case "text":
      return `<p style="margin:0 0 16px">${escapeHtml(part.text).replace(/\n/g, "<br>")}</p>`;
    case "code":
      return `<p style="${CODE}">${escapeHtml(part.text)}</p>`;
    case "link":
      return `<p style="margin:0 0 16px"><a href="${escapeHtml(webAddress(part.url))}" style="${BUTTON}">${escapeHtml(part.text)}</a></p>`;
    case "table":
      return htmlTable(part.head, part.rows);
    case "picture":
      return `<p style="margin:0 0 16px"><img src="cid:${cidOf(part.png)}" width="${part.widthPx}" height="${part.widthPx}" alt="${escapeHtml(part.alt)}"></p>`;
  }
}

function page(parts: { locale: Locale; subject: string; sender: string; body: string }): string {
  const { locale, subject, sender, body } = parts;
  return `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head><body style="margin:0;padding:24px;background:#f2f6f8;font:16px/1.5 system-ui,sans-serif;color:#12212b"><div style="max-width:480px;margin:0 auto;padding:32px;background:#fff;border-radius:12px"><h1 style="margin:0 0 20px;font-size:20px">${escapeHtml(subject)}</h1>${body}<p style="margin:24px 0 0;font-size:13px;color:#5a6b76">${escapeHtml(headerText(sender))}</p></div></body></html>`;
}

/** Only web pages are allowed as links in a mail. */
function webAddress(url: string): string {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new Error("a link of a mail must be http or https");
  return new URL(url).href;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}
