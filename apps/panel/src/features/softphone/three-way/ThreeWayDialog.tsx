import type { PhoneNumber } from "@callpanel/contract";
import type { CallSnapshot, ActionResult } from "@callpanel/webphone";
import { Button, Dialog, IconUsersPlus } from "@callpanel/ui";
import { useState } from "react";
import { useSnapshot } from "../../../shared/store.ts";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { createDestination } from "../dial/destination.ts";
import { DestinationField } from "../dial/DestinationField.tsx";
import { useSoftphone } from "../softphone.context.ts";
import { softphoneMessages } from "../softphone.messages.ts";
import { usePeer } from "../call/usePeer.ts";
import styles from "../transfer/TransferDialog.module.css";

const WIDTH_PX = 420;

/** Asks for the person to bring into a call (SOFT-31). It stays open until that succeeds: a failure keeps the typed text. */
export function ThreeWayDialog({ call }: { readonly call: CallSnapshot }) {
  const t = useWords(softphoneMessages);
  const words = useLocaleWords();
  const { actions, clock, viewer } = useSoftphone();
  const [invitee] = useState(() => createDestination(clock));
  const [chosen, setChosen] = useState<PhoneNumber | null>(null);
  const [outcome, setOutcome] = useState<ActionResult>({ ok: true });
  const [busy, setBusy] = useState(false);
  const peer = usePeer(call);

  const isEmpty = useSnapshot(invitee).trim() === "";
  const invite = async () => {
    if (busy || isEmpty) return;
    setBusy(true);
    setOutcome({ ok: true });
    setOutcome(await actions.inviteThird(call.id, { number: invitee.get(), name: chosen?.name }));
    setBusy(false);
  };
  const enter = () => {
    void invite();
  };
  return (
    <Dialog
      opened
      onClose={actions.closeDialog}
      title={t("softphone.threeWay.title")}
      closeLabel={t("softphone.transfer.close")}
      width={WIDTH_PX}
    >
      <div className={styles.form}>
        <p className={styles.who}>{t("softphone.threeWay.of", { peer })}</p>
        <DestinationField
          destination={invitee}
          label={t("softphone.threeWay.invitee")}
          except={[viewer.user.extension, call.number]}
          error={outcome.ok ? undefined : words.error(outcome.code, outcome.details)}
          onEnter={enter}
          onChoose={setChosen}
        />
        <div className={styles.buttons}>
          <Button look="primary" icon={IconUsersPlus} busy={busy} disabled={isEmpty} onClick={enter}>
            {t("softphone.threeWay.submit")}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
