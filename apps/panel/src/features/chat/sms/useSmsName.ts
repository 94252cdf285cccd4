import type { SmsConversation } from "@callpanel/contract";
import { useCallback } from "react";
import { usePanel } from "../../../shared/panel.ts";
import { useNumberText } from "../../../shared/phone/useNumberText.ts";

/** The contact's name, else the number as people write it. */
export function useSmsName(): (conversation: Pick<SmsConversation, "contact_name" | "number">) => string {
  const write = useNumberText(usePanel().viewer);
  return useCallback(({ contact_name: name, number }) => name ?? write(number), [write]);
}
