/**
 * The error catalogue (spec 2 §8): every code that the product can show or return, and its text in en-US. The server has all of it;
 * the panel contains only the texts that it shows itself, and gets the rest with the server's responses.
 * `{name}` marks a value that the thrower supplies as data. Other locales translate by code; a test in the panel compares them.
 */
import type { ErrorDetails } from "./errors/error-body.ts";
import { PANEL_ERRORS } from "./errors/panel-errors.ts";
import { SERVER_ERRORS } from "./errors/server-errors.ts";

export const ERROR_TEXTS = { ...PANEL_ERRORS, ...SERVER_ERRORS };

export type ErrorCode = keyof typeof ERROR_TEXTS;

export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERROR_TEXTS, code);

/** The text of a code, in en-US or from another catalogue, with its values filled in; a value that is missing is left out. */
export function errorText(
  code: ErrorCode,
  details: ErrorDetails = {},
  texts: Readonly<Record<ErrorCode, string>> = ERROR_TEXTS,
): string {
  return texts[code].replace(/\{(\w+)\}/g, (_, name: string) => String(details[name] ?? ""));
}

/** An expected failure with a catalogue code. Words for people are chosen in the view. */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: ErrorCode;
  readonly details: ErrorDetails;
  constructor(code: ErrorCode, details: ErrorDetails = {}, options?: { cause?: unknown }) {
    super(errorText(code, details), options);
    this.code = code;
    this.details = details;
  }
}
