import type { ErrorDetails } from "./error-body.ts";
import type { SaySubject } from "./subject.ts";

/** A text of a catalogue with its `{values}` filled in as they are; one that is missing is left out. */
export function fillText(text: string, details: ErrorDetails, saySubject: SaySubject): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = details[name];
    return typeof value === "object" ? saySubject(value) : String(value ?? "");
  });
}

/** A detail as text; empty where there is none, and of a subject. */
export function detailText(details: ErrorDetails | undefined, name: string): string {
  const value = details?.[name];
  return value === undefined || typeof value === "object" ? "" : String(value);
}
