import type { FeatureCode } from "@callpanel/contract";

/** A light of somebody's own telephone, by the name of its feature code. */
export interface DialogLight {
  readonly feature: "dnd" | "forward" | "followme";
  readonly on: boolean;
}

const DOCUMENT_CHARS = 16_384;
const FEATURES = ["dnd", "forward", "followme"] as const;

/**
 * Reads a dialog-info document (RFC 4235) as the light of a feature: its entity is the feature's code with the extension
 * (`sip:*96101@demo`), confirmed means on, terminated off. Undefined when it is no such document: then it is ignored.
 */
export function readDialogLight(text: string, codes: readonly FeatureCode[]): DialogLight | undefined {
  if (text.length > DOCUMENT_CHARS) return undefined;
  const entity = /<(?:[\w-]+:)?dialog-info\s[^<>]*?\bentity=["']sips?:([^"'<>@]{1,64})@/.exec(text)?.[1];
  const state = /<(?:[\w-]+:)?state(?:\s[^<>]*)?>\s*(confirmed|terminated)\s*</i.exec(text)?.[1]?.toLowerCase();
  if (entity === undefined || state === undefined) return undefined;
  const user = entity.replace(/%2a/gi, "*");
  const feature = FEATURES.find((name) => codes.some((one) => one.name === name && user.startsWith(one.code)));
  return feature === undefined ? undefined : { feature, on: state === "confirmed" };
}
