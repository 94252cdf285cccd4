/**
 * LEGACY-1: whether a browser needs the panel's legacy build, because by its User-Agent it is older than the syntax and
 * functions of the ordinary build. An unknown User-Agent counts as new; the panel itself refuses browsers that spec 1 §1
 * does not list.
 */

/** The first versions with everything that the ordinary build uses; `URL.canParse` is the newest of that. */
const FIRST_CURRENT = { chromium: 120, firefox: 115, webkit: 17 } as const;

const ENGINES = [
  // Every Chromium browser contains this version, also Edge, Opera and Samsung Internet.
  { pattern: /\bChrome\/(\d{1,4})\b/, first: FIRST_CURRENT.chromium },
  { pattern: /\bFirefox\/(\d{1,4})\b/, first: FIRST_CURRENT.firefox },
  // On iOS every browser uses the system's WebKit, including webviews in apps.
  { pattern: /\b(?:iPhone|CPU) OS (\d{1,3})_/, first: FIRST_CURRENT.webkit },
  { pattern: /\bVersion\/(\d{1,3})\b.*\bSafari\//, first: FIRST_CURRENT.webkit },
] as const;

export function needsLegacyBuild(userAgent: string | undefined): boolean {
  if (userAgent === undefined) return false;
  for (const { pattern, first } of ENGINES) {
    const version = pattern.exec(userAgent)?.[1];
    if (version !== undefined) return Number(version) < first;
  }
  return false;
}
