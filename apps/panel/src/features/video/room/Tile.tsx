import type { Participant } from "@callpanel/contract";
import {
  IconButton,
  IconHandStop,
  IconMicrophoneOff,
  IconPhone,
  IconPin,
  IconPinnedOff,
  IconWifiOff,
  initialsOf,
  Spoken,
} from "@callpanel/ui";
import { useEffect, useRef } from "react";
import type { Reaction } from "@callpanel/meeting";
import { useWords } from "../../../shared/words/useWords.ts";
import { Mark } from "./Mark.tsx";
import { Picture } from "./Picture.tsx";
import { roomMessages } from "./room.messages.ts";
import type { TileOf } from "./stage.model.ts";
import styles from "./Tile.module.css";

export interface TileProps {
  readonly tile: TileOf;
  readonly who: Participant;
  readonly isSelf: boolean;
  readonly isTalking: boolean;
  readonly stream: MediaStream | null;
  readonly reactions: readonly Reaction[];
  /** Left out: it cannot be pinned. */
  readonly pin?: { readonly on: boolean; readonly toggle: () => void };
  /** Follows whether it is seen, and how large. */
  readonly watch?: (element: HTMLElement | null, tile: TileOf) => void;
}

/** The picture of somebody, or their initials, with name and marks (VROOM-1). */
export function Tile(props: TileProps) {
  const { tile, who, isSelf, isTalking, stream, reactions, pin, watch } = props;
  const t = useWords(roomMessages);
  const isScreen = tile.kind === "screen";
  const { participant, kind } = tile;
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const one: TileOf = { participant, kind };
    watch?.(element.current, one);
    return () => watch?.(null, one);
  }, [watch, participant, kind]);
  const name = isSelf ? t("room.you", { name: who.name }) : who.name;
  const hasPicture = isScreen || who.camera;
  return (
    <div
      ref={element}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for fields
      role="group"
      aria-label={t(isScreen ? "room.screenTile" : "room.tile", { name: who.name })}
      className={styles.tile}
      data-kind={kind}
      data-video={hasPicture ? "on" : "off"}
      data-audio={who.microphone ? "on" : "off"}
      data-talking={isTalking && !isScreen ? "" : undefined}
      data-self={isSelf && !isScreen ? "" : undefined}
    >
      {hasPicture && stream !== null ? (
        <Picture stream={stream} />
      ) : (
        <span className={styles.initials} aria-hidden>
          {initialsOf(who.name)}
        </span>
      )}
      <span className={styles.foot}>
        <bdi className={styles.name}>{isScreen ? t("room.screenTile", { name: who.name }) : name}</bdi>
        {isScreen ? null : <Marks who={who} isTalking={isTalking} />}
      </span>
      {reactions.length === 0 || isScreen ? null : (
        <span className={styles.reactions} aria-hidden>
          {reactions.map(({ id, emoji }) => (
            <span key={id}>{emoji}</span>
          ))}
        </span>
      )}
      {pin === undefined ? null : (
        <span className={styles.pin}>
          <IconButton
            size="small"
            icon={pin.on ? IconPinnedOff : IconPin}
            label={t(pin.on ? "room.unpin" : "room.pin", { name: who.name })}
            aria-pressed={pin.on}
            onClick={pin.toggle}
          />
        </span>
      )}
    </div>
  );
}

function Marks({ who, isTalking }: { readonly who: Participant; readonly isTalking: boolean }) {
  const t = useWords(roomMessages);
  return (
    <>
      {who.telephone ? <Mark icon={IconPhone} label={t("room.byPhone")} /> : null}
      {who.hand === null ? null : <Mark icon={IconHandStop} label={t("room.handUp")} />}
      {who.microphone ? null : <Mark icon={IconMicrophoneOff} label={t("room.muted")} />}
      {who.away ? <Mark icon={IconWifiOff} label={t("room.away")} /> : null}
      {isTalking ? (
        <span className={styles.talking}>
          <Spoken>{t("room.talking")}</Spoken>
        </span>
      ) : null}
    </>
  );
}
