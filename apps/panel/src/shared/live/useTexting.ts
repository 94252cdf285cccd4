import { canWrite } from "@callpanel/contract";
import { useMemo } from "react";
import { usePanel, useService } from "../panel.ts";
import { useSnapshot } from "../store.ts";
import { CHAT_PARTS } from "./chatParts.ts";
import { readLater } from "./readLater.ts";

/** Begins a text message to a number that the panel shows; null for a person who has no number to write from. */
export function useTexting(): ((number: string) => void) | null {
  const { viewer } = usePanel();
  const parts = useService(CHAT_PARTS);
  const known = useNumbers();
  const may = canWrite(viewer.rights, "chats") && known !== null && known.carrier !== "none" && known.total > 0;
  return useMemo(() => (may ? (number) => parts.get()?.sms.writeTo.dispatch(number) : null), [may, parts]);
}

/** What carries the company's text messages; undefined while it is not known, and for a person without chat. */
export const useTextCarrier = () => useNumbers()?.carrier;

function useNumbers() {
  const parts = useService(CHAT_PARTS);
  return useSnapshot(useMemo(() => readLater(parts, ({ sms }) => sms.numbers, null), [parts]));
}
