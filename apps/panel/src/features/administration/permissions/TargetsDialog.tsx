import type { TargetKind } from "@callpanel/contract";
import { Button, Dialog, IconButton, IconX, Segments } from "@callpanel/ui";
import { useState } from "react";
import { PickField } from "../../../shared/pick/PickField.tsx";
import { useWords } from "../../../shared/words/useWords.ts";
import type { RightValue } from "./matrix.model.ts";
import { targetSource } from "./permissions.api.ts";
import { permissionsMessages } from "./permissions.messages.ts";
import styles from "./RightsMatrix.module.css";

export interface TargetsDialogProps {
  /** `Voicemail: see for others`. */
  readonly right: string;
  readonly kind: TargetKind | null;
  readonly value: RightValue;
  /** Of targets that are stored, by kind and target. */
  readonly names: ReadonlyMap<string, string>;
  readonly onChange: (value: RightValue) => void;
  readonly onClose: () => void;
}

/** GRANT-5: a right for everything, or for some people, queues, rooms … alone. */
export function TargetsDialog({ right, kind, value, names, onChange, onClose }: TargetsDialogProps) {
  const t = useWords(permissionsMessages);
  const [limits, setLimits] = useState(typeof value !== "boolean");
  const [added, setAdded] = useState<ReadonlyMap<string, string>>(new Map());
  const targets = typeof value === "boolean" ? [] : value;
  if (kind === null) return null;
  const nameOf = (target: string) =>
    added.get(target) ?? names.get(`${kind} ${target}`) ?? t("permissions.gone", { target });
  const put = (next: readonly string[]) => onChange(next.toSorted());
  const close = () => {
    if (limits && targets.length === 0) onChange(false);
    onClose();
  };
  return (
    <Dialog opened title={t("permissions.limitTitle", { right })} closeLabel={t("permissions.close")} onClose={close}>
      <div className={styles.dialog}>
        <Segments<"all" | "some">
          label={t("permissions.limitTitle", { right })}
          segments={[
            { value: "all", label: t("permissions.limitEverything") },
            { value: "some", label: t("permissions.limitSome") },
          ]}
          value={limits ? "some" : "all"}
          onChange={(chosen) => {
            setLimits(chosen === "some");
            if (chosen === "all") onChange(true);
          }}
        />
        {limits ? (
          <>
            <PickField
              label={t("permissions.limitAdd")}
              source={targetSource(kind)}
              isTaken={({ id }) => targets.includes(String(id))}
              onPick={({ id, name, extension }) => {
                setAdded(new Map([...added, [String(id), `${name} ${extension}`.trim()]]));
                put([...targets, String(id)]);
              }}
            />
            {targets.length === 0 ? <p className={styles.dim}>{t("permissions.limitNone")}</p> : null}
            <ul className={styles.chips}>
              {targets.map((target) => (
                <li key={target} className={styles.chip}>
                  <bdi>{nameOf(target)}</bdi>
                  <IconButton
                    size="small"
                    icon={IconX}
                    label={t("permissions.limitTake", { name: nameOf(target) })}
                    onClick={() => put(targets.filter((one) => one !== target))}
                  />
                </li>
              ))}
            </ul>
          </>
        ) : null}
        <span className={styles.end}>
          <Button look="primary" onClick={close}>
            {t("permissions.done")}
          </Button>
        </span>
      </div>
    </Dialog>
  );
}
