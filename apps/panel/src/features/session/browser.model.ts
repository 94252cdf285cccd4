import { SUPPORTED_BROWSERS } from "@callpanel/contract";

/** The part of `navigator` that identifies the browser. */
export interface BrowserIdentity {
  readonly userAgent: string;
  /** User-Agent Client Hints, where the browser has them. */
  readonly brands: readonly { readonly brand: string; readonly version: string }[] | null;
}

/** The display names of the browsers in the contract's list. */
const TITLES: Readonly<Record<keyof typeof SUPPORTED_BROWSERS, string>> = {
  chrome: "Chrome",
  chromium: "Chromium",
  edge: "Edge",
  firefox: "Firefox",
  opera: "Opera",
  safari: "Safari",
  samsung_internet: "Samsung Internet",
};

/** A browser on the page for unsupported browsers; `above`: the newest version that is refused, null if all are supported. */
export const SUPPORTED_LIST: readonly { readonly title: string; readonly above: number | null }[] = Object.entries(
  TITLES,
).map(([key, title]) => ({ title, above: versionOf(key) || null }));

/** Brands of client hints by the key of the contract's list; any other brand counts by its engine, Chromium. */
const BRANDS: Readonly<Record<string, keyof typeof SUPPORTED_BROWSERS>> = {
  "Google Chrome": "chrome",
  "Microsoft Edge": "edge",
  Opera: "opera",
  "Samsung Internet": "samsung_internet",
};

/** Bowser's names that differ from the contract's. */
const BOWSER_NAMES: Readonly<Record<string, string>> = {
  "microsoft edge": "edge",
  "samsung internet for android": "samsung_internet",
};

/**
 * SHELL-3: the browsers of spec 1 §1. Embedded pages and iOS webviews skip the check. For most people client hints are
 * enough; only without them bowser (10 KB) is loaded.
 */
export async function isSupportedBrowser(
  identity: BrowserIdentity,
  { embedded }: { readonly embedded: boolean },
): Promise<boolean> {
  if (embedded) return true;
  const hinted = identity.brands === null ? null : verdictOfBrands(identity.brands);
  if (hinted !== null) return hinted;
  return verdictOfAgent(identity.userAgent);
}

function verdictOfBrands(brands: NonNullable<BrowserIdentity["brands"]>): boolean | null {
  for (const { brand, version } of brands) {
    const key = BRANDS[brand];
    if (key) return isAbove(key, version);
  }
  const engine = brands.find(({ brand }) => brand === "Chromium");
  return engine ? isAbove("chromium", engine.version) : null;
}

async function verdictOfAgent(userAgent: string): Promise<boolean> {
  const { default: Bowser } = await import("bowser");
  const parser = Bowser.getParser(userAgent);
  if (parser.getOSName(true) === "ios" && isWebview(userAgent)) return true;
  const name = parser.getBrowserName(true);
  const wanted = BOWSER_NAMES[name] ?? name;
  return isAbove(wanted, parser.getBrowserVersion() ?? "");
}

/** "Above": the contract's number itself is still refused. A browser that is not in its list is not supported. */
function isAbove(name: string, version: string): boolean {
  const listed = versionOf(name);
  return listed !== undefined && (listed === 0 || Number.parseInt(version, 10) > listed);
}

function versionOf(name: string): number | undefined {
  return Object.entries(SUPPORTED_BROWSERS).find(([key]) => key === name)?.[1];
}

/** Apps on iOS show pages in WKWebView; its user agent does not have the `Safari/` of the browser. */
function isWebview(userAgent: string): boolean {
  return /AppleWebKit\//.test(userAgent) && !/Safari\//.test(userAgent);
}
