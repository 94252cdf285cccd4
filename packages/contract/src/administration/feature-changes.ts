/** What a company changed of the feature codes (docs/spec/feature-codes.md). */
import { DEFAULT_FEATURE_CODES, type FeatureCode } from "../feature-codes.ts";

/** FEATURE-2: what a company changed, by the name of the feature; null: switched off. Features that are not named have their default code. */
export type FeatureChanges = ReadonlyMap<string, string | null>;

/** FEATURE-1: `personalconf` begins the number of each personal conference on the wire; `recording` has no effect yet. */
const FIXED: ReadonlySet<string> = new Set(["personalconf", "recording"]);
export const CHANGEABLE_FEATURES: readonly FeatureCode[] = DEFAULT_FEATURE_CODES.filter(({ name }) => !FIXED.has(name));

const OFF = "off";
/** FEATURE-3: one to three stars or one or two hashes, then up to four digits; at least two characters. */
const CODE = /^(?=..)(?:\*{1,3}|#{1,2})\d{0,4}$/;

export type FeatureFault = "digits" | "taken";

/** The codes of a company: `codes` with its changes. */
export function featureCodesWith(
  changes: FeatureChanges,
  codes: readonly FeatureCode[] = DEFAULT_FEATURE_CODES,
): readonly FeatureCode[] {
  return codes.flatMap((one) => {
    const code = changes.get(one.name);
    return code === null ? [] : [code === undefined ? one : { ...one, code }];
  });
}

/** FEATURE-3, FEATURE-4: what is wrong with a company's codes, by the name of the feature. */
export function featureFaults(changes: FeatureChanges): ReadonlyMap<string, FeatureFault> {
  const codes = featureCodesWith(changes);
  const faults = new Map<string, FeatureFault>();
  for (const { name, code } of codes)
    if (!CODE.test(code)) faults.set(name, "digits");
    else if (codes.some((other) => other.name !== name && areAlike({ name, code }, other))) faults.set(name, "taken");
  return faults;
}

/** The same code, or one that could be the other one with the beginning of a target. */
function areAlike(one: Pick<FeatureCode, "name" | "code">, other: FeatureCode): boolean {
  if (one.code === other.code) return true;
  const [short, long] = one.code.length < other.code.length ? [one.code, other.code] : [other.code, one.code];
  return long.startsWith(short) && /^\d/.test(long.slice(short.length));
}

/** `dnd=*78 intercom=off`. @returns undefined: not valid (FEATURE-2 to FEATURE-4) */
export function readFeatureChanges(text: string): FeatureChanges | undefined {
  const changes = new Map<string, string | null>();
  for (const word of text.trim().split(/[\s,]+/)) {
    const [name = "", code, ...more] = word.split("=");
    const isKnown = CHANGEABLE_FEATURES.some((one) => one.name === name);
    if (!isKnown || code === undefined || more.length > 0 || changes.has(name)) return undefined;
    changes.set(name, code === OFF ? null : code);
  }
  return featureFaults(changes).size === 0 ? changes : undefined;
}

/** The text that `readFeatureChanges` reads, without what is as by default; empty: nothing was changed. */
export function writeFeatureChanges(changes: FeatureChanges): string {
  return CHANGEABLE_FEATURES.flatMap(({ name, code }) => {
    const changed = changes.get(name);
    return changed === undefined || changed === code ? [] : [`${name}=${changed ?? OFF}`];
  }).join(" ");
}
