import { AppError, errorStatus, type ErrorBody } from "@callpanel/contract";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";

/** The body of every error response. */
export function errorBody(error: AppError): ErrorBody {
  const body = { error: error.code, code: error.code, error_description: error.message };
  return Object.keys(error.details).length === 0 ? body : { ...body, details: error.details };
}

/** Turns anything thrown into an AppError; an unexpected error becomes `server.internal`, with its cause. */
export function asAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  if (isFastifyError(thrown)) {
    if (thrown.statusCode === 413) return new AppError("request.tooLarge");
    if (thrown.statusCode === 415) return new AppError("request.unsupportedMedia");
    if (thrown.statusCode === 404) return new AppError("request.notFound");
    if (thrown.statusCode !== undefined && thrown.statusCode >= 400 && thrown.statusCode < 500)
      return new AppError("request.invalid", { detail: "the body or the address is malformed" }, { cause: thrown });
  }
  return new AppError("server.internal", {}, { cause: thrown });
}

/** Sends the error response. A 500 is logged with its cause, because a user lost something. */
export function answerError(thrown: unknown, request: FastifyRequest, reply: FastifyReply, body = errorBody): void {
  const error = asAppError(thrown);
  const status = errorStatus(error.code);
  if (status >= 500)
    request.log.error({ err: error.cause ?? error, route: request.routeOptions.url }, "request failed");
  // RFC 6749 §5.2: the scheme that the client used.
  const scheme = error.code === "token.clientSecret" ? "Basic" : "Bearer";
  if (status === 401) reply.header("www-authenticate", `${scheme} realm="callpanel"`);
  const { seconds } = error.details;
  if (status === 429 && typeof seconds === "number") reply.header("retry-after", String(seconds));
  void reply.code(status).header("cache-control", "no-store").send(body(error));
}

function isFastifyError(thrown: unknown): thrown is FastifyError {
  return thrown instanceof Error && "statusCode" in thrown && typeof thrown.statusCode === "number";
}
