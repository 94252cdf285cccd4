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
