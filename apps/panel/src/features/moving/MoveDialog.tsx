import { canRead } from "@callpanel/contract";
import { useCallback, useMemo, useState } from "react";
import { LIVE_BUDDIES } from "../../shared/live/liveBuddies.ts";
import { LIVE_PARKING } from "../../shared/live/liveParking.ts";
import { LIVE_QUEUES } from "../../shared/live/liveQueues.ts";
import { usePanel, useService } from "../../shared/panel.ts";
import { MOVING } from "../../shared/phone/moving.ts";
import type { MoveTarget, Taken } from "../../shared/phone/moving.ts";
import { NUMBER_NAMES } from "../../shared/phone/numberNames.ts";
import { createDestination } from "../../shared/phone/send/destination.ts";
import { sendMessages } from "../../shared/phone/send/send.messages.ts";
import type { Manner, SendOrder } from "../../shared/phone/send/send.model.ts";
import { SendDialog } from "../../shared/phone/send/SendDialog.tsx";
import { useSendTargets } from "../../shared/phone/send/useSendTargets.ts";
import { boxNumber } from "../../shared/phone/voicemailNumbers.ts";
import { fullNameOf } from "../../shared/viewer.ts";
import { useWords } from "../../shared/words/useWords.ts";
import { movingMessages } from "./moving.messages.ts";
import { shownPeer } from "./sources.ts";

const RINGS: readonly Manner[] = ["blind"];
const RINGS_OR_BOX: readonly Manner[] = ["blind", "voicemail"];

/** The target of a call of others, or of a waiting caller, chosen from a list: the same as dragging, also for the keyboard (MOVE-5). */
export function MoveDialog({ taken }: { readonly taken: Taken }) {
  const t = useWords(movingMessages);
  const say = useWords(sendMessages);
  const panel = usePanel();
  const { viewer, clock } = panel;
  const moving = useService(MOVING);
  const [destination] = useState(() => createDestination(clock));
  const liveBuddies = useService(LIVE_BUDDIES);
  const liveParking = useService(LIVE_PARKING);
  const numberNames = useService(NUMBER_NAMES);
  const sources = { api: panel.api, viewer, liveBuddies, liveParking, numberNames };
  const near = useNearTargets(taken);
  const verdictOf = useCallback((target: MoveTarget) => moving.verdict(taken, target), [moving, taken]);
  const verdictOn = useCallback((target: MoveTarget) => moving.verdictOn(taken, target), [moving, taken]);
  const canLookUp = canRead(viewer.rights, "softphone");
  const list = useSendTargets(sources, { destination, near, canLookUp, canSlot: true, verdictOf });

  const boxOf = ({ number, name }: Pick<MoveTarget, "number" | "name">): MoveTarget | null => {
    const box = boxNumber(viewer, number);
    return box === null ? null : { kind: "service", number: box, name: say("send.box", { name }) };
  };
  const hasBox = (number: string) => {
    const box = boxOf({ number, name: number });
    return box !== null && verdictOf(box) === "possible";
  };
  const send = ({ manner, number, target }: SendOrder) => {
    const typed: MoveTarget = { kind: "outside", number, name: number };
    const known = target ?? list.targets.find((one) => one.number === number) ?? typed;
    moving.move(taken, (manner === "voicemail" ? boxOf(known) : null) ?? known);
  };
  const peer = shownPeer(t, taken);
  return (
    <SendDialog
      sources={sources}
      title={t("moving.title")}
      submit={t("moving.submit")}
      who={
        "caller" in taken
          ? t("moving.whoWaits", { peer, queue: taken.queue.name })
          : t("moving.who", { peer, from: taken.from.name })
      }
      peer={peer}
      destination={destination}
      list={list}
      manners={hasBox("") ? RINGS_OR_BOX : RINGS}
      hasBox={hasBox}
      error={undefined}
      verdictOn={verdictOn}
      onSend={send}
      onClose={moving.stopAsking}
    />
  );
}

const NONE: readonly MoveTarget[] = [];

/** For a waiting caller: the user, then the agents of the queue. */
function useNearTargets(taken: Taken): readonly MoveTarget[] {
  const { viewer } = usePanel();
  const liveQueues = useService(LIVE_QUEUES);
  return useMemo(() => {
    if (!("caller" in taken)) return NONE;
    const { number: queue } = taken.queue;
    const { extension } = viewer.user;
    const agents = liveQueues
      .members(queue)
      .get()
      .filter((exten) => exten !== extension)
      .map((number) => ({ number, name: liveQueues.agent(queue, number).get()?.name ?? number }));
    return [{ number: extension, name: fullNameOf(viewer.user) }, ...agents].map(
      (one) => ({ kind: "person", ...one }) as const,
    );
  }, [liveQueues, taken, viewer]);
}
