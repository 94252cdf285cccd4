import { EXTENSION, type RemovalEffect } from "@callpanel/contract";
import { Button, ConfirmDialog, Dialog, LoadingBlock, TextField } from "@callpanel/ui";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { LoadFailed } from "../../../shared/api/LoadFailed.tsx";
import { usePanel } from "../../../shared/panel.ts";
import { useNumberText } from "../../../shared/phone/useNumberText.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { accessChanges, removalQuery } from "./access.api.ts";
import { accessMessages } from "./access.messages.ts";
import { usePeopleChange } from "./usePeopleChange.ts";
import styles from "./Access.module.css";

export interface PeopleDialogProps {
  readonly ids: readonly number[];
  /** Of a single person. */
  readonly name: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** PEOPLE-3, PEOPLE-7 */
export function SuspensionDialog({ ids, name, onClose, onDone }: PeopleDialogProps) {
  const t = useWords(accessMessages);
  const { busy, run } = usePeopleChange();
  const about = { count: ids.length, name };
  return (
    <ConfirmDialog
      opened
      danger
      title={t("people.suspendTitle", about)}
      text={t("people.suspendText")}
      confirmLabel={t("people.suspend")}
      cancelLabel={t("people.cancel")}
      closeLabel={t("people.close")}
      busy={busy}
      onClose={onClose}
      onConfirm={() => run((api) => accessChanges.suspend(api, ids, true), t("people.suspended", about), onDone)}
    />
  );
}

type Effects = readonly [RemovalEffect, ...RemovalEffect[]];

/** The list is sorted by person. */
function byPerson(effects: readonly RemovalEffect[]): readonly Effects[] {
  const groups = new Map<string, [RemovalEffect, ...RemovalEffect[]]>();
  for (const effect of effects) {
    const group = groups.get(effect.extension);
    if (group === undefined) groups.set(effect.extension, [effect]);
    else group.push(effect);
  }
  return [...groups.values()];
}

/** PEOPLE-6: what leads to people, and where it leads instead. */
export function RemovalDialog({ ids, name, onClose, onDone }: PeopleDialogProps) {
  const t = useWords(accessMessages);
  const { api, viewer } = usePanel();
  const numberText = useNumberText(viewer);
  const { busy, run } = usePeopleChange();
  const [leadTo, setLeadTo] = useState("");
  const { data, error, refetch } = useQuery(removalQuery(api, ids));
  const about = { count: ids.length, name };
  const must = data?.must_lead === true;
  const ready = data !== undefined && (!must || EXTENSION.test(leadTo));
  return (
    <Dialog
      opened
      persistent="form"
      title={t("people.removeTitle", about)}
      closeLabel={t("people.close")}
      onClose={onClose}
    >
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (ready && !busy)
            run((wire) => accessChanges.remove(wire, ids, must ? leadTo : null), t("people.removed", about), onDone);
        }}
      >
        <p>{t("people.removeText")}</p>
        {error === null ? null : (
          <LoadFailed error={error} fallback="administration.load" onRetry={() => void refetch()} />
        )}
        {data === undefined ? (
          error === null ? (
            <LoadingBlock height={80} />
          ) : null
        ) : data.effects.length === 0 ? (
          <p className={styles.note}>{t("people.removeNothing", about)}</p>
        ) : (
          <div>
            <p>{t("people.removeLeads", about)}</p>
            {byPerson(data.effects).map(([first, ...more]) => (
              <div key={first.extension} className={styles.ofPerson}>
                {ids.length > 1 ? <h3>{t("people.removePerson", first)}</h3> : null}
                <ul className={styles.effects}>
                  {[first, ...more].map((effect) => (
                    <li key={`${effect.kind} ${effect.number}`}>
                      {t(`people.effect.${effect.kind}`, { ...effect, number: numberText(effect.number) })}
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </div>
        )}
        {must ? (
          <TextField
            label={t("people.removeTo")}
            hint={t("people.removeToHint")}
            inputMode="numeric"
            value={leadTo}
            onChange={({ currentTarget }) => setLeadTo(currentTarget.value.trim())}
          />
        ) : null}
        <div className={styles.actions}>
          <Button onClick={onClose}>{t("people.cancel")}</Button>
          <Button type="submit" look="danger" busy={busy} disabled={!ready}>
            {t("people.remove")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
