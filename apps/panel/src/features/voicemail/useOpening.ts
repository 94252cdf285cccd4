import type { Voicemail } from "@callpanel/contract";
import { useEffect, useRef } from "react";
import { useReadToggle } from "./useVoicemailChange.ts";
import { actionsFor } from "./voicemail.model.ts";

/** VMU-16: opening a message marks it read, once: if the person marks it unread while it is open, it stays unread. */
export function useOpening(message: Voicemail): void {
  const toggle = useReadToggle();
  const opened = useRef(false);
  const marks = !message.isRead && message.may_read && actionsFor(message).has("read");
  useEffect(() => {
    if (opened.current) return;
    opened.current = true;
    if (marks) toggle(message);
  }, [marks, message, toggle]);
}
