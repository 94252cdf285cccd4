export { openOutsideCallBook } from "./outside-call-book.ts";
export type { OutsideCallStore } from "./outside-call-book.ts";
export { outsideRight } from "./outside-calls.policy.ts";
