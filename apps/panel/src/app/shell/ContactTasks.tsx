import { Suspense } from "react";
import { ContactLayer } from "../../features/contacts/index.ts";
import { usePanel } from "../../shared/panel.ts";
import { useSnapshot } from "../../shared/store.ts";

/** Contact dialogs over any page, in both frames. Their code is loaded with the first one. */
export function ContactTasks() {
  const hasTask = useSnapshot(usePanel().contactDesk) !== null;
  return <Suspense fallback={null}>{hasTask ? <ContactLayer /> : null}</Suspense>;
}
