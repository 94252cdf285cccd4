import type { CallSnapshot } from "@callpanel/webphone";
import { Button, Dialog, IconTransfer } from "@callpanel/ui";
import { useState } from "react";
import type { PanelErrorCode, ErrorDetails, PhoneNumber } from "@callpanel/contract";
import { useSnapshot } from "../../../shared/store.ts";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { createDestination } from "../dial/destination.ts";
import { DestinationField } from "../dial/DestinationField.tsx";
import type { TransferManner } from "./transfer.actions.ts";
import { useSoftphone } from "../softphone.context.ts";
import { softphoneMessages } from "../softphone.messages.ts";
import { usePeer } from "../call/usePeer.ts";
import { boxNumber } from "../voicemailNumbers.ts";
import styles from "./TransferDialog.module.css";

const WIDTH_PX = 420;
const MANNERS = ["blind", "attended"] as const;
/** For a colleague with a mailbox that the caller can be sent to. */
const MANNERS_WITH_BOX = [...MANNERS, "voicemail"] as const;
type Manner = TransferManner | "voicemail";

/** The destination of a transfer, and whether it is blind or attended (SOFT-27). */
export function TransferDialog({ call }: { readonly call: CallSnapshot }) {
  const t = useWords(softphoneMessages);
  const words = useLocaleWords();
  const { actions, clock, viewer } = useSoftphone();
  const [destination] = useState(() => createDestination(clock));
  const [manner, setManner] = useState<Manner>("blind");
  const [fault, setFault] = useState<Fault | null>(null);
  const [busy, setBusy] = useState(false);
  const peer = usePeer(call);
  const isEmpty = useSnapshot(destination).trim() === "";
  const [chosen, setChosen] = useState<PhoneNumber | null>(null);
  const box = chosen?.label === "extension" ? boxNumber(viewer, chosen.phoneNumber) : null;
  const present = manner === "voicemail" && box === null ? "blind" : manner;

  const submit = async () => {
    if (isEmpty) return;
    setBusy(true);
    const result =
      present === "voicemail" && box !== null
        ? await actions.transfer(call.id, box, "blind")
        : await actions.transfer(call.id, destination.get(), present === "attended" ? "attended" : "blind");
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
          onChoose={setChosen}
        />
        <MannerChoice
          manner={present}
          voicemail={boxNumber(viewer, "") === null ? "absent" : box === null ? "closed" : "open"}
          onChoose={setManner}
        />
        <div className={styles.buttons}>
          <Button look="primary" icon={IconTransfer} busy={busy} disabled={isEmpty} onClick={enter}>
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
  readonly manner: Manner;
  /** `closed`: no person with a mailbox is chosen. */
  readonly voicemail: "absent" | "closed" | "open";
  readonly onChoose: (manner: Manner) => void;
}

function MannerChoice({ manner, voicemail, onChoose }: MannerChoiceProps) {
  const t = useWords(softphoneMessages);
  return (
    <fieldset className={styles.manners} aria-label={t("softphone.transfer.manner")}>
      {(voicemail === "absent" ? MANNERS : MANNERS_WITH_BOX).map((one) => (
        <label key={one} className={styles.manner}>
          <input
            type="radio"
            name="manner"
            value={one}
            checked={manner === one}
            disabled={one === "voicemail" && voicemail === "closed"}
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
