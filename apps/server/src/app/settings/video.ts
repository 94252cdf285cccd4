import { isIP } from "node:net";
import type { JitsiSettings } from "../../modules/video/index.ts";
import { addressOf, refuse, SettingsError, text, type Environment } from "./environment.ts";

const SHORTEST_SECRET = 16;
const APP_ID_DEFAULT = "callpanel";

/** JITSI-1: the Jitsi installation in which meetings are held; undefined: this server holds them itself. */
export function jitsiOf(env: Environment, publicUrl: string | undefined): JitsiSettings | undefined {
  const named = addressOf(env, "VIDEO_URL");
  const secret = text(env, "VIDEO_JWT_SECRET");
  if (secret === undefined) {
    if (named === undefined) return undefined;
    throw new SettingsError(
      "VIDEO_JWT_SECRET is needed with VIDEO_URL: the secret by which Jitsi knows who comes from here",
    );
  }
  // Not shown in the message: it is a secret.
  if (secret.length < SHORTEST_SECRET)
    throw new SettingsError(`VIDEO_JWT_SECRET must have at least ${SHORTEST_SECRET} characters`);
  const url = named ?? liveHostOf(publicUrl);
  if (url === undefined)
    throw new SettingsError(
      "VIDEO_URL is needed with VIDEO_JWT_SECRET: PUBLIC_URL names no host that could have a live. host",
    );
  if (new URL(url).pathname !== "/") return refuse("VIDEO_URL", "an address without a path", url);
  const appId = text(env, "VIDEO_JWT_APP_ID") ?? APP_ID_DEFAULT;
  return { origin: new URL(url).origin, secret, appId };
}

/** Spec 2 §6: the `live.` sub-host, where the server is reached by the name of a real host. */
function liveHostOf(publicUrl: string | undefined): string | undefined {
  if (publicUrl === undefined) return undefined;
  const { hostname, protocol } = new URL(publicUrl);
  const isReal = protocol === "https:" && hostname.includes(".") && isIP(hostname.replace(/^\[|\]$/g, "")) === 0;
  return isReal ? `https://live.${hostname}/` : undefined;
}
