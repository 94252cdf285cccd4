/** Finds the feature code of a dialled number. The list of codes is in the contract; the server passes it. */

export interface FeatureCode {
  readonly name: string;
  readonly code: string;
  /** Whether digits may or must follow the code. */
  readonly target: "none" | "optional" | "required";
}

export interface FeatureMatch {
  readonly feature: FeatureCode;
  /** What follows the code, without a separating star. */
  readonly target: string;
}

/** The longest code with which `number` starts and for which its target rule is met. */
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

/** The feature code and its target if a forward may lead there; otherwise undefined. */
export function mayForwardToCode(number: string, codes: readonly FeatureCode[]): FeatureMatch | undefined {
  const match = matchFeatureCode(number, codes);
  return match !== undefined && isForAnybody(match) ? match : undefined;
}

/** Leaving a message in a given box concerns only the caller, so anyone may be sent there. */
export const isForAnybody = ({ feature: { name }, target }: FeatureMatch): boolean =>
  HARMLESS.has(name) || (name === "vm" && target !== "");
