import type { ToggleDestination } from "@callpanel/contract";
import { Segments } from "@callpanel/ui";
import { useWords } from "../../../shared/words/useWords.ts";
import { nameOf } from "./toggles.model.ts";
import { togglesMessages } from "./toggles.messages.ts";
import styles from "./ToggleRow.module.css";

export interface ToggleRowProps {
  readonly toggle: ToggleDestination;
  readonly onFlip: (option: "A" | "B") => void;
}

/** One number with its two destinations; the active one is selected. */
export function ToggleRow({ toggle, onFlip }: ToggleRowProps) {
  const t = useWords(togglesMessages);
  const { id, name, activeOpt, may_write: mayWrite } = toggle;
  return (
    <div className={styles.row} data-option={activeOpt}>
      <div className={styles.words}>
        <p className={styles.name}>{name}</p>
        <p className={styles.note}>{t("settings.toggle.leads", { number: id, name: nameOf(toggle, activeOpt) })}</p>
      </div>
      {mayWrite ? (
        <Segments
          label={name}
          value={activeOpt}
          segments={(["A", "B"] as const).map((option) => ({
            value: option,
            label: t("settings.toggle.option", { option, name: nameOf(toggle, option) }),
          }))}
          onChange={onFlip}
        />
      ) : null}
    </div>
  );
}
