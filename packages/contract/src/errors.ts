/**
 * The error catalogue (spec 2 §8): every code that the product can show or return, its text in en-US, and the HTTP status of a
 * response with it. The server has all of it; the panel contains only the errors that it shows itself, and gets the texts of
 * the rest with the server's responses.
 * `{name}` marks a value that the thrower supplies as data. Other locales translate by code; a test in the panel compares them.
 */
import { entryStatus, entryText } from "./errors/catalogue-entry.ts";
import type { ErrorDetails } from "./errors/error-body.ts";
import { fillText } from "./errors/fill-text.ts";
import { PANEL_ERRORS } from "./errors/panel-errors.ts";
import { SERVER_ERRORS } from "./errors/server-errors.ts";
import { englishSubject, type SaySubject } from "./errors/subject.ts";

const ERRORS = { ...PANEL_ERRORS, ...SERVER_ERRORS };

export type ErrorCode = keyof typeof ERRORS;

export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERRORS, code);

export const ERROR_CODES: readonly ErrorCode[] = Object.keys(ERRORS).filter(isErrorCode);

/** The text of a code in en-US; its values are `{name}`. */
export const errorTemplate = (code: ErrorCode): string => entryText(ERRORS[code]);

/** The HTTP status of a response with this error. */
export const errorStatus = (code: ErrorCode): number => entryStatus(ERRORS[code]);

/** What a language says: its texts by code, and the subjects in them. */
export interface ErrorLanguage {
  readonly texts: Partial<Readonly<Record<ErrorCode, string>>>;
  readonly subject: SaySubject;
}

const ENGLISH: ErrorLanguage = { texts: {}, subject: englishSubject };

/** The text of a code, in en-US or in another language, with its values filled in; a value that is missing is left out. */
export function errorText(
  code: ErrorCode,
  details: ErrorDetails = {},
  { texts, subject }: ErrorLanguage = ENGLISH,
): string {
  return fillText(texts[code] ?? errorTemplate(code), details, subject);
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
