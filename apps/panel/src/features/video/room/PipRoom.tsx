import { IconButton, IconPhoneOff } from "@callpanel/ui";
import { useEffect } from "react";
import { createPortal } from "react-dom";
import { useWords } from "../../../shared/words/useWords.ts";
import { InputButton } from "./Controls.tsx";
import type { RoomProps } from "./Controls.tsx";
import styles from "./PipRoom.module.css";
import { roomMessages } from "./room.messages.ts";
import { streamOf, useSpeaker } from "./Stage.tsx";
import { keyOf, stageOf, wantedTiles } from "./stage.model.ts";
import { Tile } from "./Tile.tsx";

/** In a separate small window: the speaker, and the controls that must be available at once (VROOM-13). */
export function PipRoom({ client, snapshot, meeting, place }: RoomProps & { readonly place: Window }) {
  const t = useWords(roomMessages);
  const { participants, self } = meeting;
  const stage = stageOf({ participants, self, view: "single", pinned: null, speaker: useSpeaker(meeting) });
  const { large: tile } = stage;
  useEffect(() => {
    // It is seen, whatever covers the page itself.
    const tell = () => {
      const { innerWidth, innerHeight, devicePixelRatio: scale } = place;
      const size = { width: Math.round(innerWidth * scale), height: Math.round(innerHeight * scale) };
      const isSeen = tile !== null && size.width > 0 && size.height > 0;
      client.show(
        wantedTiles(new Map(isSeen ? [[keyOf(tile), { tile, ...size }]] : []), { stage, participants, self }),
      );
    };
    tell();
    place.addEventListener("resize", tell);
    return () => place.removeEventListener("resize", tell);
  });
  const who = participants.find(({ id }) => id === tile?.participant);
  return createPortal(
    <main className={styles.room}>
      {tile === null || who === undefined ? null : (
        <Tile
          key={keyOf(tile)}
          tile={tile}
          who={who}
          isSelf={who.id === self}
          isTalking={meeting.talking.has(who.id)}
          stream={streamOf(snapshot, self, tile)}
          reactions={meeting.reactions.filter(({ participant }) => participant === who.id)}
        />
      )}
      <div className={styles.bar} role="toolbar">
        <InputButton kind="microphone" client={client} snapshot={snapshot} />
        <InputButton kind="camera" client={client} snapshot={snapshot} />
        <IconButton size="large" look="danger" icon={IconPhoneOff} label={t("room.leave")} onClick={client.leave} />
      </div>
    </main>,
    place.document.body,
  );
}
