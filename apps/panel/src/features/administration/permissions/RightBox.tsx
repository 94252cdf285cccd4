import { rightNamed, targetKindOf } from "@callpanel/contract";
import { Checkbox } from "@callpanel/ui";
import { usePanel } from "../../../shared/panel.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { moveByArrows } from "./moveByArrows.ts";
import { offered } from "./matrix.model.ts";
import type { Column, RightId, RightValue } from "./matrix.model.ts";
import { permissionsMessages, wordOf } from "./permissions.messages.ts";
import styles from "./RightsMatrix.module.css";

export interface RightBoxProps {
  readonly id: RightId;
  readonly column: Column | "more";
  readonly module: string;
  readonly value: RightValue;
  /** Groups that give it. */
  readonly from: readonly string[];
  readonly onChange: ((value: RightValue) => void) | null;
  readonly onLimit: (id: RightId, name: string) => void;
}

/** One right: whether it is given, to what it is limited, and which groups give it. */
export function RightBox({ id, column, module, value, from, onChange, onLimit }: RightBoxProps) {
  const t = useWords(permissionsMessages);
  const { viewer } = usePanel();
  const rule = wordOf(t, "rule", id.slice(id.indexOf(":") + 1));
  const name = t(`permissions.full.${column}`, { module, rule });
  const isGiven = value !== false;
  const offer = offered(viewer.rights, id);
  const mayNot = onChange !== null && !isGiven && offer === false;
  const isLimitable = isGiven && targetKindOf(rightNamed(id) ?? { module: "administration", rule: "" }) !== null;
  const amount =
    typeof value === "boolean" ? t("permissions.everything") : t("permissions.limited", { count: value.length });
  const short =
    column === "more"
      ? rule
      : column === "see" || column === "change"
        ? t(`permissions.column.${column}`)
        : t(`permissions.short.${column}`);
  return (
    <span className={styles.right} data-tip={mayNot ? t("permissions.mayNot") : undefined}>
      <Checkbox
        className={column === "more" ? undefined : styles.box}
        label={short}
        aria-label={name}
        data-column={column}
        checked={isGiven || (onChange === null && from.length > 0)}
        disabled={onChange === null || mayNot}
        onChange={(on) => onChange?.(on ? offer : false)}
        onKeyDown={moveByArrows}
      />
      {isLimitable ? (
        onChange === null ? (
          typeof value === "boolean" ? null : (
            <span className={styles.from}>{amount}</span>
          )
        ) : (
          <button
            type="button"
            className={styles.limit}
            aria-label={t("permissions.limit", { amount, right: name })}
            onClick={() => onLimit(id, name)}
          >
            {amount}
          </button>
        )
      ) : null}
      {from.length === 0 ? null : (
        <span className={styles.from}>{t("permissions.from", { groups: from.join(", ") })}</span>
      )}
    </span>
  );
}
