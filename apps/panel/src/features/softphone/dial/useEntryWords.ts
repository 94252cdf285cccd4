import type { PhoneNumber } from "@callpanel/contract";
import { featureMessages, featureTextId } from "../../../shared/phone/feature.messages.ts";
import { useSnapshot } from "../../../shared/store.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { kindOf } from "../softphone.api.ts";
import { useSoftphone } from "../softphone.context.ts";
import { softphoneMessages } from "../softphone.messages.ts";
import { cleanName } from "../softphone.model.ts";

/** The display name of a number: people by name, feature codes by function. Labels of the phone system are translated. */
export function useEntryWords(entry: PhoneNumber): { readonly name: string; readonly label: string } {
  const t = useWords(softphoneMessages);
  const known = (id: string) => (isMessage(id) ? t(id) : null);
  const codeName = useCodeName();
  const label = known(`softphone.label.${entry.label}`) ?? cleanName(entry.label);
  switch (kindOf(entry)) {
    case "person":
    case "place":
      return { name: cleanName(entry.name) || entry.phoneNumber, label };
    case "parking":
      return { name: label || t("softphone.kind.parking"), label };
    case "featureCode":
      return { name: codeName(entry.phoneNumber) ?? (label || t("softphone.kind.featureCode")), label };
  }
}

/** What a feature code does; null for any other number, and for a code without a text here. */
export function useCodeName(): (number: string) => string | null {
  const t = useWords(featureMessages);
  const featureCodes = useSnapshot(useSoftphone().featureCodes);
  return (number) => {
    const feature = featureCodes.find(({ code }) => code === number);
    const id = feature && featureTextId(feature.name);
    return id === undefined ? null : t(id);
  };
}

/**
 * The search results plus the feature codes and lots that match by their translated names: the server knows `myvm` and
 * `Main`, people search for "voicemail" and "parking".
 */
export function useNamedByWords(): (found: readonly PhoneNumber[], search: string) => readonly PhoneNumber[] {
  const t = useWords(softphoneMessages);
  const { viewer, featureCodes: codesNow } = useSoftphone();
  const featureCodes = useSnapshot(codesNow);
  const codeName = useCodeName();
  return (found, search) => {
    const wanted = search.toLowerCase();
    const fits = (words: string) => words.toLowerCase().includes(wanted);
    const plain = { username: null, hasImage: false, imageUrl: null, contactID: null };
    const lots = fits(t("softphone.kind.parking"))
      ? (viewer.parkingLots ?? []).map(({ extension, name }) => ({
          ...plain,
          phoneNumber: extension,
          label: name,
          name: "parking",
        }))
      : [];
    const codes = featureCodes
      .filter(({ code }) => fits(codeName(code) ?? ""))
      .map(({ code, name }) => ({ ...plain, phoneNumber: code, label: name, name: "feature_code" }));
    const known = new Set(found.map(({ phoneNumber }) => phoneNumber));
    return [...found, ...[...lots, ...codes].filter(({ phoneNumber }) => !known.has(phoneNumber))];
  };
}

const isMessage = (id: string): id is keyof typeof softphoneMessages => Object.hasOwn(softphoneMessages, id);
