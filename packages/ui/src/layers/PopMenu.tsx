import { Menu } from "@mantine/core";
import type { MenuProps } from "@mantine/core";
import "@mantine/core/styles/Popover.layer.css";
import "@mantine/core/styles/Menu.layer.css";
import styles from "./PopMenu.module.css";

/** Mantine's menu in this system's clothes; its parts hang on it: `PopMenu.Target`, `.Dropdown`, `.Item`, `.RadioItem`, … */
export function PopMenu({ children, ...rest }: MenuProps) {
  return (
    <Menu
      position="bottom-end"
      offset={6}
      // It holds the focus: it stays open although its button scrolls away.
      hideDetached={false}
      width={240}
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
  );
}

PopMenu.Target = Menu.Target;
PopMenu.Dropdown = Menu.Dropdown;
PopMenu.Item = Menu.Item;
PopMenu.Label = Menu.Label;
PopMenu.Divider = Menu.Divider;
PopMenu.CheckboxItem = Menu.CheckboxItem;
PopMenu.RadioGroup = Menu.RadioGroup;
PopMenu.RadioItem = Menu.RadioItem;
