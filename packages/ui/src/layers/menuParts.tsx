import { Menu } from "@mantine/core";
import type { MenuDropdownProps, MenuItemProps, MenuProps } from "@mantine/core";
import "@mantine/core/styles/Popover.layer.css";
import "@mantine/core/styles/Menu.layer.css";
import { useState } from "react";
import type { ComponentPropsWithoutRef, ReactNode } from "react";
import { MantineBase } from "../theme/MantineBase.tsx";
import { useFocusTaken } from "./heldFocus.ts";
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
        // The group below has the focus, from the moment it is in the page: Mantine's takes it in a later turn, and keys would be lost.
        withInitialFocusPlaceholder={false}
        trapFocus={false}
        returnFocus={false}
        transitionProps={{ duration: 0 }}
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
  Dropdown: ({ children, ...rest }: MenuDropdownProps) => (
    <Menu.Dropdown {...rest}>
      <Items>{children}</Items>
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

/** The focus of a menu that was just opened: no item is chosen yet, and the arrow keys go to the first. */
function Items({ children }: { readonly children: ReactNode }) {
  const [box, setBox] = useState<HTMLElement | null>(null);
  useFocusTaken(box);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Tab is for every item
    <fieldset
      ref={setBox}
      tabIndex={-1}
      className={styles.items}
      onKeyDown={(event) => {
        if (event.key === "Tab") event.preventDefault();
      }}
    >
      {children}
    </fieldset>
  );
}
