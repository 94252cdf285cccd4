import { ConfirmDialog } from "@callpanel/ui";
import { useBlocker } from "@tanstack/react-router";
import { useSnapshot } from "../store.ts";
import { useWords } from "../words/useWords.ts";
import { formMessages } from "./form.messages.ts";
import type { Unsaved } from "./unsaved.ts";

/** SET-5, PAGES-6: asks before changes are lost: by another page, by another choice on the page, by closing the tab. */
export function LeaveDialog({ unsaved }: { readonly unsaved: Unsaved }) {
  const t = useWords(formMessages);
  const hasChanges = () => unsaved.get().forms.size > 0;
  const blocker = useBlocker({ shouldBlockFn: hasChanges, enableBeforeUnload: hasChanges, withResolver: true });
  const { waiting } = useSnapshot(unsaved);
  const isBlocked = blocker.status === "blocked";
  const stay = () => {
    blocker.reset?.();
    unsaved.answer("stay");
  };
  return (
    <ConfirmDialog
      opened={isBlocked || waiting !== null}
      onClose={stay}
      title={t("form.leave.title")}
      closeLabel={t("form.close")}
      text={t("form.leave.text")}
      cancelLabel={t("form.leave.stay")}
      confirmLabel={t("form.leave.go")}
      onConfirm={() => (isBlocked ? blocker.proceed() : unsaved.answer("leave"))}
    />
  );
}
