import type { FeatureCodesEvent } from "@callpanel/contract";
import type { PhonePeople } from "../phone-people.ts";

/** FEATURE-6: reports when the codes that telephones can dial have changed. @returns stops it */
export function followFeatureCodes(
  people: Pick<PhonePeople, "realm" | "featureCodes" | "onRead">,
  tell: (event: FeatureCodesEvent) => void,
): () => void {
  const textNow = () =>
    people
      .featureCodes()
      .map(({ name, code }) => `${name}=${code}`)
      .join(" ");
  let before = textNow();
  return people.onRead(() => {
    const now = textNow();
    if (now !== before) tell({ action: "FEATURE_CODES", realm: people.realm });
    before = now;
  });
}
