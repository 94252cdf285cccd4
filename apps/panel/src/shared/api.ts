import type { AppError, BodyOf, Endpoint, ErrorCode, ErrorDetails, ParamsOf, QueryOf, ResponseOf } from "@callpanel/contract";
import { isErrorCode } from "@callpanel/contract";
import type * as z from "zod/mini";

/** What an endpoint takes; a part that it does not define must be left out. */
export type ApiInput<E> = (ParamsOf<E> extends undefined ? unknown : { readonly params: ParamsOf<E> }) &
  (QueryOf<E> extends undefined ? unknown : { readonly query?: z.input<QuerySchema<E>> }) &
  (BodyOf<E> extends undefined ? unknown : { readonly body: BodyOf<E> }) & { readonly signal?: AbortSignal };

type QuerySchema<E> = E extends Endpoint<z.ZodMiniType, infer Q, z.ZodMiniType, z.ZodMiniType> ? Q : never;

/** Calls endpoints of the contract as the signed-in user. Rejects with `ApiError` alone. */
export interface Api {
  call<E extends Endpoint>(endpoint: E, input: ApiInput<E>): Promise<ResponseOf<E>>;
}

export type ApiFault =
  /** The server answered with an error. */
  | { readonly kind: "answer"; readonly status: number; readonly code: string | null; readonly text: string | null; readonly details: ErrorDetails }
  /** No answer: offline, refused, cut. */
  | { readonly kind: "unreachable" }
  /** An answer that the contract does not know. */
  | { readonly kind: "unreadable"; readonly detail: string }
  /** There is no session to call with: the person is on the way to the sign-in page. */
  | { readonly kind: "signed-out" };

export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly fault: ApiFault;
  constructor(fault: ApiFault, options?: { cause?: unknown }) {
    super(`api: ${fault.kind}`, options);
    this.fault = fault;
  }
}

/** What to tell a person about a failed call. */
export type ErrorSay =
  | { readonly code: ErrorCode; readonly details: ErrorDetails; readonly text: string | null }
  | { readonly code: null; readonly details: ErrorDetails; readonly text: string };

/**
 * The server's words where it sent some, with its catalogue code where that is known, else the fallback's
 * (spec 2 §8: the server's text is preferred).
 */
export function sayError(error: unknown, fallback: ErrorCode, details: ErrorDetails = {}): ErrorSay {
  if (error instanceof ApiError && error.fault.kind === "answer") {
    const { code, text, details: sent } = error.fault;
    if (code !== null && isErrorCode(code)) return { code, details: sent, text };
    if (text !== null) return { code: null, details: sent, text };
  }
  if (error instanceof ApiError && error.fault.kind === "unreachable") return { code: "server.unreachable", details: {}, text: null };
  if (isAppError(error)) return { code: error.code, details: error.details, text: null };
  return { code: fallback, details, text: null };
}

function isAppError(error: unknown): error is AppError {
  return error instanceof Error && error.name === "AppError" && "code" in error && typeof error.code === "string" && isErrorCode(error.code);
}
