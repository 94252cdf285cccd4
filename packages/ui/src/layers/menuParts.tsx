import { Menu } from "@mantine/core";
import type { MenuDropdownProps, MenuItemProps, MenuProps } from "@mantine/core";
import "@mantine/core/styles/Popover.layer.css";
import "@mantine/core/styles/Menu.layer.css";
import type { ComponentPropsWithoutRef } from "react";
import { MantineBase } from "../theme/MantineBase.tsx";
import styles from "./PopMenu.module.css";

/** Mantine's menu in this system's style: a separate chunk, because no menu is open at the start. */
export const menuParts = {
  Menu: ({ children, ...rest }: MenuProps) => (
    <MantineBase>
      <Menu
        position="bottom-end"
        offset={6}
        // It has the focus: it stays open even if its button is scrolled out of view.
        hideDetached={false}
        width={240}
        // A long one is as high as there is room, and scrolls.
        middlewares={{ flip: true, shift: { padding: 8 }, size: { padding: 8 } }}
        // Its own focus element is a child that a menu may not have; the group below has the focus.
        withInitialFocusPlaceholder={false}
        transitionProps={{ transition: "pop-top-right", duration: 100 }}
        {...rest}
        classNames={{
          dropdown: styles.dropdown,
          item: styles.item,
          itemSection: styles.section,
          label: styles.label,
          divider: styles.divider,
        }}
      >
        {children}
      </Menu>
    </MantineBase>
  ),
  Target: Menu.Target,
  // The focus of a menu that was just opened: no item is chosen yet, and the arrow keys go to the first.
  Dropdown: ({ children, ...rest }: MenuDropdownProps) => (
    <Menu.Dropdown {...rest}>
      <fieldset tabIndex={-1} data-autofocus className={styles.items}>
        {children}
      </fieldset>
    </Menu.Dropdown>
  ),
  Item: (props: MenuItemProps & Omit<ComponentPropsWithoutRef<"button">, keyof MenuItemProps>) => (
    <Menu.Item {...props} />
  ),
  Divider: Menu.Divider,
  Label: Menu.Label,
  CheckboxItem: Menu.CheckboxItem,
  RadioGroup: Menu.RadioGroup,
  RadioItem: Menu.RadioItem,
} as const;
