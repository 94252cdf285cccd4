import EmailReplyParser from "email-reply-parser";
import { cleanSms } from "../clean-sms.ts";
import { REPLY_MARKERS } from "./email-words.ts";

/** More than a text message can have. The parser's time grows with the square of the text. */
const READ_CHARS = 4_000;

/** SMS-46: what was written above the quoted e-mail, without a signature. */
export function replyText(body: string): string {
  const text = oneBlankLine(body.replace(/\r\n?/g, "\n")).slice(0, READ_CHARS);
  const lines = new EmailReplyParser().read(text).getVisibleText().split("\n");
  const marker = lines.findIndex((line) => REPLY_MARKERS.some((one) => line.includes(one)));
  return cleanSms(lines.slice(0, marker === -1 ? undefined : marker).join("\n"));
}

/** Thousands of empty lines would take the parser ten seconds. */
function oneBlankLine(text: string): string {
  const lines = text.split("\n").map((line) => line.trimEnd());
  return lines.filter((line, n) => line !== "" || (n > 0 && lines[n - 1] !== "")).join("\n");
}
