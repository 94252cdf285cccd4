/** Signs that turn the direction of reading, or that nobody sees. Those that join and part letters of a script stay (U+200C, U+200D). */
const UNSEEN = /[\p{Cc}\u00AD\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/gu;

/** A person's name as others see it: it is used in sentences, and must not reverse their other words. */
export const personName = (first: string, last: string): string =>
  `${first.replace(UNSEEN, "")} ${last.replace(UNSEEN, "")}`.trim();
