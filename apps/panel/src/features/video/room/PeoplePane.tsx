import type { Participant } from "@callpanel/contract";
import type { JoinedMeeting } from "@callpanel/meeting";
import {
  Button,
  IconButton,
  IconHandStop,
  IconLock,
  IconLockOpen,
  IconMicrophone,
  IconMicrophoneOff,
  IconPhonePlus,
  IconPlayerRecord,
  IconPlayerStop,
  IconPhoneX,
  IconScreenShareOff,
  IconUserMinus,
  IconVideo,
  IconVideoOff,
  IconX,
  TextField,
} from "@callpanel/ui";
import { useState } from "react";
import { useWords } from "../../../shared/words/useWords.ts";
import { Mark } from "./Mark.tsx";
import styles from "./Pane.module.css";
import { RecordingSign } from "./RecordingSign.tsx";
import { roomMessages } from "./room.messages.ts";
import type { GiveOrder } from "./useMeeting.ts";

interface PeoplePaneProps {
  readonly meeting: JoinedMeeting;
  readonly order: GiveOrder;
  readonly onClose: () => void;
}

/** The people in the meeting and in the lobby, with the actions of admins (VROOM-6). */
export function PeoplePane({ meeting, order, onClose }: PeoplePaneProps) {
  const t = useWords(roomMessages);
  const { participants, role } = meeting;
  return (
    <aside className={styles.pane} aria-label={t("room.people")}>
      <header className={styles.head}>
        <h2 className={styles.title}>{t("room.people")}</h2>
        <RecordingSign on={meeting.recording} />
        <IconButton icon={IconX} label={t("room.close")} onClick={onClose} />
      </header>
      <div className={styles.log}>
        <Waiting meeting={meeting} order={order} />
        <Calling meeting={meeting} order={order} />
        <ul aria-label={t("room.inMeeting")} className={styles.list}>
          {participants.map((who) => (
            <PersonRow key={who.id} who={who} meeting={meeting} order={order} />
          ))}
        </ul>
      </div>
      {role === "admin" && meeting.mayCall ? <CallPhone order={order} /> : null}
      {role === "admin" ? <AdminFoot meeting={meeting} order={order} /> : null}
    </aside>
  );
}

function Waiting({ meeting, order }: Omit<PeoplePaneProps, "onClose">) {
  const t = useWords(roomMessages);
  if (meeting.waiting.length === 0) return null;
  return (
    <section>
      <h3 className={styles.part}>{t("room.waiting")}</h3>
      <ul className={styles.list} aria-label={t("room.waiting")}>
        {meeting.waiting.map(({ id, name }) => (
          <li key={id} className={styles.person}>
            <bdi className={styles.name}>{name}</bdi>
            <Button
              look="accent"
              aria-label={t("room.admitOne", { name })}
              onClick={() => order({ order: "admit", participant: id })}
            >
              {t("room.admit")}
            </Button>
            <IconButton
              icon={IconX}
              label={t("room.denyOne", { name })}
              onClick={() => order({ order: "deny", participant: id })}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Telephones that ring for the meeting (VPHONE-34). */
function Calling({ meeting: { role, calling }, order }: Omit<PeoplePaneProps, "onClose">) {
  const t = useWords(roomMessages);
  if (role !== "admin" || calling.length === 0) return null;
  return (
    <ul className={styles.list} aria-label={t("room.phones")}>
      {calling.map(({ id, name }) => (
        <li key={id} className={styles.person} aria-label={name}>
          <span className={styles.name}>
            <bdi>{name}</bdi>
            <span className={styles.dim}>{t("room.calling")}</span>
          </span>
          <IconButton
            icon={IconPhoneX}
            label={t("room.cancelCall", { name })}
            onClick={() => order({ order: "cancelCall", participant: id })}
          />
        </li>
      ))}
    </ul>
  );
}

function CallPhone({ order }: Pick<PeoplePaneProps, "order">) {
  const t = useWords(roomMessages);
  const [number, setNumber] = useState("");
  const wanted = number.trim();
  return (
    <form
      className={styles.call}
      onSubmit={(event) => {
        event.preventDefault();
        if (wanted === "") return;
        order({ order: "call", number: wanted });
        setNumber("");
      }}
    >
      <TextField
        type="tel"
        silentLabel
        label={t("room.callNumber")}
        placeholder={t("room.callNumber")}
        maxLength={64}
        value={number}
        onChange={({ currentTarget }) => setNumber(currentTarget.value)}
      />
      <Button type="submit" icon={IconPhonePlus} disabled={wanted === ""}>
        {t("room.call")}
      </Button>
    </form>
  );
}

interface PersonRowProps extends Omit<PeoplePaneProps, "onClose"> {
  readonly who: Participant;
}

function PersonRow({ who, meeting, order }: PersonRowProps) {
  const t = useWords(roomMessages);
  const { name } = who;
  const isSelf = who.id === meeting.self;
  const leads = meeting.role === "admin" && !isSelf;
  const mute = (what: "microphone" | "camera" | "screen") => order({ order: "mute", what, participant: who.id });
  return (
    <li className={styles.person} aria-label={name}>
      <span className={styles.name}>
        <bdi>{isSelf ? t("room.you", { name }) : name}</bdi>
        <span className={styles.dim}>
          {[
            ...(who.role === "admin" ? [t("room.admin")] : who.user_id === null ? [t("room.guest")] : []),
            ...(who.telephone ? [t("room.byPhone")] : []),
          ].join(" · ")}
        </span>
      </span>
      {who.hand === null ? null : <Mark icon={IconHandStop} label={t("room.handUp")} />}
      {leads && who.screen ? (
        <IconButton icon={IconScreenShareOff} label={t("room.stopShareOne", { name })} onClick={() => mute("screen")} />
      ) : null}
      {leads ? (
        <>
          <IconButton
            icon={who.microphone ? IconMicrophone : IconMicrophoneOff}
            label={t("room.muteOne", { name })}
            disabled={!who.microphone}
            onClick={() => mute("microphone")}
          />
          {who.telephone ? null : (
            <IconButton
              icon={who.camera ? IconVideo : IconVideoOff}
              label={t("room.cameraOffOne", { name })}
              disabled={!who.camera}
              onClick={() => mute("camera")}
            />
          )}
          <IconButton
            icon={IconUserMinus}
            label={t("room.removeOne", { name })}
            onClick={() => order({ order: "remove", participant: who.id })}
          />
        </>
      ) : who.microphone ? null : (
        <Mark icon={IconMicrophoneOff} label={t("room.muted")} />
      )}
    </li>
  );
}

function AdminFoot({ meeting: { locked, recording, mayRecord }, order }: Omit<PeoplePaneProps, "onClose">) {
  const t = useWords(roomMessages);
  const [asks, setAsks] = useState(false);
  if (asks)
    return (
      <div className={styles.foot} role="alertdialog" aria-label={t("room.endAll")}>
        <p>{t("room.endAllSure")}</p>
        <Button onClick={() => setAsks(false)}>{t("room.cancel")}</Button>
        <Button look="danger" onClick={() => order({ order: "end" })}>
          {t("room.endAllDo")}
        </Button>
      </div>
    );
  return (
    <div className={styles.foot}>
      <Button onClick={() => order({ order: "mute", what: "microphone" })}>{t("room.muteAll")}</Button>
      <Button icon={locked ? IconLockOpen : IconLock} onClick={() => order({ order: "lock", on: !locked })}>
        {t(locked ? "room.unlock" : "room.lock")}
      </Button>
      {mayRecord || recording ? (
        <Button
          icon={recording ? IconPlayerStop : IconPlayerRecord}
          onClick={() => order({ order: "record", on: !recording })}
        >
          {t(recording ? "room.stopRecording" : "room.record")}
        </Button>
      ) : null}
      <Button look="danger" onClick={() => setAsks(true)}>
        {t("room.endAll")}
      </Button>
    </div>
  );
}
