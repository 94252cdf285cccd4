/**
 * LEGACY-1: whether a browser needs the panel's legacy build: one that says by its User-Agent that it is older than the syntax and
 * functions of the ordinary build. One that says nothing of the kind is taken for a new one; the panel itself refuses those that spec 1 §1 does not list.
 */

/** The first versions that have all the ordinary build uses, `URL.canParse` the latest of it. */
const FIRST_CURRENT = { chromium: 120, firefox: 115, webkit: 17 } as const;

const ENGINES = [
  // Every browser made of Chromium names its version, also Edge, Opera and Samsung Internet.
  { pattern: /\bChrome\/(\d{1,4})\b/, first: FIRST_CURRENT.chromium },
  { pattern: /\bFirefox\/(\d{1,4})\b/, first: FIRST_CURRENT.firefox },
  // On iOS every browser is WebKit of the system's version, apps' webviews included.
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
