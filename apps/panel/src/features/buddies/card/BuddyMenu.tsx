import { lazyPart, PopMenu } from "@callpanel/ui";
import { useWords } from "../../../shared/words/useWords.ts";
import { buddiesMessages } from "../buddies.messages.ts";
import type { BuddyItemsProps } from "./BuddyItems.tsx";
import styles from "./BuddyMenu.module.css";

const LazyItems = lazyPart(async () => (await import("./BuddyItems.tsx")).BuddyItems);

/** Preloads, so that the menu opens the first time without a delay. */
export const preloadBuddyMenu = LazyItems.preload;

export interface BuddyMenuProps extends BuddyItemsProps {
  readonly onClose: () => void;
}

/** `More` of a card. In the page only while it is open: five hundred closed menus would cost more than the cards. */
export function BuddyMenu({ buddy, actions, onClose }: BuddyMenuProps) {
  const t = useWords(buddiesMessages);
  return (
    <PopMenu opened onClose={onClose} width={260} items={LazyItems}>
      <PopMenu.Target>
        <span className={styles.anchor} aria-label={t("buddies.menu", { name: buddy.name })} />
      </PopMenu.Target>
      <PopMenu.Dropdown>
        <LazyItems.Part buddy={buddy} actions={actions} />
      </PopMenu.Dropdown>
    </PopMenu>
  );
}
