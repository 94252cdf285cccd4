import type { CallSnapshot, ActionResult } from "@callpanel/webphone";
import { Button, Dialog, IconUsersPlus } from "@callpanel/ui";
import { useMemo, useState } from "react";
import type { MoveTarget } from "../../../shared/phone/moving.ts";
import { createDestination } from "../../../shared/phone/send/destination.ts";
import { SendField } from "../../../shared/phone/send/SendField.tsx";
import type { RowAct } from "../../../shared/phone/send/SendField.tsx";
import { useSendTargets } from "../../../shared/phone/send/useSendTargets.ts";
import { useSnapshot } from "../../../shared/store.ts";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { useUsualNumbers } from "../home/useUsualNumbers.ts";
import { useSoftphone } from "../softphone.context.ts";
import { callMessages } from "../call.messages.ts";
import { usePeer } from "../call/usePeer.ts";
import styles from "../../../shared/phone/send/SendDialog.module.css";

const WIDTH_PX = 460;

/** Only people can be invited. */
const invitable = ({ kind }: MoveTarget) =>
  kind === "person" || kind === "outside" ? ("possible" as const) : ("forbidden" as const);

/** Asks for the person to bring into a call (SOFT-31). It stays open until that succeeds: a failure keeps the typed text. */
export function ThreeWayDialog({ call }: { readonly call: CallSnapshot }) {
  const t = useWords(callMessages);
  const words = useLocaleWords();
  const services = useSoftphone();
  const { actions, clock, viewer } = services;
  const [invitee] = useState(() => createDestination(clock));
  const [taken, setTaken] = useState<MoveTarget | null>(null);
  const [outcome, setOutcome] = useState<ActionResult>({ ok: true });
  const [busy, setBusy] = useState(false);
  const peer = usePeer(call);
  const first = useUsualNumbers();
  const except = useMemo(() => [viewer.user.extension, call.number], [call.number, viewer]);
  const list = useSendTargets(services, {
    destination: invitee,
    except,
    first,
    canLookUp: true,
    canSlot: false,
    verdictOf: invitable,
  });
  const text = useSnapshot(invitee).trim();
  const chosen = taken?.number === text ? taken : null;

  const invite = async (number: string, name: string | undefined) => {
    if (busy || number === "") return;
    setBusy(true);
    setOutcome({ ok: true });
    setOutcome(await actions.inviteThird(call.id, { number, name }));
    setBusy(false);
  };
  const enter = () => void invite(invitee.get(), chosen?.name);
  const onRow: RowAct = {
    id: "invite",
    label: t("softphone.threeWay.submit"),
    icon: IconUsersPlus,
    fits: () => true,
    run: ({ number, name }) => void invite(number, name),
  };
  return (
    <Dialog
      opened
      onClose={actions.closeDialog}
      title={t("softphone.threeWay.title")}
      closeLabel={t("softphone.dialog.close")}
      width={WIDTH_PX}
    >
      <div className={styles.form}>
        <p className={styles.who}>{t("softphone.threeWay.of", { peer })}</p>
        <SendField
          sources={services}
          destination={invitee}
          list={{ ...list, targets: list.targets.filter((one) => invitable(one) === "possible") }}
          label={t("softphone.threeWay.invitee")}
          error={outcome.ok ? undefined : words.error(outcome.code, outcome.details)}
          chosen={chosen}
          onChoose={(target) => {
            setTaken(target);
            invitee.type(target.number);
          }}
          onEnter={enter}
          acts={[onRow]}
        />
        <div className={styles.buttons}>
          <Button look="primary" icon={IconUsersPlus} busy={busy} disabled={text === ""} onClick={enter}>
            {t("softphone.threeWay.submit")}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
