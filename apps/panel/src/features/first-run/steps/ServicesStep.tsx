import { EXTENSION, MOST_SLOTS, setUpServices } from "@callpanel/contract";
import { Checkbox, TextField } from "@callpanel/ui";
import { useState } from "react";
import type { ReactNode } from "react";
import { useWords } from "../../../shared/words/useWords.ts";
import { firstRunMessages } from "../firstRun.messages.ts";
import styles from "../SetupScreen.module.css";
import type { StepProps } from "../step.ts";
import { StepFrame } from "../StepFrame.tsx";
import { useFields } from "../useFields.ts";
import type { StepField } from "../useFields.ts";
import { HoursFields, USUAL_HOURS, minuteOf } from "./HoursFields.tsx";

type Kind = "queue" | "room" | "lot";
type Field = `${Kind}Name` | `${Kind}Number` | "firstSlot" | "lastSlot";

const KIND_OF = {
  queueName: "queue",
  queueNumber: "queue",
  roomName: "room",
  roomNumber: "room",
  lotName: "lot",
  lotNumber: "lot",
  firstSlot: "lot",
  lastSlot: "lot",
} as const satisfies Readonly<Record<Field, Kind>>;

/** The checks of the server (PAGES-6). */
function wordOfFault(name: Field, fields: Readonly<Record<Field, string>>) {
  const text = fields[name];
  switch (name) {
    case "queueName":
    case "roomName":
    case "lotName":
      return text.trim() === "" ? "setup.fault.name" : undefined;
    case "lastSlot": {
      const count = Number(text) - Number(fields.firstSlot) + 1;
      return EXTENSION.test(text) && count >= 1 && count <= MOST_SLOTS ? undefined : "setup.fault.slots";
    }
    default:
      return EXTENSION.test(text) ? undefined : "setup.fault.number";
  }
}

/** FIRST-14 */
export function ServicesStep({ state, guide, run, onBack, onSkip, busy, error }: StepProps) {
  const t = useWords(firstRunMessages);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const [wanted, setWanted] = useState({ queue: true, room: true, lot: true, hours: true, video: true });
  const [hours, setHours] = useState(USUAL_HOURS);
  const { fields, field, check, isChecked } = useFields<Field>(
    {
      queueName: t("setup.services.queueName"),
      queueNumber: state.queues[0] ?? "600",
      roomName: t("setup.services.roomName"),
      roomNumber: state.rooms[0] ?? "800",
      lotName: t("setup.services.lotName"),
      lotNumber: state.lots[0] ?? "700",
      firstSlot: "701",
      lastSlot: "720",
    },
    (name, texts) => {
      const word = wanted[KIND_OF[name]] ? wordOfFault(name, texts) : undefined;
      return word === undefined ? undefined : t(word, { most: MOST_SLOTS });
    },
  );
  const lacksDay = wanted.hours && hours.days.length === 0;
  const submit = () => {
    if (!check() || lacksDay) return;
    const { queueName, queueNumber, roomName, roomNumber, lotName, lotNumber, firstSlot, lastSlot } = fields;
    const slots = { first_slot: firstSlot, last_slot: lastSlot };
    run(() =>
      guide.call(setUpServices, {
        body: {
          queue: wanted.queue ? { name: queueName, number: queueNumber } : null,
          room: wanted.room ? { name: roomName, number: roomNumber } : null,
          lot: wanted.lot ? { name: lotName, number: lotNumber, ...slots } : null,
          hours: wanted.hours
            ? {
                time_zone: zone,
                days: [...hours.days],
                from_minute: minuteOf(hours.from),
                to_minute: minuteOf(hours.to),
              }
            : null,
          video: wanted.video,
        },
      }),
    );
  };
  const service = (kind: Kind) => ({
    kind,
    isWanted: wanted[kind],
    onWant: (on: boolean) => setWanted((before) => ({ ...before, [kind]: on })),
    name: field(`${kind}Name`),
    number: field(`${kind}Number`),
  });
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
      <Service {...service("queue")} />
      <Service {...service("room")} />
      <Service {...service("lot")}>
        <NumberField label={t("setup.services.firstSlot")} {...field("firstSlot")} />
        <NumberField label={t("setup.services.lastSlot")} {...field("lastSlot")} />
      </Service>
      <Checkbox
        label={t("setup.services.hours")}
        hint={t("setup.services.hoursHint", { zone })}
        checked={wanted.hours}
        onChange={(on) => setWanted((before) => ({ ...before, hours: on }))}
      />
      {wanted.hours ? <HoursFields hours={hours} onChange={setHours} /> : null}
      {isChecked && lacksDay ? (
        <p className={styles.fault} role="alert">
          {t("setup.fault.days")}
        </p>
      ) : null}
      <Checkbox
        label={t("setup.services.video")}
        hint={t("setup.services.videoHint")}
        checked={wanted.video}
        onChange={(on) => setWanted((before) => ({ ...before, video: on }))}
      />
    </StepFrame>
  );
}

interface ServiceProps {
  readonly kind: Kind;
  readonly isWanted: boolean;
  readonly onWant: (on: boolean) => void;
  readonly name: StepField<Field>;
  readonly number: StepField<Field>;
  readonly children?: ReactNode;
}

function Service({ kind, isWanted, onWant, name, number, children }: ServiceProps) {
  const t = useWords(firstRunMessages);
  const what = t(`setup.services.${kind}`);
  return (
    <fieldset className={styles.service} aria-label={what}>
      <Checkbox label={what} hint={t(`setup.services.${kind}Hint`)} checked={isWanted} onChange={onWant} />
      {isWanted ? (
        <div className={styles.fields}>
          <TextField label={t("setup.services.name")} maxLength={100} {...name} />
          <NumberField label={t("setup.services.number")} {...number} />
          {children}
        </div>
      ) : null}
    </fieldset>
  );
}

const NumberField = (props: StepField<Field> & { readonly label: string }) => (
  <TextField inputMode="numeric" maxLength={8} {...props} />
);
