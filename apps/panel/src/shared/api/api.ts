import type { AppError, Endpoint, PanelErrorCode, ErrorDetails } from "@callpanel/contract";
import { isPanelErrorCode } from "@callpanel/contract";

/** A schema of the contract, with its input and output types. */
export type Schema = Endpoint["response"];
type Taken<S extends Schema> = S["_zod"]["input"];
export type Given<S extends Schema> = S["_zod"]["output"];

/** The arguments of an endpoint; a part that it does not define must be left out. */
export type ApiInput<
  Params extends Schema,
  Query extends Schema,
  Body extends Schema,
> = (Given<Params> extends undefined ? unknown : { readonly params: Taken<Params> }) &
  (Given<Query> extends undefined ? unknown : { readonly query?: Taken<Query> }) &
  (Given<Body> extends undefined ? unknown : { readonly body: Taken<Body> }) & {
    readonly signal?: AbortSignal;
    /** For an endpoint that receives a file. */
    readonly file?: Blob;
  };

/** Calls endpoints of the contract as the signed-in user. Rejects only with `ApiError`. */
export interface Api {
  call<P extends Schema, Q extends Schema, B extends Schema, R extends Schema>(
    endpoint: Endpoint<P, Q, B, R>,
    input: ApiInput<P, Q, B>,
  ): Promise<Given<R>>;
}

/** The same with a given bearer: the value of the Authorization header, or null for a public endpoint. */
export interface Wire {
  call<P extends Schema, Q extends Schema, B extends Schema, R extends Schema>(
    endpoint: Endpoint<P, Q, B, R>,
    input: ApiInput<P, Q, B>,
    bearer: string | null,
  ): Promise<Given<R>>;
}

/** The same for endpoints that return a file: the whole file, with its media type. */
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
  /** The server responded with an error. */
  | {
      readonly kind: "answer";
      readonly status: number;
      readonly code: string | null;
      readonly text: string | null;
      readonly details: ErrorDetails;
    }
  /** No response: offline, refused, connection lost. */
  | { readonly kind: "unreachable" }
  /** A response that does not match the contract. */
  | { readonly kind: "unreadable"; readonly detail: string }
  /** There is no session: the person is being redirected to the sign-in page. */
  | { readonly kind: "signed-out" };

export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly fault: ApiFault;
  constructor(fault: ApiFault, options?: { cause?: unknown }) {
    super(`api: ${fault.kind}`, options);
    this.fault = fault;
  }
}

/** @returns what the server answered with its error; undefined if it did not answer, or if this is another error */
export function answerOf(error: unknown): Extract<ApiFault, { readonly kind: "answer" }> | undefined {
  return error instanceof ApiError && error.fault.kind === "answer" ? error.fault : undefined;
}

/** What failed; shown before the reason when the reason alone is not clear. */
export interface FailedAct {
  readonly code: PanelErrorCode;
  readonly details: ErrorDetails;
}

/** The text to show for a failed request. */
export type ErrorSay = { readonly act?: FailedAct } & (
  | { readonly code: PanelErrorCode; readonly details: ErrorDetails; readonly text: null }
  /** The server's text; a locale that knows the code translates it. */
  | { readonly code: string | null; readonly details: ErrorDetails; readonly text: string }
);

/** Fallbacks that name a reason or a next step, not only what failed: they are not combined with another reason. */
const REASONS: ReadonlySet<PanelErrorCode> = new Set([
  "server.internal",
  "login.error.login",
  "login.error.session",
  "sipua.error.initiateCall",
  "sipua.error.recDisabled",
  "sipua.error.listen",
]);

/** A gateway responds when the server behind it is down. */
const AWAY: ReadonlySet<number> = new Set([502, 503, 504]);

/**
 * The server's text for a refusal, else the fallback (spec 2 §8: the server's text is preferred). A server that is down or
 * broken says nothing about the request itself: then the fallback comes first, followed by the reason (SHELL-12).
 */
export function sayError(error: unknown, fallback: PanelErrorCode, details: ErrorDetails = {}): ErrorSay {
  const act = REASONS.has(fallback) ? {} : { act: { code: fallback, details } };
  const away: ErrorSay = { ...act, code: "server.unreachable", details: {}, text: null };
  const answer = answerOf(error);
  if (answer !== undefined) {
    const { code, text, details: sent, status } = answer;
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
