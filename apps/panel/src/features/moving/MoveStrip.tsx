import { IconParking, IconUsersGroup } from "@callpanel/ui";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { createPortal } from "react-dom";
import type { MoveTarget, Taken } from "../../shared/phone/moving.ts";
import { usePanel, useService } from "../../shared/panel.ts";
import { LIVE_PARKING } from "../../shared/live/liveParking.ts";
import { MOVING } from "../../shared/phone/moving.ts";
import { lotsQuery } from "../../shared/phone/send/send.api.ts";
import { useWords } from "../../shared/words/useWords.ts";
import { roomsQuery } from "./moving.api.ts";
import { movingMessages } from "./moving.messages.ts";
import { MoveMark } from "./MoveMark.tsx";
import { freeSlots } from "./moving.model.ts";
import { shownPeer } from "./sources.ts";
import styles from "./MoveStrip.module.css";

/** The places where a call can be dropped, at the foot of the page during the drag (MOVE-4). */
export function MoveStrip({ taken }: { readonly taken: Taken }) {
  const t = useWords(movingMessages);
  const { api, viewer } = usePanel();
  const moving = useService(MOVING);
  const parking = useService(LIVE_PARKING);
  const { data: lots = [] } = useQuery(lotsQuery(api, viewer));
  const { data: rooms = [] } = useQuery(roomsQuery(api, viewer));
  // As they were when the drag began: no place moves under the pointer. A slot that is taken meanwhile says so.
  const [parked] = useState(() => parking.get());
  const peer = shownPeer(t, taken);
  return createPortal(
    <div className={styles.strip} data-move-strip="">
      <span className={styles.words}>{t("moving.drop", { peer })}</span>
      {lots.map(({ name, extension, slots }) => (
        <span key={extension} className={styles.lot}>
          <Place place={{ kind: "lot", number: extension, name }}>{t("moving.lot", { name })}</Place>
          {freeSlots(slots, parked).map((slot) => (
            <span key={slot} className={styles.slot}>
              {slot}
              <MoveMark
                moving={moving}
                target={{ kind: "slot", number: slot, name: t("moving.slot", { name: slot }), isTaken: false }}
              />
            </span>
          ))}
        </span>
      ))}
      {rooms.map((place) => (
        <Place key={place.number} place={place}>
          {t("moving.room", { name: `${place.name} ${place.number}` })}
        </Place>
      ))}
    </div>,
    document.body,
  );
}

function Place({ place, children }: { readonly place: MoveTarget; readonly children: string }) {
  const moving = useService(MOVING);
  const Shape = place.kind === "lot" ? IconParking : IconUsersGroup;
  return (
    <span className={styles.place}>
      <Shape size={18} stroke={1.75} aria-hidden />
      {children}
      <MoveMark moving={moving} target={place} />
    </span>
  );
}
