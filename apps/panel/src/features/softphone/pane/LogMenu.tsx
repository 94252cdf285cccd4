import { lazyPart, PopMenu } from "@callpanel/ui";
import { useWords } from "../../../shared/words/useWords.ts";
import { softphoneMessages } from "../softphone.messages.ts";
import type { LogItemsProps } from "./LogItems.tsx";
import styles from "./PaneRow.module.css";

const LazyItems = lazyPart(async () => (await import("./LogItems.tsx")).LogItems);

/** Preloads, so that the menu opens the first time without a delay. */
export const preloadLogMenu = LazyItems.preload;

export interface LogMenuProps extends LogItemsProps {
  readonly onClose: () => void;
}

/** The menu of a past call. In the page only while it is open. */
export function LogMenu({ number, name, onClose }: LogMenuProps) {
  const t = useWords(softphoneMessages);
  return (
    <PopMenu opened onClose={onClose} width={240} items={LazyItems}>
      <PopMenu.Target>
        <span className={styles.anchor} />
      </PopMenu.Target>
      <PopMenu.Dropdown aria-label={t("softphone.log.menu", { peer: name || number })}>
        <LazyItems.Part number={number} name={name} />
      </PopMenu.Dropdown>
    </PopMenu>
  );
}
