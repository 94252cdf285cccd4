/** Kinds of values in the environment. Each is read by the name of its variable; undefined: it is not set. */

export type Environment = Readonly<Record<string, string | undefined>>;

/** An invalid setting. The message is one line for the person who started the server; exit code 2. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
}

export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127\.\d+\.\d+\.\d+$/.test(host);
}

export function text(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === undefined || value === "" ? undefined : value;
}

export function refuse(name: string, wanted: string, value: string): never {
  throw new SettingsError(`${name} must be ${wanted}, not "${value.slice(0, 100)}"`);
}

export function choice<T extends string>(env: Environment, name: string, allowed: readonly T[]): T | undefined {
  const value = text(env, name);
  if (value === undefined) return undefined;
  return allowed.find((one) => one === value.toLowerCase()) ?? refuse(name, `one of ${allowed.join(", ")}`, value);
}

export function flagOf(env: Environment, name: string): boolean | undefined {
  const value = text(env, name);
  if (value === undefined) return undefined;
  if (value === "1" || value === "true") return true;
  return value === "0" || value === "false" ? false : refuse(name, "1 or 0", value);
}

export function listOf(env: Environment, name: string): readonly string[] {
  return (text(env, name) ?? "")
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");
}

export function portOf(value: string, name: string, least: number): number {
  const port = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN;
  return port >= least && port <= 65_535 ? port : refuse(name, `a port from ${least} to 65535`, value);
}

export function originOf(name: string, value: string): string {
  const wanted = "an address such as https://phone.example.com";
  if (!URL.canParse(value)) return refuse(name, wanted, value);
  const url = new URL(value);
  const plain = /^https?:$/.test(url.protocol) && url.pathname === "/" && url.search === "" && url.username === "";
  return plain ? url.origin : refuse(name, wanted, value);
}

export const originsOf = (env: Environment, name: string): readonly string[] =>
  listOf(env, name).map((one) => originOf(name, one));

/** URL of another server that the browser uses: https, or http on this machine. */
export function addressOf(env: Environment, name: string): string | undefined {
  const value = text(env, name);
  if (value === undefined) return undefined;
  // Not shown in the message: it may contain a password.
  const refusal = new SettingsError(`${name} must be an https address without credentials`);
  if (!URL.canParse(value)) throw refusal;
  const { protocol, hostname, username, href } = new URL(value);
  const fits = protocol === "https:" || (protocol === "http:" && isLoopback(hostname));
  if (!fits || username !== "") throw refusal;
  return href;
}

export function numberOf(env: Environment, name: string): string | undefined {
  const value = text(env, name);
  if (value === undefined) return undefined;
  return /^\+?\d{2,15}$/.test(value) ? value : refuse(name, "a number to dial, in digits", value);
}

export function daysOf(env: Environment, name: string): number | undefined {
  const value = text(env, name);
  if (value === undefined) return undefined;
  return /^[1-9]\d{0,4}$/.test(value) ? Number(value) : refuse(name, "days from 1 to 99999", value);
}
