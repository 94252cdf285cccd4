import { setUpServices } from "@callpanel/contract";
import { Checkbox, TextField } from "@callpanel/ui";
import { useState } from "react";
import type { ReactNode } from "react";
import { useWords } from "../../../shared/words/useWords.ts";
import { firstRunMessages } from "../firstRun.messages.ts";
import styles from "../SetupScreen.module.css";
import type { StepProps } from "../step.ts";
import { StepFrame } from "../StepFrame.tsx";
import { HoursFields, USUAL_HOURS, minuteOf } from "./HoursFields.tsx";

type Kind = "queue" | "room" | "lot";

/** FIRST-14 */
export function ServicesStep({ state, guide, run, onBack, onSkip, busy, error }: StepProps) {
  const t = useWords(firstRunMessages);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const [wanted, setWanted] = useState({ queue: true, room: true, lot: true, hours: true });
  const [queue, setQueue] = useState({ name: t("setup.services.queueName"), number: state.queues[0] ?? "600" });
  const [room, setRoom] = useState({ name: t("setup.services.roomName"), number: state.rooms[0] ?? "800" });
  const [lot, setLot] = useState({ name: t("setup.services.lotName"), number: state.lots[0] ?? "700" });
  const [slots, setSlots] = useState({ first_slot: "701", last_slot: "720" });
  const [hours, setHours] = useState(USUAL_HOURS);
  const submit = () =>
    run(() =>
      guide.call(setUpServices, {
        body: {
          queue: wanted.queue ? queue : null,
          room: wanted.room ? room : null,
          lot: wanted.lot ? { ...lot, ...slots } : null,
          hours: wanted.hours
            ? {
                time_zone: zone,
                days: [...hours.days],
                from_minute: minuteOf(hours.from),
                to_minute: minuteOf(hours.to),
              }
            : null,
        },
      }),
    );
  const want = (kind: keyof typeof wanted) => (on: boolean) => setWanted((before) => ({ ...before, [kind]: on }));
  const slot = (name: keyof typeof slots, label: string) => (
    <TextField
      label={label}
      inputMode="numeric"
      maxLength={8}
      value={slots[name]}
      onChange={({ currentTarget }) => setSlots({ ...slots, [name]: currentTarget.value })}
    />
  );
  return (
    <StepFrame
      title={t("setup.step.services")}
      lead={t("setup.services.lead")}
      error={error}
      busy={busy}
      onBack={onBack}
      onSkip={onSkip}
      onNext={submit}
    >
      <Service kind="queue" isWanted={wanted.queue} onWant={want("queue")} fields={queue} onChange={setQueue} />
      <Service kind="room" isWanted={wanted.room} onWant={want("room")} fields={room} onChange={setRoom} />
      <Service kind="lot" isWanted={wanted.lot} onWant={want("lot")} fields={lot} onChange={setLot}>
        {slot("first_slot", t("setup.services.firstSlot"))}
        {slot("last_slot", t("setup.services.lastSlot"))}
      </Service>
      <Checkbox
        label={t("setup.services.hours")}
        hint={t("setup.services.hoursHint", { zone })}
        checked={wanted.hours}
        onChange={want("hours")}
      />
      {wanted.hours ? <HoursFields hours={hours} onChange={setHours} /> : null}
    </StepFrame>
  );
}

interface Fields {
  readonly name: string;
  readonly number: string;
}

interface ServiceProps {
  readonly kind: Kind;
  readonly isWanted: boolean;
  readonly onWant: (on: boolean) => void;
  readonly fields: Fields;
  readonly onChange: (fields: Fields) => void;
  readonly children?: ReactNode;
}

function Service({ kind, isWanted, onWant, fields, onChange, children }: ServiceProps) {
  const t = useWords(firstRunMessages);
  const what = t(`setup.services.${kind}`);
  return (
    <fieldset className={styles.service} aria-label={what}>
      <Checkbox label={what} hint={t(`setup.services.${kind}Hint`)} checked={isWanted} onChange={onWant} />
      {isWanted ? (
        <div className={styles.fields}>
          <TextField
            label={t("setup.services.name")}
            maxLength={100}
            value={fields.name}
            onChange={({ currentTarget }) => onChange({ ...fields, name: currentTarget.value })}
          />
          <TextField
            label={t("setup.services.number")}
            inputMode="numeric"
            maxLength={8}
            value={fields.number}
            onChange={({ currentTarget }) => onChange({ ...fields, number: currentTarget.value })}
          />
          {children}
        </div>
      ) : null}
    </fieldset>
  );
}
