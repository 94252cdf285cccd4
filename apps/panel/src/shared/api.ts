import type { AppError, Endpoint, PanelErrorCode, ErrorDetails } from "@callpanel/contract";
import { isPanelErrorCode } from "@callpanel/contract";

/** A schema of the contract, and what it takes and gives. */
export type Schema = Endpoint["response"];
type Taken<S extends Schema> = S["_zod"]["input"];
export type Given<S extends Schema> = S["_zod"]["output"];

/** What an endpoint takes; a part that it does not define must be left out. */
export type ApiInput<
  Params extends Schema,
  Query extends Schema,
  Body extends Schema,
> = (Given<Params> extends undefined ? unknown : { readonly params: Taken<Params> }) &
  (Given<Query> extends undefined ? unknown : { readonly query?: Taken<Query> }) &
  (Given<Body> extends undefined ? unknown : { readonly body: Taken<Body> }) & {
    readonly signal?: AbortSignal;
    /** For an endpoint that takes a file. */
    readonly file?: Blob;
  };

/** Calls endpoints of the contract as the signed-in user. Rejects with `ApiError` alone. */
export interface Api {
  call<P extends Schema, Q extends Schema, B extends Schema, R extends Schema>(
    endpoint: Endpoint<P, Q, B, R>,
    input: ApiInput<P, Q, B>,
  ): Promise<Given<R>>;
}

/** The same with the bearer given: the Authorization header's value, or null for a public endpoint. */
export interface Wire {
  call<P extends Schema, Q extends Schema, B extends Schema, R extends Schema>(
    endpoint: Endpoint<P, Q, B, R>,
    input: ApiInput<P, Q, B>,
    bearer: string | null,
  ): Promise<Given<R>>;
}

/** The same for endpoints that answer with a file: all of it, with its media type. */
export type Download = <P extends Schema, Q extends Schema, B extends Schema, R extends Schema>(
  endpoint: Endpoint<P, Q, B, R>,
  input: ApiInput<P, Q, B>,
) => Promise<Blob>;

export interface FileWire {
  download<P extends Schema, Q extends Schema, B extends Schema, R extends Schema>(
    endpoint: Endpoint<P, Q, B, R>,
    input: ApiInput<P, Q, B>,
    bearer: string | null,
  ): Promise<Blob>;
}

export type ApiFault =
  /** The server answered with an error. */
  | {
      readonly kind: "answer";
      readonly status: number;
      readonly code: string | null;
      readonly text: string | null;
      readonly details: ErrorDetails;
    }
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

/** What failed, said before the reason where the reason alone does not tell. */
export interface FailedAct {
  readonly code: PanelErrorCode;
  readonly details: ErrorDetails;
}

/** What to tell a person about a failed call. */
export type ErrorSay = { readonly act?: FailedAct } & (
  | { readonly code: PanelErrorCode; readonly details: ErrorDetails; readonly text: null }
  /** In the server's words; a locale translates the code where it knows it. */
  | { readonly code: string | null; readonly details: ErrorDetails; readonly text: string }
);

/** Fallbacks that name a reason, or where to look, and not only what failed: they are not said with another reason. */
const REASONS: ReadonlySet<PanelErrorCode> = new Set([
  "server.internal",
  "login.error.login",
  "login.error.session",
  "sipua.error.initiateCall",
  "sipua.error.recDisabled",
  "sipua.error.listen",
]);

/** A gateway answers in place of a server that is away. */
const AWAY: ReadonlySet<number> = new Set([502, 503, 504]);

/**
 * What the server says of this refusal, else the fallback (spec 2 §8: the server's text is preferred). A server that is away or
 * broken says nothing of what was asked: then the fallback comes first, with the reason behind it (SHELL-12).
 */
export function sayError(error: unknown, fallback: PanelErrorCode, details: ErrorDetails = {}): ErrorSay {
  const act = REASONS.has(fallback) ? {} : { act: { code: fallback, details } };
  const away: ErrorSay = { ...act, code: "server.unreachable", details: {}, text: null };
  if (error instanceof ApiError && error.fault.kind === "answer") {
    const { code, text, details: sent, status } = error.fault;
    const broken = code === "server.internal" ? act : {};
    if (text !== null) return { ...broken, code, details: sent, text };
    if (code !== null && isPanelErrorCode(code)) return { ...broken, code, details: sent, text };
    if (AWAY.has(status)) return away;
  }
  if (error instanceof ApiError && error.fault.kind === "unreachable") return away;
  if (isAppError(error)) return { code: error.code, details: error.details, text: null };
  return { code: fallback, details, text: null };
}

function isAppError(error: unknown): error is AppError & { readonly code: PanelErrorCode } {
  return (
    error instanceof Error &&
    error.name === "AppError" &&
    "code" in error &&
    typeof error.code === "string" &&
    isPanelErrorCode(error.code)
  );
}
