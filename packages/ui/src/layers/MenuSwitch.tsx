import type { Icon } from "../icons.ts";
import { PopMenu } from "./PopMenu.tsx";
import styles from "./MenuSwitch.module.css";

export interface MenuSwitchProps {
  readonly icon: Icon;
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** A switch among the items of a menu. The item carries the state (menuitemcheckbox), the pill at its end shows it. */
export function MenuSwitch({ icon: Shape, label, checked, onChange }: MenuSwitchProps) {
  return (
    <PopMenu.CheckboxItem
      classNames={{ itemIndicator: styles.noTick }}
      checked={checked}
      rightSection={<span className={styles.pill} data-on={checked ? "" : undefined} />}
      onChange={onChange}
    >
      <span className={styles.label}>
        <Shape size={18} stroke={1.7} aria-hidden />
        {label}
      </span>
    </PopMenu.CheckboxItem>
  );
}
