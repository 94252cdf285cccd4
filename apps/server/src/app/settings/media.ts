import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import { STUN_PORT } from "@callpanel/contract";
import { isLoopback, portOf, refuse, SettingsError, text, type Environment } from "./environment.ts";

export function mediaAddressOf(env: Environment, host: string): string {
  const value = text(env, "MEDIA_ADDRESS");
  if (value !== undefined) return isIP(value) !== 0 ? value : refuse("MEDIA_ADDRESS", "a numeric address", value);
  if (isLoopback(host)) return "127.0.0.1";
  if (isIP(host) !== 0 && host !== "0.0.0.0" && host !== "::") return host;
  const outward = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === "IPv4" && !internal);
  if (outward === undefined)
    throw new SettingsError("MEDIA_ADDRESS is needed: this machine has no outward IPv4 address");
  return outward.address;
}

export function mediaPortsOf(env: Environment): readonly [number, number] | undefined {
  const value = text(env, "MEDIA_PORTS");
  if (value === undefined) return undefined;
  const [first = "", last = first, ...rest] = value.split("-");
  const wanted = "a port or a range such as 40000-40003";
  if (rest.length > 0) return refuse("MEDIA_PORTS", wanted, value);
  const range = [portOf(first, "MEDIA_PORTS", 1024), portOf(last, "MEDIA_PORTS", 1024)] as const;
  return range[0] <= range[1] ? range : refuse("MEDIA_PORTS", wanted, value);
}

export function stunPortOf(env: Environment): number | undefined {
  const port = portOf(text(env, "STUN_PORT") ?? String(STUN_PORT), "STUN_PORT", 0);
  return port === 0 ? undefined : port;
}
