import { isLostCode } from "@callpanel/contract";
import type { Viewer } from "../viewer.ts";

/** FEATURE-9: a forward to a feature code that the company has changed or turned off. Only who has a phone here knows the codes. */
export const isLostForward = (
  number: string,
  { flags, featureCodes }: Pick<Viewer, "flags" | "featureCodes">,
): boolean => flags.softphone && isLostCode(number, featureCodes);
