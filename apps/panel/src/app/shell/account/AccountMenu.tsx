import { IconChevronDown, lazyPart, PopMenu } from "@callpanel/ui";
import { useRef } from "react";
import { useWords } from "../../../shared/words/useWords.ts";
import type { Layer, Workplace } from "../../workplace.ts";
import { OwnPicture } from "./OwnPicture.tsx";
import { shellMessages } from "../shell.messages.ts";
import type { MenuEntry } from "../menu/useMenu.ts";
import styles from "./AccountMenu.module.css";

const LazyItems = lazyPart(async () => (await import("./AccountItems.tsx")).AccountItems);

/** Preloads, so that the menu opens the first time without a delay. */
export const preloadAccountMenu = LazyItems.preload;

export interface AccountMenuProps {
  /** The menu's links; the settings are linked here too. */
  readonly entries: readonly MenuEntry[];
  readonly workplace: Workplace;
}

/** The toolbar's `Account`: the person's picture, and the menu below it. */
export function AccountMenu({ entries, workplace }: AccountMenuProps) {
  const t = useWords(shellMessages);
  const button = useRef<HTMLButtonElement>(null);
  // An opened dialog returns the focus to the element that had it: not to a menu item that is removed.
  const openLayer = (layer: Layer) => {
    button.current?.focus();
    workplace.layer.dispatch(layer);
  };
  return (
    <PopMenu width={280} items={LazyItems}>
      <PopMenu.Target>
        <button ref={button} type="button" className={styles.button} aria-label={t("shell.account")}>
          <OwnPicture sizePx={32} />
          <IconChevronDown size={16} stroke={2} aria-hidden />
        </button>
      </PopMenu.Target>
      <PopMenu.Dropdown>
        <LazyItems.Part entries={entries} onLayer={openLayer} onLeave={() => button.current?.focus()} />
      </PopMenu.Dropdown>
    </PopMenu>
  );
}
