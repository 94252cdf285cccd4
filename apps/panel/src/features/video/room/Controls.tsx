import { MEETING_REACTIONS } from "@callpanel/contract";
import {
  CountBadge,
  IconButton,
  IconHandStop,
  IconLayoutGrid,
  IconLayoutList,
  IconMessage,
  IconMicrophone,
  IconMicrophoneOff,
  IconMoodSmile,
  IconPhoneOff,
  IconPictureInPicture,
  IconScreenShare,
  IconScreenShareOff,
  IconSettings,
  IconUsers,
  IconVideo,
  IconVideoOff,
} from "@callpanel/ui";
import type { InputKind, JoinedMeeting, MeetingClient, MeetingSnapshot } from "@callpanel/meeting";
import { useWords } from "../../../shared/words/useWords.ts";
import { DeviceFields } from "./DeviceFields.tsx";
import { Pop } from "./Pop.tsx";
import { roomMessages } from "./room.messages.ts";
import type { RoomView } from "./stage.model.ts";
import type { Pip } from "../../../shared/pip/usePip.ts";
import type { GiveOrder } from "./useMeeting.ts";
import { ROOM_KEYS } from "./useRoomKeys.ts";
import styles from "./Controls.module.css";

export type Pane = "none" | "chat" | "people";

/** The current meeting. */
export interface RoomProps {
  readonly client: MeetingClient;
  readonly snapshot: MeetingSnapshot;
  readonly meeting: JoinedMeeting;
}

export interface ControlsProps extends RoomProps {
  /** Null: this browser has no window for it. */
  readonly pip: Pip | null;
  readonly view: RoomView;
  readonly pane: Pane;
  readonly unread: number;
  readonly order: GiveOrder;
  readonly onShare: () => void;
  readonly onView: (view: RoomView) => void;
  readonly onPane: (pane: Pane) => void;
  readonly onLeave: () => void;
}

/** The buttons of a meeting. Each button keeps its place in every state. */
export function Controls(props: ControlsProps) {
  const { client, snapshot, meeting, view, pip, onShare, onView, onLeave } = props;
  const t = useWords(roomMessages);
  return (
    <div className={styles.controls} role="toolbar">
      <div className={styles.main}>
        <InputButton kind="microphone" client={client} snapshot={snapshot} />
        <InputButton kind="camera" client={client} snapshot={snapshot} />
        {meeting.sharesScreens ? (
          <ShareButton
            supported={client.capture.sharesScreens}
            shares={snapshot.capture.screen !== null}
            onStart={onShare}
            onStop={client.capture.stopScreen}
          />
        ) : null}
        <HandButton {...props} />
        <ReactButton {...props} />
      </div>
      <div className={styles.main}>
        <PaneButtons {...props} />
        <IconButton
          size="large"
          icon={view === "gallery" ? IconLayoutList : IconLayoutGrid}
          label={t(view === "gallery" ? "room.speakerView" : "room.galleryView")}
          onClick={() => onView(view === "gallery" ? "speaker" : "gallery")}
        />
        {pip === null ? null : (
          <IconButton
            size="large"
            className={styles.toggle}
            icon={IconPictureInPicture}
            label={t("room.pip")}
            aria-pressed={pip.place !== null}
            onClick={pip.toggle}
          />
        )}
        <Pop
          label={t("room.devices")}
          button={(opener) => <IconButton {...opener} size="large" icon={IconSettings} label={t("room.devices")} />}
        >
          {() => <DeviceFields capture={client.capture} state={snapshot.capture} />}
        </Pop>
      </div>
      <IconButton
        size="large"
        look="danger"
        className={styles.leave}
        icon={IconPhoneOff}
        label={t("room.leave")}
        onClick={onLeave}
      />
    </div>
  );
}

interface InputProps {
  readonly client: MeetingClient;
  readonly snapshot: MeetingSnapshot;
}

const ICONS = { microphone: [IconMicrophone, IconMicrophoneOff], camera: [IconVideo, IconVideoOff] } as const;

export function InputButton({ kind, client, snapshot }: InputProps & { readonly kind: InputKind }) {
  const t = useWords(roomMessages);
  const { on, opening, fault } = snapshot.capture[kind];
  const [On, Off] = ICONS[kind];
  return (
    <IconButton
      size="large"
      className={styles.input}
      icon={on ? On : Off}
      label={t(`room.${kind}`)}
      data-tip={t(on ? "room.turnOff" : "room.turnOn", { keys: ROOM_KEYS[kind] })}
      aria-keyshortcuts={ROOM_KEYS[kind]}
      aria-pressed={on}
      aria-busy={opening}
      data-fault={fault ?? undefined}
      onClick={() => void client.capture.turn(kind, !on)}
    />
  );
}

interface ShareButtonProps {
  /** False: this browser cannot share a screen at all. */
  readonly supported: boolean;
  readonly shares: boolean;
  readonly onStart: () => void;
  readonly onStop: () => void;
}

/** VCLIENT-13 */
export function ShareButton({ supported, shares, onStart, onStop }: ShareButtonProps) {
  const t = useWords(roomMessages);
  const why = supported ? undefined : t("room.fault.screen.unsupported");
  return (
    <IconButton
      size="large"
      className={styles.toggle}
      icon={shares ? IconScreenShareOff : IconScreenShare}
      label={t("room.share")}
      data-tip={why ?? t(shares ? "room.stopShare" : "room.share")}
      aria-disabled={why === undefined ? undefined : true}
      aria-description={why}
      aria-pressed={shares}
      // Phones show no tips: there a click says why.
      onClick={shares ? onStop : onStart}
    />
  );
}

function HandButton({ meeting, order }: ControlsProps) {
  const t = useWords(roomMessages);
  const isUp = meeting.participants.some(({ id, hand }) => id === meeting.self && hand !== null);
  return (
    <IconButton
      size="large"
      className={styles.toggle}
      icon={IconHandStop}
      label={t(isUp ? "room.lowerHand" : "room.hand")}
      aria-pressed={isUp}
      onClick={() => order({ order: "hand", up: !isUp })}
    />
  );
}

function ReactButton({ order }: ControlsProps) {
  const t = useWords(roomMessages);
  return (
    <Pop
      label={t("room.react")}
      button={(opener) => <IconButton {...opener} size="large" icon={IconMoodSmile} label={t("room.react")} />}
    >
      {(close) => (
        <div className={styles.emojis}>
          {MEETING_REACTIONS.map((emoji) => (
            <button
              key={emoji}
              type="button"
              className={styles.emoji}
              onClick={() => {
                order({ order: "react", emoji });
                close();
              }}
            >
              {emoji}
            </button>
          ))}
        </div>
      )}
    </Pop>
  );
}

function PaneButtons({ meeting, pane, unread, onPane }: ControlsProps) {
  const t = useWords(roomMessages);
  const { length: waiting } = meeting.waiting;
  const toggle = (wanted: Pane) => () => onPane(pane === wanted ? "none" : wanted);
  return (
    <>
      <IconButton
        size="large"
        icon={IconMessage}
        label={t("room.chat")}
        aria-expanded={pane === "chat"}
        aria-description={unread === 0 ? undefined : t("room.chatUnread", { count: unread })}
        mark={unread === 0 ? null : <CountBadge count={unread} />}
        onClick={toggle("chat")}
      />
      <IconButton
        size="large"
        icon={IconUsers}
        label={t("room.people")}
        aria-expanded={pane === "people"}
        aria-description={waiting === 0 ? undefined : t("room.waiting")}
        mark={waiting === 0 ? null : <CountBadge count={waiting} />}
        onClick={toggle("people")}
      />
    </>
  );
}
