import { IconParking, IconUsersGroup } from "@callpanel/ui";
import { useQuery } from "@tanstack/react-query";
import { createPortal } from "react-dom";
import type { MoveTarget, Taken } from "../../shared/phone/moving.ts";
import { usePanel, useService } from "../../shared/panel.ts";
import { MOVING } from "../../shared/phone/moving.ts";
import { useWords } from "../../shared/words/useWords.ts";
import { placesQuery } from "./moving.api.ts";
import { movingMessages } from "./moving.messages.ts";
import { MoveMark } from "./MoveMark.tsx";
import { shownPeer } from "./sources.ts";
import styles from "./MoveStrip.module.css";

/** The places where a call can be dropped, at the foot of the page during the drag (MOVE-4). */
export function MoveStrip({ taken }: { readonly taken: Taken }) {
  const t = useWords(movingMessages);
  const { api, viewer } = usePanel();
  const moving = useService(MOVING);
  const { data: places = [] } = useQuery(placesQuery(api, viewer));
  const peer = shownPeer(t, taken);
  return createPortal(
    <div className={styles.strip} data-move-strip="">
      <span className={styles.words}>{t("moving.drop", { peer })}</span>
      {places.map((place) => (
        <span key={place.number} className={styles.place}>
          <PlaceSign place={place} />
          {place.kind === "lot"
            ? t("moving.lot", { name: place.name })
            : t("moving.room", { name: `${place.name} ${place.number}` })}
          <MoveMark moving={moving} target={place} />
        </span>
      ))}
    </div>,
    document.body,
  );
}

function PlaceSign({ place }: { readonly place: MoveTarget }) {
  const Shape = place.kind === "lot" ? IconParking : IconUsersGroup;
  return <Shape size={18} stroke={1.75} aria-hidden />;
}
