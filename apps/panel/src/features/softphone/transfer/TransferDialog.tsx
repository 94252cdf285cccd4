import type { CallSnapshot } from "@callpanel/webphone";
import { useCallback, useMemo, useState } from "react";
import type { ErrorDetails, PanelErrorCode } from "@callpanel/contract";
import type { MoveTarget, Verdict } from "../../../shared/phone/moving.ts";
import { createDestination } from "../../../shared/phone/send/destination.ts";
import type { Manner, SendOrder } from "../../../shared/phone/send/send.model.ts";
import { SendDialog } from "../../../shared/phone/send/SendDialog.tsx";
import { useSendTargets } from "../../../shared/phone/send/useSendTargets.ts";
import { boxNumber } from "../../../shared/phone/voicemailNumbers.ts";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { usePeer } from "../call/usePeer.ts";
import { useUsualNumbers } from "../home/useUsualNumbers.ts";
import { useSoftphone } from "../softphone.context.ts";
import { callMessages } from "../call.messages.ts";
import { useTakenCall } from "./useTakenCall.ts";

const MANNERS: readonly Manner[] = ["blind", "attended"];
const MANNERS_WITH_BOX: readonly Manner[] = [...MANNERS, "voicemail"];

/** Where an own call is transferred to, and how (SOFT-27). */
export function TransferDialog({ call }: { readonly call: CallSnapshot }) {
  const t = useWords(callMessages);
  const words = useLocaleWords();
  const services = useSoftphone();
  const { actions, clock, moving, viewer } = services;
  const [destination] = useState(() => createDestination(clock));
  const [fault, setFault] = useState<Fault | null>(null);
  const [busy, setBusy] = useState(false);
  const peer = usePeer(call);
  const taken = useTakenCall(call);
  const first = useUsualNumbers();
  const except = useMemo(() => [viewer.user.extension, call.number], [call.number, viewer]);
  const verdictOf = useCallback(
    (target: MoveTarget): Verdict => (target.kind === "slot" && target.isTaken ? "taken" : "possible"),
    [],
  );
  const list = useSendTargets(services, { destination, except, first, canLookUp: true, canSlot: true, verdictOf });

  const send = async ({ manner, number, target }: SendOrder) => {
    const isSlot = target?.kind === "slot";
    if (isSlot && taken !== null) {
      actions.closeDialog();
      return moving.move(taken, target);
    }
    setBusy(true);
    const box = manner === "voicemail" ? boxNumber(viewer, number) : null;
    // To ask first would dial the slot, and retrieve the call that is parked there.
    const how = manner === "attended" && !isSlot ? "attended" : "blind";
    const result = await actions.transfer(call.id, box ?? number, how);
    setBusy(false);
    setFault(result.ok ? null : result);
  };
  return (
    <SendDialog
      sources={services}
      title={t("softphone.transfer.title")}
      submit={t("softphone.transfer.submit")}
      who={t("softphone.transfer.of", { peer })}
      peer={peer}
      destination={destination}
      list={list}
      manners={boxNumber(viewer, "") === null ? MANNERS : MANNERS_WITH_BOX}
      hasBox={(extension) => boxNumber(viewer, extension) !== null}
      error={fault ? words.error(fault.code, fault.details) : undefined}
      busy={busy}
      onSend={(order) => void send(order)}
      onClose={actions.closeDialog}
    />
  );
}

interface Fault {
  readonly code: PanelErrorCode;
  readonly details: ErrorDetails;
}
