import { canRead, featureCodesEventSchema, type FeatureCodesEvent } from "@callpanel/contract";
import { topic } from "../../kernel/bus/topic.ts";
import type { Receiving } from "./receiving.ts";

/** The codes of a company were changed, by any process; each server finds out by the revision. */
export const featureCodesChanged = topic("featureCodes.changed", featureCodesEventSchema);

export interface FeatureCodesSight {
  readonly key: string;
  readonly realm: string;
  readonly dials: boolean;
}

export function featureCodesSightOf(realm: string, { rights }: Receiving): FeatureCodesSight {
  const dials = canRead(rights, "softphone");
  return { key: dials ? "featureCodes" : "", realm, dials };
}

/** FEATURE-6 */
export const featureCodesEvents = (
  event: FeatureCodesEvent,
  { realm, dials }: FeatureCodesSight,
): readonly FeatureCodesEvent[] => (dials && event.realm === realm ? [event] : []);
