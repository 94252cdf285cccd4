import { Button, PopMenu } from "@callpanel/ui";
import type { Icon } from "@callpanel/ui";
import type { ReactNode } from "react";
import styles from "./FilterMenu.module.css";

export interface FilterMenuProps {
  readonly icon: Icon;
  readonly text: string;
  /** The button's name, where it says more than its text. */
  readonly label?: string;
  /** The name of what opens, where it is not the button's. */
  readonly menuLabel?: string;
  /** Something is chosen: the list is not all there is. */
  readonly on: boolean;
  /** Px. */
  readonly width: number;
  /** Stays above the choices while they scroll. */
  readonly head?: ReactNode;
  readonly foot?: ReactNode;
  /** What can be ticked. */
  readonly children: ReactNode;
}

/** Several choices that narrow a list, behind one button that shows whether they do. */
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
