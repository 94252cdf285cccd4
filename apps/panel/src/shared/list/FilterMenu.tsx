import { Button, PopMenu } from "@callpanel/ui";
import type { Icon } from "@callpanel/ui";
import type { ReactNode } from "react";
import styles from "./FilterMenu.module.css";

export interface FilterMenuProps {
  readonly icon: Icon;
  readonly text: string;
  /** The accessible name of the button, if it differs from its text. */
  readonly label?: string;
  /** The accessible name of the popup, if it differs from the button's. */
  readonly menuLabel?: string;
  /** A choice is active: the list is filtered. */
  readonly on: boolean;
  /** Px. */
  readonly width: number;
  /** Stays above the choices while they scroll. */
  readonly head?: ReactNode;
  readonly foot?: ReactNode;
  /** The checkboxes. */
  readonly children: ReactNode;
}

/** Several filters of a list behind one button, which shows whether one is active. */
export function FilterMenu(props: FilterMenuProps) {
  const { icon, text, label, menuLabel, on, width, head, foot, children } = props;
  return (
    <PopMenu width={width} closeOnItemClick={false}>
      <PopMenu.Target>
        <Button icon={icon} aria-label={label} className={styles.button} data-on={on ? "" : undefined}>
          {text}
        </Button>
      </PopMenu.Target>
      <PopMenu.Dropdown aria-label={menuLabel}>
        {head}
        <div className={styles.choices}>{children}</div>
        {foot}
      </PopMenu.Dropdown>
    </PopMenu>
  );
}
