import type { CallSnapshot } from "@callpanel/webphone";
import { Button, Dialog, IconTransfer } from "@callpanel/ui";
import { useState } from "react";
import type { PanelErrorCode, ErrorDetails } from "@callpanel/contract";
import { useLocaleWords, useWords } from "../../shared/words/useWords.ts";
import { createDestination } from "./destination.ts";
import { DestinationField } from "./DestinationField.tsx";
import type { TransferManner } from "./softphone.actions.ts";
import { useSoftphone } from "./softphone.context.ts";
import { softphoneMessages } from "./softphone.messages.ts";
import { usePeer } from "./usePeer.ts";
import styles from "./TransferDialog.module.css";

const WIDTH_PX = 420;
const MANNERS = ["blind", "attended"] as const;

/** Where a call is to go, and whether one talks to the destination first (SOFT-27). */
export function TransferDialog({ call }: { readonly call: CallSnapshot }) {
  const t = useWords(softphoneMessages);
  const words = useLocaleWords();
  const { actions, clock, viewer } = useSoftphone();
  const [destination] = useState(() => createDestination(clock));
  const [manner, setManner] = useState<TransferManner>("blind");
  const [fault, setFault] = useState<Fault | null>(null);
  const [busy, setBusy] = useState(false);
  const peer = usePeer(call);

  const submit = async () => {
    setBusy(true);
    const result = await actions.transfer(call.id, destination.get(), manner);
    setBusy(false);
    setFault(result.ok ? null : result);
  };
  const enter = () => {
    void submit();
  };
  return (
    <Dialog
      opened
      onClose={actions.closeDialog}
      title={t("softphone.transfer.title")}
      closeLabel={t("softphone.transfer.close")}
      width={WIDTH_PX}
    >
      <div className={styles.form}>
        <p className={styles.who}>{t("softphone.transfer.of", { peer })}</p>
        <DestinationField
          destination={destination}
          label={t("softphone.transfer.destination")}
          except={[viewer.user.extension, call.number]}
          error={fault ? words.error(fault.code, fault.details) : undefined}
          onEnter={enter}
        />
        <MannerChoice manner={manner} onChoose={setManner} />
        <div className={styles.buttons}>
          <Button look="primary" icon={IconTransfer} busy={busy} onClick={enter}>
            {t("softphone.transfer.submit")}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

interface Fault {
  readonly code: PanelErrorCode;
  readonly details: ErrorDetails;
}

interface MannerChoiceProps {
  readonly manner: TransferManner;
  readonly onChoose: (manner: TransferManner) => void;
}

function MannerChoice({ manner, onChoose }: MannerChoiceProps) {
  const t = useWords(softphoneMessages);
  return (
    <fieldset className={styles.manners} aria-label={t("softphone.transfer.manner")}>
      {MANNERS.map((one) => (
        <label key={one} className={styles.manner}>
          <input
            type="radio"
            name="manner"
            value={one}
            checked={manner === one}
            aria-label={t(`softphone.transfer.${one}`)}
            onChange={() => onChoose(one)}
          />
          <span>
            <span className={styles.word}>{t(`softphone.transfer.${one}`)}</span>
            <span className={styles.note}>{t(`softphone.transfer.${one}Hint`)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
