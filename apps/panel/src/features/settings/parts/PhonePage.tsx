import { IconHeadset, StatePanel } from "@callpanel/ui";
import type { ActionResult } from "@callpanel/webphone";
import type { ReactNode } from "react";
import { usePanel } from "../../../shared/panel.ts";
import type { Softphone } from "../../../shared/phone/softphone.ts";
import { useSnapshot } from "../../../shared/store.ts";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { devicesMessages } from "../devices/devices.messages.ts";

/** Shows a notice with the reason of a refusal by the phone. */
export type OnRefusal = (result: ActionResult) => void;

export interface PhonePageProps {
  readonly children: (softphone: Softphone, onRefusal: OnRefusal) => ReactNode;
}

/** A page about the phone of this browser; says so if there is no phone. */
export function PhonePage({ children }: PhonePageProps) {
  const t = useWords(devicesMessages);
  const words = useLocaleWords();
  const { softphone, notices } = usePanel();
  const slot = useSnapshot(softphone);
  if (slot.kind !== "ready")
    return (
      <StatePanel icon={IconHeadset} title={t("settings.devices.noPhone")} text={t("settings.devices.noPhoneText")} />
    );
  return children(slot.softphone, (result) => {
    if (!result.ok) notices.error(words.error(result.code, result.details));
  });
}
