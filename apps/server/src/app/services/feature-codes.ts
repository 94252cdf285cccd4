import { DEFAULT_FEATURE_CODES, type FeatureCode } from "@callpanel/contract";

/** Codes of services that this server does not have yet: listening to recordings. */
const YET_TO_COME: ReadonlySet<string> = new Set(["recording"]);
const OF_VOICEMAIL: ReadonlySet<string> = new Set(["vm", "myvm"]);

/** DIAL-20, VMP-26: the codes that have an effect on this server; the same list for telephones and for the panel. */
export function servedFeatureCodes({ takesMessages }: { readonly takesMessages: boolean }): readonly FeatureCode[] {
  return DEFAULT_FEATURE_CODES.filter(
    ({ name }) => !YET_TO_COME.has(name) && (takesMessages || !OF_VOICEMAIL.has(name)),
  );
}
