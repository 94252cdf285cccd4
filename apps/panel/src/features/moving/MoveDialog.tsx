import { Dialog, Option } from "@callpanel/ui";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { MoveTarget, Taken } from "../../shared/phone/moving.ts";
import { NumberRow } from "../../shared/phone/NumberRow.tsx";
import { OptionSearch } from "../../shared/phone/OptionSearch.tsx";
import type { OptionOf } from "../../shared/phone/OptionSearch.tsx";
import { peopleQuery } from "../../shared/phone/people.api.ts";
import { usePanel, useService } from "../../shared/panel.ts";
import { LIVE_BUDDIES } from "../../shared/live/liveBuddies.ts";
import { LIVE_PARKING } from "../../shared/live/liveParking.ts";
import { MOVING } from "../../shared/phone/moving.ts";
import { LIVE_QUEUES } from "../../shared/live/liveQueues.ts";
import { fullNameOf } from "../../shared/viewer.ts";
import { useSnapshot } from "../../shared/store.ts";
import { useWords } from "../../shared/words/useWords.ts";
import { lotsQuery, placesQuery } from "./moving.api.ts";
import { movingMessages } from "./moving.messages.ts";
import { shownPeer } from "./sources.ts";
import { orderTargets, slotsOf } from "./targets.model.ts";
import styles from "./MoveDialog.module.css";

const WIDTH_PX = 420;

/** The target of a call, chosen from a list: the same as dragging, also for the keyboard (MOVE-5). */
export function MoveDialog({ taken }: { readonly taken: Taken }) {
  const t = useWords(movingMessages);
  const moving = useService(MOVING);
  const [search, setSearch] = useState("");
  const targets = useTargets(taken, search);
  const choose = (target: MoveTarget) => {
    if (moving.verdict(taken, target) === "possible") moving.move(taken, target);
  };
  return (
    <Dialog
      opened
      onClose={moving.stopAsking}
      title={t("moving.title")}
      closeLabel={t("moving.close")}
      width={WIDTH_PX}
    >
      <p className={styles.who}>
        {"caller" in taken
          ? t("moving.whoWaits", { peer: shownPeer(t, taken), queue: taken.queue.name })
          : t("moving.who", { peer: shownPeer(t, taken), from: taken.from.name })}
      </p>
      <OptionSearch
        label={t("moving.target")}
        hint={t("moving.targetHint")}
        listLabel={t("moving.targets")}
        search={search}
        onSearch={setSearch}
        items={targets}
        keyOf={({ number }) => number}
        onChoose={choose}
        none={t("moving.none", { search })}
      >
        {(target, option) => <TargetOption taken={taken} target={target} option={option} />}
      </OptionSearch>
    </Dialog>
  );
}

/**
 * Colleagues found by the server, places that match by name or number, slots by number. They are ordered by their state
 * when the list arrived: no row moves under the pointer.
 */
function useTargets(taken: Taken, search: string): readonly MoveTarget[] {
  const { api, viewer } = usePanel();
  const t = useWords(movingMessages);
  const moving = useService(MOVING);
  const liveBuddies = useService(LIVE_BUDDIES);
  const parking = useService(LIVE_PARKING);
  const { data: people = [] } = useQuery(peopleQuery(api, search.trim()));
  const { data: places = [] } = useQuery(placesQuery(api, viewer));
  const { data: lots = [] } = useQuery(lotsQuery(api, viewer));
  const near = useNearTargets(taken);
  return useMemo(() => {
    const wanted = search.trim().toLowerCase();
    const fitting = (targets: readonly MoveTarget[]) =>
      targets.filter(({ name, number }) => `${name} ${number}`.toLowerCase().includes(wanted));
    const first = fitting(near);
    const others = people.filter(({ number }) => first.every((one) => one.number !== number));
    const slots = slotsOf(lots, wanted, {
      isTaken: (slot) => parking.get()?.has(slot) ?? false,
      nameOf: (slot) => t("moving.slot", { name: slot }),
    });
    return orderTargets([...first, ...others, ...fitting(places), ...slots], {
      verdictOf: (target) => moving.verdict(taken, target),
      presenceOf: (number) => liveBuddies.of(number).get()?.presence,
    });
  }, [liveBuddies, lots, moving, near, parking, people, places, search, t, taken]);
}

/** For a waiting caller: oneself, then the agents of the queue. */
function useNearTargets(taken: Taken): readonly MoveTarget[] {
  const { viewer } = usePanel();
  const liveQueues = useService(LIVE_QUEUES);
  return useMemo(() => {
    if (!("caller" in taken)) return [];
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

interface TargetOptionProps {
  readonly taken: Taken;
  readonly target: MoveTarget;
  readonly option: OptionOf;
}

const KINDS = { person: "person", room: "place", lot: "parking", slot: "parking" } as const;

function TargetOption({ taken, target, option }: TargetOptionProps) {
  const t = useWords(movingMessages);
  const moving = useService(MOVING);
  const verdict = useSnapshot(useMemo(() => moving.verdictOn(taken, target), [moving, taken, target]));
  const liveBuddies = useService(LIVE_BUDDIES);
  const live = useSnapshot(useMemo(() => liveBuddies.of(target.number), [liveBuddies, target.number]));
  return (
    <Option {...option} disabled={verdict !== "possible"}>
      <NumberRow
        kind={KINDS[target.kind]}
        name={target.name}
        number={target.number}
        extension={target.kind === "person" ? target.number : undefined}
        presence={target.kind === "person" ? live?.presence : undefined}
        note={verdict === "possible" ? undefined : t(`moving.not.${verdict}`)}
      />
    </Option>
  );
}
