import type { CallSnapshot } from "@callpanel/webphone";
import { ConfirmDialog } from "@callpanel/ui";
import { useState } from "react";
import { useWords } from "../../../shared/words/useWords.ts";
import { usePhone, useSoftphoneState } from "../softphone.context.ts";
import { softphoneMessages } from "../softphone.messages.ts";
import { isOffered, openCallOf } from "../softphone.model.ts";
import { usePeer } from "../call/usePeer.ts";
import { signOutMessages } from "./signOut.messages.ts";

export interface SignOutQuestionProps {
  readonly onStay: () => void;
  readonly onSignOut: () => void;
}

/** SOFT-50: signing out ends the calls, so the person confirms first. */
export function SignOutQuestion(props: SignOutQuestionProps) {
  const { calls } = usePhone();
  const { chosenCallId } = useSoftphoneState();
  const [asked] = useState(() => openCallOf(calls, chosenCallId));
  return asked === undefined ? null : <Question {...props} asked={asked} />;
}

function Question({ asked, onStay, onSignOut }: SignOutQuestionProps & { readonly asked: CallSnapshot }) {
  const t = useWords(signOutMessages);
  const close = useWords(softphoneMessages)("softphone.dialog.close");
  const peer = usePeer(asked);
  const count = usePhone().calls.filter((call) => !isOffered(call)).length;
  return (
    <ConfirmDialog
      opened
      onClose={onStay}
      title={t("softphone.signOut.title")}
      closeLabel={close}
      text={
        count === 0
          ? t("softphone.signOut.ended")
          : count === 1
            ? t("softphone.signOut.one", { peer })
            : t("softphone.signOut.several", { count })
      }
      cancelLabel={t("softphone.signOut.stay")}
      confirmLabel={t(count === 0 ? "softphone.signOut.plain" : "softphone.signOut.hangUp")}
      danger={count > 0}
      onConfirm={onSignOut}
    />
  );
}
