import { changePersonalConference } from "@callpanel/contract";
import type { PersonalConference } from "@callpanel/contract";
import { Button, Dialog, IconButton, IconCopy, Skeleton, Switch, TextField } from "@callpanel/ui";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { LoadFailed } from "../../../shared/api/LoadFailed.tsx";
import { useChange } from "../../../shared/api/useChange.ts";
import { usePanel } from "../../../shared/panel.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { CONFERENCES_KEY, personalQuery } from "../conferences.api.ts";
import { conferencesMessages } from "../conferences.messages.ts";
import styles from "./PersonalDialog.module.css";
import { changeOf, draftOf, faultsOf, PIN_DIGITS, SWITCHES } from "./personal.model.ts";
import type { DraftFault, PersonalDraft } from "./personal.model.ts";

const WIDTH_PX = 520;
const SHAPES_PX = [48, 64, 64, 240];

/** The settings of the user's own conference (CONFPAGE-8). */
export function PersonalDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useWords(conferencesMessages);
  const { api } = usePanel();
  const room = useQuery(personalQuery(api));
  return (
    <Dialog
      opened
      persistent="form"
      onClose={onClose}
      title={t("conferences.own")}
      closeLabel={t("conferences.close")}
      width={WIDTH_PX}
    >
      {room.data !== undefined ? (
        <PersonalForm room={room.data} onClose={onClose} />
      ) : room.isError ? (
        <LoadFailed error={room.error} fallback="conferences.loadOwn" onRetry={() => void room.refetch()} />
      ) : (
        SHAPES_PX.map((height, at) => <Skeleton key={at} height={height} />)
      )}
    </Dialog>
  );
}

interface PersonalFormProps {
  readonly room: PersonalConference;
  readonly onClose: () => void;
}

/** A failure keeps what was typed. */
function PersonalForm({ room, onClose }: PersonalFormProps) {
  const t = useWords(conferencesMessages);
  const client = useQueryClient();
  const [draft, setDraft] = useState(() => draftOf(room));
  // A field shows its error after it was left.
  const [left, setLeft] = useState<ReadonlySet<DraftFault>>(new Set());
  const { busy, run } = useChange(() => void client.invalidateQueries({ queryKey: CONFERENCES_KEY }));
  const faults = faultsOf(draft);
  const change = (next: Partial<PersonalDraft>) => setDraft((before) => ({ ...before, ...next }));
  const errorOf = (fault: DraftFault) =>
    faults.has(fault) && left.has(fault) ? t(`conferences.own.fault.${fault}`, { ...PIN_DIGITS }) : undefined;
  const leave = (fault: DraftFault) => () => setLeft(new Set([...left, fault]));
  const save = () =>
    run({
      fallback: "conferences.saveOwn",
      change: (api) => api.call(changePersonalConference, { body: changeOf(draft) }),
      done: () => t("conferences.own.saved"),
      after: onClose,
    });
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (faults.size === 0 && !busy) save();
      }}
    >
      <Dialled number={room.number} />
      <Switch
        label={t("conferences.own.activate")}
        hint={t("conferences.own.activateHint")}
        checked={draft.activate}
        onChange={(activate) => change({ activate })}
      />
      <div className={styles.pair}>
        <TextField
          required
          inputMode="numeric"
          autoComplete="off"
          label={t("conferences.own.pin")}
          hint={t("conferences.own.pinHint")}
          maxLength={PIN_DIGITS.most}
          value={draft.user_pin}
          error={errorOf("pin")}
          onBlur={leave("pin")}
          onChange={({ currentTarget }) => change({ user_pin: currentTarget.value.trim() })}
        />
        <TextField
          required
          inputMode="numeric"
          label={t("conferences.own.most")}
          hint={t("conferences.own.mostHint")}
          maxLength={4}
          value={draft.max_participants}
          error={errorOf("participants")}
          onBlur={leave("participants")}
          onChange={({ currentTarget }) => change({ max_participants: currentTarget.value.trim() })}
        />
      </div>
      <div className={styles.switches}>
        {SWITCHES.map((name) => (
          <Switch
            key={name}
            label={t(`conferences.own.${name}`)}
            hint={t(`conferences.own.${name}.hint`)}
            checked={draft[name]}
            onChange={(checked) => change({ [name]: checked })}
          />
        ))}
      </div>
      <div className={styles.buttons}>
        <Button onClick={onClose}>{t("conferences.cancel")}</Button>
        <Button type="submit" look="primary" busy={busy} disabled={faults.size > 0}>
          {t("conferences.own.save")}
        </Button>
      </div>
    </form>
  );
}

/** What others dial, to copy into an invitation. */
function Dialled({ number }: { readonly number: string }) {
  const t = useWords(conferencesMessages);
  const { copyText, notices } = usePanel();
  const copy = () =>
    void copyText(number).then(
      () => notices.success(t("conferences.own.copied", { number })),
      () => notices.error(t("conferences.own.notCopied")),
    );
  return (
    <p className={styles.number}>
      {t("conferences.own.number")} <strong>{number}</strong>
      <IconButton icon={IconCopy} size="small" label={t("conferences.own.copy")} onClick={copy} />
    </p>
  );
}
