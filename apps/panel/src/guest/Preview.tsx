import { MEETING_LIMITS } from "@callpanel/contract";
import { followLevel } from "@callpanel/meeting/browser";
import {
  Button,
  IconButton,
  IconMicrophone,
  IconMicrophoneOff,
  IconVideo,
  IconVideoOff,
  TextField,
} from "@callpanel/ui";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { DeviceFields } from "../features/video/room/DeviceFields.tsx";
import { roomMessages } from "../features/video/room/room.messages.ts";
import { useWords } from "../shared/words/useWords.ts";
import { guestMessages } from "./guest.messages.ts";
import { localArea } from "../shared/storage.ts";
import { readName } from "./guest.model.ts";
import styles from "./GuestPage.module.css";
import type { GuestState } from "./useGuest.ts";

type PreviewState = Extract<GuestState, { phase: "preview" }>;

interface PreviewProps {
  readonly state: PreviewState;
  readonly onJoin: (name: string, pin: string) => void;
}

/** What others will see and hear, the guest's name, and the PIN if the room has one. */
export function Preview({ state, onJoin }: PreviewProps) {
  const t = useWords(guestMessages);
  const { room, capture, joining, error, isPin } = state;
  const devices = useSyncExternalStore(capture.subscribe, capture.get);
  const [name, setName] = useState(() => readName(localArea()));
  const [pin, setPin] = useState("");
  const valid = name.trim() !== "" && (!room.pin || pin !== "");
  return (
    <div className={styles.preview}>
      <h1 className={styles.title}>{t("guest.title", { room: room.room })}</h1>
      <div className={styles.columns}>
        <section className={styles.seen} aria-label={t("guest.preview")}>
          <OwnPicture stream={devices.picture} />
          <InputButtons state={state} />
        </section>
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            if (valid) onJoin(name.trim(), pin);
          }}
        >
          <TextField
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- it is what the page asks for
            autoFocus
            required
            label={t("guest.name")}
            autoComplete="name"
            maxLength={MEETING_LIMITS.nameLength}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          {room.pin ? (
            <TextField
              required
              urgent
              label={t("guest.pin")}
              inputMode="numeric"
              autoComplete="off"
              maxLength={10}
              value={pin}
              error={isPin ? (error ?? undefined) : undefined}
              onChange={({ currentTarget }) => setPin(currentTarget.value.trim())}
            />
          ) : null}
          {room.role === "admin" ? <p className={styles.dim}>{t("guest.asAdmin")}</p> : null}
          {error === null || isPin ? null : (
            <p className={styles.error} role="alert">
              {error}
            </p>
          )}
          <Button type="submit" look="primary" wide busy={joining} disabled={!valid}>
            {t("guest.join")}
          </Button>
          <DeviceFields capture={capture} state={devices} />
        </form>
      </div>
    </div>
  );
}

function OwnPicture({ stream }: { readonly stream: MediaStream | null }) {
  const t = useWords(guestMessages);
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (video.current === null) return;
    video.current.srcObject = stream;
    video.current.play().catch(() => undefined);
  }, [stream]);
  return (
    <div className={styles.picture}>
      {stream === null ? <p>{t("guest.cameraOff")}</p> : <video ref={video} muted playsInline autoPlay />}
    </div>
  );
}

const KINDS = [
  ["microphone", IconMicrophone, IconMicrophoneOff],
  ["camera", IconVideo, IconVideoOff],
] as const;

function InputButtons({ state: { capture } }: Pick<PreviewProps, "state">) {
  const t = useWords(roomMessages);
  const guest = useWords(guestMessages);
  const devices = useSyncExternalStore(capture.subscribe, capture.get);
  const faults = (["microphone", "camera"] as const).flatMap((kind) => {
    const { fault } = devices[kind];
    return fault === null ? [] : [t(`room.fault.${kind}.${fault}`)];
  });
  return (
    <>
      <div className={styles.inputs}>
        {KINDS.map(([kind, On, Off]) => (
          <IconButton
            key={kind}
            size="large"
            look="outline"
            icon={devices[kind].on ? On : Off}
            label={t(`room.${kind}`)}
            aria-pressed={devices[kind].on}
            onClick={() => void capture.turn(kind, !devices[kind].on)}
          />
        ))}
        <Level stream={devices.microphone.on ? devices.sound : null} />
      </div>
      {faults.length === 0 ? <p className={styles.dim}>{guest("guest.devices")}</p> : null}
      {faults.map((fault) => (
        <output key={fault} className={styles.error}>
          {fault}
        </output>
      ))}
    </>
  );
}

/** How loud the microphone is. */
function Level({ stream }: { readonly stream: MediaStream | null }) {
  const t = useWords(guestMessages);
  const meter = useRef<HTMLMeterElement>(null);
  useEffect(() => {
    const show = (level: number) => {
      if (meter.current !== null) meter.current.value = level;
    };
    show(0);
    return stream === null ? undefined : followLevel(stream, show);
  }, [stream]);
  return <meter ref={meter} className={styles.level} aria-label={t("guest.level")} min={0} max={1} />;
}
