/** SMS-17: line breaks are `\n`; other control characters and halves of surrogate pairs are removed. */
export function cleanSms(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n\f]|\p{Cs}/gu, "")
    .trim();
}
