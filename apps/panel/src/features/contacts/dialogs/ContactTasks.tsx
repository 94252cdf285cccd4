import { lazy, Suspense } from "react";
import { CONTACT_DESK } from "../../../shared/contactDesk.ts";
import { useService } from "../../../shared/panel.ts";
import { useSnapshot } from "../../../shared/store.ts";

const ContactLayer = lazy(async () => ({ default: (await import("./ContactLayer.tsx")).ContactLayer }));

/** Contact dialogs over any page. Their code is loaded with the first one. */
export function ContactTasks() {
  const hasTask = useSnapshot(useService(CONTACT_DESK)) !== null;
  return <Suspense fallback={null}>{hasTask ? <ContactLayer /> : null}</Suspense>;
}
