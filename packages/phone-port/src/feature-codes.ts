/** The codes a telephone can dial (spec 2 §9) as data; a realm may bring its own list. */

export type FeatureTarget = "none" | "optional" | "required";

export interface FeatureCode {
  readonly name: string;
  readonly code: string;
  /** Whether digits may or must follow the code. */
  readonly target: FeatureTarget;
}

/** Spec 2 §9. */
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
  { name: "toggle", code: "*44", target: "required" },
  { name: "intercom", code: "*80", target: "required" },
  { name: "silenticom", code: "*81", target: "required" },
  { name: "blindtransfer", code: "##", target: "optional" },
  { name: "pickup", code: "**", target: "required" },
  { name: "ondemandrecording", code: "*1", target: "none" },
  { name: "spy", code: "***", target: "required" },
];

export interface FeatureMatch {
  readonly feature: FeatureCode;
  /** What follows the code, without a separating star. */
  readonly target: string;
}

/** The longest code that `number` starts with and whose target rule it keeps. */
export function matchFeatureCode(number: string, codes: readonly FeatureCode[]): FeatureMatch | undefined {
  let best: FeatureMatch | undefined;
  for (const feature of codes) {
    const target = targetAfter(number, feature);
    if (target === undefined) continue;
    if (best === undefined || feature.code.length > best.feature.code.length) best = { feature, target };
  }
  return best;
}

function targetAfter(number: string, { code, target: rule }: FeatureCode): string | undefined {
  if (!number.startsWith(code)) return undefined;
  const target = number.slice(code.length).replace(/^\*(?=.)/, "");
  if (target === "" && rule === "required") return undefined;
  if (target !== "" && rule === "none") return undefined;
  return target;
}

/** Feature codes that only play something to the caller. */
const HARMLESS = new Set(["echo", "moh"]);

/** The feature code, and what follows it, where a forward may lead there; undefined where it may not. */
export function mayForwardToCode(number: string, codes: readonly FeatureCode[]): FeatureMatch | undefined {
  const match = matchFeatureCode(number, codes);
  return match !== undefined && isForAnybody(match) ? match : undefined;
}

/** Leaving a message in a box that is named does nobody's will but the caller's. */
export const isForAnybody = ({ feature: { name }, target }: FeatureMatch): boolean =>
  HARMLESS.has(name) || (name === "vm" && target !== "");
