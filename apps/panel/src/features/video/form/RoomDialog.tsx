import { VIDEO_EXPIRY_YEARS_MAX, VIDEO_NAME_MAX, VIDEO_PHONES_MAX } from "@callpanel/contract";
import type { VideoConfig, VideoRoom } from "@callpanel/contract";
import { Button, Dialog, SelectField, Switch, TextField } from "@callpanel/ui";
import { useState } from "react";
import type { ComponentProps } from "react";
import type { Api } from "../../../shared/api/api.ts";
import { usePanel } from "../../../shared/panel.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { useRoomChange } from "../useRoomChange.ts";
import { roomChanges } from "../video.api.ts";
import { videoMessages } from "../video.messages.ts";
import { useNumberText } from "../../../shared/phone/useNumberText.ts";
import { dialInOf } from "./dialIn.ts";
import { PeopleField } from "./PeopleField.tsx";
import { dayLimits, draftOf, faultsOf, ROOM_PIN_DIGITS, savedOf } from "./room.draft.ts";
import type { RoomDraft, RoomField } from "./room.draft.ts";
import styles from "./RoomDialog.module.css";

const WIDTH_PX = 640;
/** Only while the settings are not loaded: the server decides anyway. */
const NOTHING_ALLOWED: VideoConfig = {
  enabled: true,
  enable_recording: false,
  enable_telephony: false,
  enable_screen_sharing: false,
  max_room_per_realm: -1,
};

interface RoomDialogProps {
  /** Null: a new one. */
  readonly room: VideoRoom | null;
  readonly onClose: () => void;
}

/** The form of a room; a failure keeps what was typed. What the company does not allow is not shown (VIDEO-21). */
export function RoomDialog({ room, onClose }: RoomDialogProps) {
  const t = useWords(videoMessages);
  const { clock, viewer } = usePanel();
  const config = viewer.video ?? NOTHING_ALLOWED;
  const [draft, setDraft] = useState(() => draftOf(room, config, clock.now()));
  const { busy, run } = useRoomChange(room === null ? "video.create" : "video.update");
  const faults = faultsOf(draft, room, clock.now());
  const valid = faults.size === 0;
  const save = (api: Api) => {
    const saved = savedOf(draft, room);
    return room === null ? roomChanges.create(api, saved) : roomChanges.change(api, room.id, saved);
  };
  const form: FormProps = {
    draft,
    config,
    field: useFields(draft, faults, (change) => setDraft((before) => ({ ...before, ...change }))),
    onChange: (change) => setDraft((before) => ({ ...before, ...change })),
  };
  return (
    <Dialog
      opened
      persistent="form"
      onClose={onClose}
      title={t("video.room")}
      closeLabel={t("video.close")}
      width={WIDTH_PX}
    >
      <form
        // The browser would refuse the past day of a room that has expired, and say so in its own words.
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (valid && !busy) run(save, t("video.saved", { name: draft.name.trim() }), onClose);
        }}
      >
        <NamePart {...form} now={clock.now()} />
        <PeoplePart {...form} />
        <AccessPart {...form} />
        {config.enable_telephony ? <PhonePart {...form} room={room} /> : null}
        <MeetingPart {...form} />
        <div className={styles.buttons}>
          <Button onClick={onClose}>{t("video.cancel")}</Button>
          <Button type="submit" look="primary" busy={busy} disabled={!valid}>
            {t(room === null ? "video.create" : "video.save")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface FormProps {
  readonly draft: RoomDraft;
  readonly config: VideoConfig;
  readonly field: (name: TextPart) => Pick<ComponentProps<typeof TextField>, "value" | "error" | "onBlur" | "onChange">;
  readonly onChange: (change: Partial<RoomDraft>) => void;
}
type TextPart = RoomField | "callerIdName";

const LANGUAGES = ["company", "en", "fr"] as const;
type Language = (typeof LANGUAGES)[number];

/** What every text field has: its value, and its error after it was left. */
function useFields(
  draft: RoomDraft,
  faults: ReturnType<typeof faultsOf>,
  change: (change: Partial<RoomDraft>) => void,
): FormProps["field"] {
  const t = useWords(videoMessages);
  const [left, setLeft] = useState<ReadonlySet<TextPart>>(new Set());
  return (name) => {
    const fault = name === "callerIdName" ? undefined : faults.get(name);
    const most = fault === "many" ? VIDEO_PHONES_MAX : ROOM_PIN_DIGITS.most;
    const values = { fewest: ROOM_PIN_DIGITS.fewest, most, years: VIDEO_EXPIRY_YEARS_MAX };
    return {
      value: draft[name],
      error: fault !== undefined && left.has(name) ? t(`video.fault.${fault}`, values) : undefined,
      onBlur: () => setLeft(new Set([...left, name])),
      onChange: ({ currentTarget }) => change({ [name]: currentTarget.value }),
    };
  };
}

function NamePart({ field, now }: FormProps & { readonly now: number }) {
  const t = useWords(videoMessages);
  return (
    <div className={styles.pair}>
      <TextField data-autofocus required label={t("video.name")} maxLength={VIDEO_NAME_MAX} {...field("name")} />
      <TextField
        required
        type="date"
        label={t("video.expires")}
        hint={t("video.expiresHint")}
        {...dayLimits(now)}
        {...field("lastDay")}
      />
    </div>
  );
}

function PeoplePart({ draft, onChange }: FormProps) {
  const t = useWords(videoMessages);
  const { viewer } = usePanel();
  // Colleagues are found in the list of buddies.
  if (!viewer.flags.usersRead) return null;
  return (
    <div className={styles.pair}>
      <PeopleField
        label={t("video.users")}
        hint={t("video.usersHint")}
        chosen={draft.users}
        onChosen={(users) => onChange({ users })}
      />
      <PeopleField
        label={t("video.admins")}
        hint={t("video.adminsHint")}
        chosen={draft.admins}
        onChosen={(admins) => onChange({ admins })}
      />
    </div>
  );
}

function AccessPart({ field }: FormProps) {
  const t = useWords(videoMessages);
  const pin = (name: "guestPin" | "adminPin") => (
    <TextField
      inputMode="numeric"
      autoComplete="off"
      label={t(`video.${name}`)}
      hint={t("video.pinHint", ROOM_PIN_DIGITS)}
      maxLength={ROOM_PIN_DIGITS.most}
      {...field(name)}
    />
  );
  return (
    <section className={styles.part}>
      <h3 className={styles.title}>{t("video.access")}</h3>
      <div className={styles.pair}>
        {pin("guestPin")}
        {pin("adminPin")}
      </div>
    </section>
  );
}

/** What telephones dial, which the room has once it is saved, and in what language they are spoken to. */
function PhonePart({ room, draft, onChange }: FormProps & Pick<RoomDialogProps, "room">) {
  const t = useWords(videoMessages);
  const write = useNumberText(usePanel().viewer);
  const dialIn = room && dialInOf(room);
  if (room !== null && dialIn === null) return null;
  return (
    <section className={styles.part}>
      <h3 className={styles.title}>{t("video.byPhone")}</h3>
      {dialIn === null ? (
        <p className={styles.note}>{t("video.byPhoneNew")}</p>
      ) : (
        <p className={styles.note}>
          {t("video.byPhoneDial", { number: write(dialIn.number), room: dialIn.room })}{" "}
          {dialIn.inside === "" ? null : t("video.byPhoneInside", { number: dialIn.inside })}
        </p>
      )}
      <div className={styles.pair}>
        <SelectField<Language>
          label={t("video.language")}
          choices={LANGUAGES.map((value) => ({ value, label: t(`video.language.${value}`) }))}
          value={draft.language ?? "company"}
          onChange={(chosen) => onChange({ language: chosen === "company" ? null : chosen })}
        />
      </div>
    </section>
  );
}

function MeetingPart({ draft, config, field, onChange }: FormProps) {
  const t = useWords(videoMessages);
  return (
    <section className={styles.part}>
      <h3 className={styles.title}>{t("video.meeting")}</h3>
      {config.enable_screen_sharing ? (
        <Switch
          label={t("video.sharedScreen")}
          checked={draft.sharedScreen}
          onChange={(sharedScreen) => onChange({ sharedScreen })}
        />
      ) : null}
      {config.enable_recording ? (
        <Switch
          label={t("video.recording")}
          checked={draft.recording}
          onChange={(recording) => onChange({ recording })}
        />
      ) : null}
      <TextField
        inputMode="tel"
        label={t("video.phoneNumbers")}
        hint={t("video.phoneNumbersHint")}
        {...field("phoneNumbers")}
      />
      {config.enable_telephony ? (
        <div className={styles.pair}>
          <TextField label={t("video.callerIdName")} maxLength={VIDEO_NAME_MAX} {...field("callerIdName")} />
          <TextField inputMode="tel" label={t("video.callerIdNumber")} maxLength={32} {...field("callerIdNumber")} />
        </div>
      ) : null}
    </section>
  );
}
