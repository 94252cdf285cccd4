import { ConfirmDialog } from "@callpanel/ui";
import { useBlocker } from "@tanstack/react-router";
import { useSnapshot } from "../store.ts";
import { useWords } from "../words/useWords.ts";
import { formMessages } from "./form.messages.ts";
import type { Unsaved } from "./unsaved.ts";

/** SET-5, PAGES-6: asks before changes are lost: by another page, by another choice on the page, by closing the tab. */
export function LeaveDialog({ unsaved }: { readonly unsaved: Unsaved }) {
  const hasChanges = () => unsaved.get().forms.size > 0;
  const blocker = useBlocker({ shouldBlockFn: hasChanges, enableBeforeUnload: hasChanges, withResolver: true });
  const { waiting } = useSnapshot(unsaved);
  const isBlocked = blocker.status === "blocked";
  const stay = () => {
    blocker.reset?.();
    unsaved.answer("stay");
  };
  return (
    <LeaveQuestion
      opened={isBlocked || waiting !== null}
      onStay={stay}
      onLeave={() => (isBlocked ? blocker.proceed() : unsaved.answer("leave"))}
    />
  );
}

interface LeaveQuestionProps {
  readonly opened: boolean;
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

function LeaveQuestion({ opened, onStay, onLeave }: LeaveQuestionProps) {
  const t = useWords(formMessages);
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onStay}
      title={t("form.leave.title")}
      closeLabel={t("form.close")}
      text={t("form.leave.text")}
      cancelLabel={t("form.leave.stay")}
      confirmLabel={t("form.leave.go")}
      onConfirm={onLeave}
    />
  );
}

/** A part of a form that has changes of its own: asks before another choice on the page loses them. */
export function PartQuestion({ unsaved }: { readonly unsaved: Unsaved }) {
  const { waiting } = useSnapshot(unsaved);
  return (
    <LeaveQuestion
      opened={waiting !== null}
      onStay={() => unsaved.answer("stay")}
      onLeave={() => unsaved.answer("leave")}
    />
  );
}
