import { relative } from "node:path";
import { SettingsError, type Settings } from "./config.ts";

/**
 * SERVER-61: turns a start failure with an outside cause into an error about the setting to change. Other errors are returned
 * unchanged.
 */
export function startFailure(error: unknown, settings: Pick<Settings, "dataDir"> & Partial<Settings>): unknown {
  const message = error instanceof SettingsError ? undefined : sentence(error, settings);
  return message === undefined ? error : new SettingsError(message, { cause: error });
}

function sentence(error: unknown, settings: Pick<Settings, "dataDir"> & Partial<Settings>): string | undefined {
  for (let one = error; one instanceof Error; one = one.cause) {
    const said = listenSentence(one, settings) ?? fileSentence(one, settings.dataDir);
    if (said !== undefined) return said;
  }
  return undefined;
}

function listenSentence(error: Error, { host, port }: Partial<Settings>): string | undefined {
  const { code, syscall } = factsOf(error);
  if (syscall === "getaddrinfo") return `HOST=${host} is not a name this machine can find`;
  if (syscall !== "listen") return undefined;
  if (code === "EADDRNOTAVAIL") return `HOST=${host} is not an address of this machine`;
  if (code === "EADDRINUSE")
    return `PORT is in use by another program: stop it, or choose another PORT (0 picks a free one)`;
  if (code === "EACCES")
    return `PORT=${port} is not allowed for this user: choose one above 1023, or start with more rights`;
  return undefined;
}

const DAMAGED = /^SQLITE_(CORRUPT|NOTADB)/;
const NOT_USABLE: ReadonlySet<unknown> = new Set([
  "EACCES",
  "EPERM",
  "EROFS",
  "ENOSPC",
  "EDQUOT",
  "ENOTDIR",
  "EEXIST",
  "EISDIR",
]);

function fileSentence(error: Error, dataDir: string): string | undefined {
  const { code, path } = factsOf(error);
  if (typeof code === "string" && DAMAGED.test(code))
    return `DATA_DIR ${dataDir} cannot be used: its database is damaged (${error.message}); put back a copy of it`;
  const isOurs = typeof path === "string" && !relative(dataDir, path).startsWith("..");
  return isOurs && NOT_USABLE.has(code) ? `DATA_DIR ${dataDir} cannot be used: ${error.message}` : undefined;
}

const factsOf = (error: Error) => ({
  code: "code" in error ? error.code : undefined,
  syscall: "syscall" in error ? error.syscall : undefined,
  path: "path" in error ? error.path : undefined,
});
