import type { PhoneNumber } from "@callpanel/contract";
import { useWords } from "../../shared/words/useWords.ts";
import { featureOf, kindOf } from "./softphone.api.ts";
import { useSoftphone } from "./softphone.context.ts";
import { softphoneMessages } from "./softphone.messages.ts";
import { cleanName } from "./softphone.model.ts";

/** What to call a number: people by name, a feature code by what it does. The phone system's own labels are translated. */
export function useEntryWords(entry: PhoneNumber): { readonly name: string; readonly label: string } {
  const t = useWords(softphoneMessages);
  const { viewer } = useSoftphone();
  const known = (id: string) => (isMessage(id) ? t(id) : null);
  const label = known(`softphone.label.${entry.label}`) ?? cleanName(entry.label);
  const code = featureOf(entry, viewer.featureCodes)?.name ?? "";
  switch (kindOf(entry)) {
    case "person":
    case "place":
      return { name: cleanName(entry.name) || entry.phoneNumber, label };
    case "parking":
      return { name: label || t("softphone.kind.parking"), label };
    case "featureCode":
      return { name: known(`softphone.code.${code}`) ?? (label || t("softphone.kind.featureCode")), label };
  }
}

const isMessage = (id: string): id is keyof typeof softphoneMessages => Object.hasOwn(softphoneMessages, id);
