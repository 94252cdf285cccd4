import { pino, type DestinationStream, type Logger } from "pino";
import type { Log } from "../kernel/log.ts";

/** These fields are never logged on purpose; the logger redacts them in case of a mistake. */
const SECRET_FIELDS = [
  "authorization",
  "password",
  "token",
  "access_token",
  "refresh_token",
  "code",
  "code_verifier",
  "ha1",
  "body",
  "cookie",
];

export function createLogger(level: string, destination?: DestinationStream): Logger {
  const paths = SECRET_FIELDS.filter((field) => field !== "code").flatMap((field) => [
    field,
    `*.${field}`,
    `*.*.${field}`,
  ]);
  const options = { level, redact: { paths, censor: "[secret]" }, base: null };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** The kernel's log interface, with the name of the area. */
export function areaLog(logger: Logger, area: string): Log {
  const child = logger.child({ area });
  return {
    debug: (message, facts = {}) => child.debug(facts, message),
    info: (message, facts = {}) => child.info(facts, message),
    warn: (message, facts = {}) => child.warn(facts, message),
    error: (message, facts = {}) => child.error(facts, message),
  };
}
