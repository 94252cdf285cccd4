/** The checks of a SIP configuration, in the order of spec 1 §5, and what the user agent needs of it. */
import { HA1_CHARS } from "@callpanel/contract";
import type { PanelErrorCode, ErrorDetails, SipConfig } from "@callpanel/contract";
import type { SipProxy, UserAgentSettings } from "../ports/user-agent.port.ts";

export type ConfigCheck =
  | { readonly ok: true; readonly settings: UserAgentSettings }
  | { readonly ok: false; readonly code: PanelErrorCode; readonly details: ErrorDetails };

/**
 * @param config the server's configuration; undefined when it returned none
 * @param socketBase base of proxy urls that are paths, `ws://host:port`
 */
export function checkSipConfig(config: SipConfig | undefined, socketBase: string): ConfigCheck {
  if (!config) return wrong("SIP configuration is missing.");
  if (config.ha1.length !== HA1_CHARS) return { ok: false, code: "sipua.error.ha1", details: {} };
  if (config.proxy.length === 0 || config.proxy.some(({ url }) => url === "")) return wrong("Invalid proxy list.");
  if (config.realm === "") return wrong("Realm is missing.");
  if (config.uri === "") return wrong("URI is missing.");
  return { ok: true, settings: settingsOf(config, socketBase) };
}

const wrong = (message: string): ConfigCheck => ({ ok: false, code: "sipua.error.config", details: { message } });

function settingsOf(config: SipConfig, socketBase: string): UserAgentSettings {
  return {
    uri: config.uri,
    realm: config.realm,
    ha1: config.ha1,
    displayName: config.clidName,
    userAgentName: config.uaVer,
    proxies: orderedProxies(config.proxy, socketBase),
    iceServers: () => config.ice_servers,
  };
}

/** Highest weight first; equal weights keep the server's order. */
export function orderedProxies(proxies: SipConfig["proxy"], socketBase: string): readonly SipProxy[] {
  return proxies
    .map(({ url, weight }) => ({ url: url.startsWith("/") ? socketBase.replace(/\/$/, "") + url : url, weight }))
    .sort((a, b) => b.weight - a.weight);
}
