import { lazy, Suspense } from "react";
import { useService } from "../../../shared/panel.ts";
import { CONTACT_DESK } from "../../../shared/contactDesk.ts";
import { useSnapshot } from "../../../shared/store.ts";
import { ContactDeletion } from "./ContactDeletion.tsx";
import { ContactDetail } from "./ContactDetail.tsx";

const ContactDialog = lazy(async () => ({ default: (await import("../form/ContactDialog.tsx")).ContactDialog }));

/** The contact dialogs, over the page that opened them. */
export function ContactLayer() {
  const contactDesk = useService(CONTACT_DESK);
  const task = useSnapshot(contactDesk);
  const close = () => contactDesk.dispatch(null);
  switch (task?.kind) {
    case undefined:
      return null;
    case "create":
    case "edit":
      return (
        <Suspense fallback={null}>
          <ContactDialog task={task} onClose={close} />
        </Suspense>
      );
    case "show":
      return <ContactDetail contact={task.contact} onClose={close} />;
    case "delete":
      return <ContactDeletion contact={task.contact} onClose={close} />;
  }
}
