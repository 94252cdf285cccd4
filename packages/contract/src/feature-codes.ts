/** Feature codes a telephone can dial (spec 2 §9), and the rules for numbers that start with * or # (spec 1 §5). */
import * as z from "zod/mini";

export const featureCodeSchema = z.object({
  name: z.string(),
  code: z.string().check(z.regex(/^[*#0-9]{1,8}$/)),
  /** `none`: dialled without a target; `optional` and `required`: digits may or must follow the code. */
  target: z.enum(["none", "optional", "required"]),
});
export type FeatureCode = z.infer<typeof featureCodeSchema>;

/** The defaults, used when the server's list cannot be loaded. */
export const DEFAULT_FEATURE_CODES: readonly FeatureCode[] = [
  { name: "dnd", code: "*76", target: "none" },
  { name: "forward", code: "*96", target: "optional" },
  { name: "followme", code: "*21", target: "optional" },
  { name: "vm", code: "*98", target: "optional" },
  { name: "myvm", code: "*97", target: "none" },
  { name: "recording", code: "*60", target: "optional" },
  { name: "echo", code: "*43", target: "none" },
  { name: "anonymouscall", code: "*67", target: "required" },
  { name: "personalconf", code: "*99", target: "optional" },
  { name: "agentlogin", code: "*45", target: "optional" },
  { name: "moh", code: "*86", target: "none" },
  { name: "adhoc", code: "*70", target: "optional" },
  { name: "unadhoc", code: "*71", target: "optional" },
  { name: "qoffall", code: "*46", target: "none" },
  { name: "toggle", code: "*44", target: "required" }, // *44*ID
  { name: "intercom", code: "*80", target: "required" },
  { name: "silenticom", code: "*81", target: "required" },
  { name: "blindtransfer", code: "##", target: "optional" },
  { name: "pickup", code: "**", target: "required" },
  { name: "ondemandrecording", code: "*1", target: "none" },
  { name: "spy", code: "***", target: "required" }, // listening in: *** plus number
];

/** FEATURE-8: what the test call of the panel calls where the code of `echo` is off; it cannot be dialled. */
export const ECHO_TEST_ADDRESS = "ECHO-TEST";

/** Spec 1 §5: optional leading + or one to three stars, then digits, space, star, hash, dash, dot, parentheses. */
const DIALABLE = /^(\+|\*{1,3})?[0-9 *#\-.()]+$/;

export type DialCheck =
  | { readonly ok: true; readonly number: string }
  | {
      readonly ok: false;
      readonly code: "sipua.hint.missNum" | "sipua.error.invalidNumber" | "sipua.error.invalidFeatureCode";
    };

/** Removes all but digits, star, hash and plus, to compare and send numbers. It checks nothing: see checkDialable. */
export function stripNumber(input: string): string {
  return input.replace(/[^0-9*#+]/g, "");
}

/**
 * Checks what a person typed and gives the number to dial (spec 1 §5).
 * @returns the stripped number, or the catalogue code of the refusal
 */
export function checkDialable(input: string, featureCodes: readonly FeatureCode[] = DEFAULT_FEATURE_CODES): DialCheck {
  const trimmed = input.trim();
  if (trimmed === "") return { ok: false, code: "sipua.hint.missNum" };
  const number = stripNumber(trimmed);
  if (trimmed.length > 64 || !DIALABLE.test(trimmed) || !/[0-9*#]/.test(number))
    return { ok: false, code: "sipua.error.invalidNumber" };
  if (/^[*#]/.test(number) && !isFeatureDial(number, featureCodes))
    return { ok: false, code: "sipua.error.invalidFeatureCode" };
  return { ok: true, number };
}

/** FEATURE-9: a forward that was stored for a code which leads nowhere any more. */
export const isLostCode = (number: string, featureCodes: readonly FeatureCode[]): boolean =>
  /^[*#]/.test(number) && !isFeatureDial(number, featureCodes);

function isFeatureDial(number: string, featureCodes: readonly FeatureCode[]): boolean {
  return featureCodes.some(({ code, target }) => {
    if (number === code) return target !== "required";
    return target !== "none" && number.startsWith(code);
  });
}

/** What is dialled for a feature and its target; undefined: the company has turned the code off. */
export function dialledFor(name: string, target: string, featureCodes: readonly FeatureCode[]): string | undefined {
  const feature = featureCodes.find((one) => one.name === name);
  return feature && `${feature.code}${target}`;
}

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
