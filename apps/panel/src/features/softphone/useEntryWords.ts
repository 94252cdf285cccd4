import type { PhoneNumber } from "@callpanel/contract";
import { useWords } from "../../shared/words/useWords.ts";
import { kindOf } from "./softphone.api.ts";
import { useSoftphone } from "./softphone.context.ts";
import { softphoneMessages } from "./softphone.messages.ts";
import { cleanName } from "./softphone.model.ts";

/** What to call a number: people by name, a feature code by what it does. The phone system's own labels are translated. */
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

/** What a feature code does; null for any other number, and for a code that has no words here. */
export function useCodeName(): (number: string) => string | null {
  const t = useWords(softphoneMessages);
  const { viewer } = useSoftphone();
  return (number) => {
    const feature = viewer.featureCodes.find(({ code }) => code === number);
    const id = feature && `softphone.code.${feature.name}`;
    return id !== undefined && isMessage(id) ? t(id) : null;
  };
}

const isMessage = (id: string): id is keyof typeof softphoneMessages => Object.hasOwn(softphoneMessages, id);
