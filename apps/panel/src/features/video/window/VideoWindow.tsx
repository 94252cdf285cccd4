import type { MeetingClient } from "@callpanel/meeting";
import {
  IconArrowsDiagonal2,
  IconButton,
  IconCopy,
  IconExternalLink,
  IconGripVertical,
  IconLayoutSidebarRight,
  IconMaximize,
  IconMicrophone,
  IconMicrophoneOff,
  IconMinus,
  IconPhoneOff,
  Spinner,
} from "@callpanel/ui";
import type { CSSProperties, KeyboardEvent } from "react";
import { useWords } from "../../../shared/words/useWords.ts";
import { ExternalRoom } from "../external/ExternalRoom.tsx";
import { roomMessages } from "../room/room.messages.ts";
import { RoomView } from "../room/RoomView.tsx";
import { useMeeting } from "../room/useMeeting.ts";
import { useCopyLink } from "../useCopyLink.ts";
import { InviteButton } from "./InviteButton.tsx";
import { usePlace } from "./usePlace.ts";
import type { Place } from "./usePlace.ts";
import type { OpenRoom } from "./meeting.kept.ts";
import type { DeskState } from "./video.desk.ts";
import { windowMessages } from "./window.messages.ts";
import styles from "./VideoWindow.module.css";

interface VideoWindowProps {
  readonly desk: Exclude<DeskState, { phase: "closed" }>;
}

/** The window of a meeting: docked, expanded, minimized or full screen, over the page, which stays in use (VROOM-11). */
export function VideoWindow({ desk }: VideoWindowProps) {
  const t = useWords(windowMessages);
  const place = usePlace();
  const { layout, box } = place;
  const style: CSSProperties =
    layout === "expanded" ? { left: box.x, top: box.y, width: box.width, height: box.height } : {};
  return (
    <section className={styles.window} aria-label={t("window.video")} data-layout={layout} style={style}>
      <Head desk={desk} place={place} />
      <div className={styles.body}>
        {desk.phase === "open" ? (
          <RoomView client={desk.client} onCall={desk.onCall} isSmall={layout === "minimized"} />
        ) : desk.phase === "external" ? (
          <ExternalRoom meeting={desk.meeting} />
        ) : (
          <output className={styles.opening}>
            <Spinner size={24} />
            {t("window.opening", { name: desk.room.name })}
          </output>
        )}
      </div>
      {layout === "expanded" ? <SizeHandle place={place} /> : null}
    </section>
  );
}

function Head({ desk, place }: VideoWindowProps & { readonly place: Place }) {
  const t = useWords(windowMessages);
  const room = useWords(roomMessages);
  const isSmall = place.layout === "minimized";
  const leave =
    desk.phase === "open" ? desk.client.leave : desk.phase === "external" ? desk.meeting.leave : () => undefined;
  const toggles = [
    ["docked", "window.dock", IconLayoutSidebarRight],
    ["minimized", "window.minimize", IconMinus],
    ["fullscreen", "window.fullscreen", IconMaximize],
  ] as const;
  return (
    <header className={styles.head} onPointerDown={place.layout === "fullscreen" ? undefined : place.drag}>
      {place.layout === "fullscreen" ? null : (
        <IconButton
          size="small"
          icon={IconGripVertical}
          label={t("window.move")}
          onKeyDown={(event) => byArrows(event, place.moveBy)}
        />
      )}
      <bdi className={styles.name}>{desk.room.name}</bdi>
      {isSmall && desk.phase === "open" ? <SmallControls client={desk.client} /> : null}
      {isSmall ? null : <Links room={desk.room} leave={leave} />}
      {desk.phase === "external" ? (
        <IconButton size="small" look="danger" icon={IconPhoneOff} label={room("room.leave")} onClick={leave} />
      ) : null}
      {toggles.map(([layout, label, icon]) => (
        <IconButton
          key={layout}
          size="small"
          icon={icon}
          label={t(label)}
          aria-pressed={place.layout === layout}
          className={styles.toggle}
          onClick={() => place.toggle(layout)}
        />
      ))}
    </header>
  );
}

function Links({ room, leave }: { readonly room: OpenRoom; readonly leave: () => void }) {
  const t = useWords(windowMessages);
  const copy = useCopyLink();
  const openTab = () => {
    window.open(room.ownUrl, "_blank", "noopener");
    // A user is in a meeting once: the tab continues.
    leave();
  };
  return (
    <>
      <InviteButton roomId={room.id} />
      <IconButton size="small" icon={IconCopy} label={t("window.copyGuest")} onClick={() => copy(room.guestUrl)} />
      <IconButton size="small" icon={IconExternalLink} label={t("window.newTab")} onClick={openTab} />
    </>
  );
}

/** Of a minimized window: the controls that must be available at once. */
function SmallControls({ client }: { readonly client: MeetingClient }) {
  const t = useWords(roomMessages);
  const { on } = useMeeting(client).capture.microphone;
  return (
    <>
      <IconButton
        size="small"
        icon={on ? IconMicrophone : IconMicrophoneOff}
        label={t("room.microphone")}
        aria-pressed={on}
        className={styles.input}
        onClick={() => void client.capture.turn("microphone", !on)}
      />
      <IconButton size="small" look="danger" icon={IconPhoneOff} label={t("room.leave")} onClick={client.leave} />
    </>
  );
}

function SizeHandle({ place }: { readonly place: Place }) {
  const t = useWords(windowMessages);
  return (
    <span className={styles.size} onPointerDown={place.resize}>
      <IconButton
        size="small"
        icon={IconArrowsDiagonal2}
        label={t("window.size")}
        onKeyDown={(event) => byArrows(event, place.sizeBy)}
      />
    </span>
  );
}

const STEP_PX = 24;
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-STEP_PX, 0],
  ArrowRight: [STEP_PX, 0],
  ArrowUp: [0, -STEP_PX],
  ArrowDown: [0, STEP_PX],
};

function byArrows(event: KeyboardEvent, run: (x: number, y: number) => void): void {
  const step = ARROWS[event.key];
  if (step === undefined) return;
  event.preventDefault();
  run(...step);
}
