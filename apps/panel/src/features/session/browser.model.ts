import { SUPPORTED_BROWSERS } from "@callpanel/contract";
import Bowser from "bowser";

/**
 * SHELL-3: the browsers of spec 1 §1. Embedded pages and iOS webviews skip the check.
 * @param userAgent navigator.userAgent; one that nobody knows is not supported
 */
export function isSupportedBrowser(userAgent: string, { embedded }: { readonly embedded: boolean }): boolean {
  if (embedded) return true;
  const parser = Bowser.getParser(userAgent);
  if (parser.getOSName(true) === "ios" && isWebview(userAgent)) return true;
  const name = parser.getBrowserName(true).replaceAll(" ", "_");
  const key = Object.keys(SUPPORTED_BROWSERS).find((one) => one === bowserName(name));
  if (key === undefined) return false;
  const refusedUpTo = Object.entries(SUPPORTED_BROWSERS).find(([one]) => one === key)?.[1] ?? 0;
  const major = Number.parseInt(parser.getBrowserVersion() ?? "", 10);
  return refusedUpTo === 0 || major > refusedUpTo;
}

function bowserName(name: string): string {
  if (name === "microsoft_edge") return "edge";
  if (name === "samsung_internet_for_android") return "samsung_internet";
  return name;
}

/** Apps on iOS show pages in WKWebView, whose agent lacks the `Safari/` of the browser. */
function isWebview(userAgent: string): boolean {
  return /AppleWebKit\//.test(userAgent) && !/Safari\//.test(userAgent);
}
