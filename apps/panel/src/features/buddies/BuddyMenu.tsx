import type { Buddy } from "@callpanel/contract";
import { IconCopy, IconPhone, IconSpeakerphone, PopMenu } from "@callpanel/ui";
import { useWords } from "../../shared/words/useWords.ts";
import { buddiesMessages } from "./buddies.messages.ts";
import type { CardActions } from "./cardActions.ts";
import styles from "./BuddyMenu.module.css";

const ICON = { size: 18, stroke: 1.7, "aria-hidden": true } as const;

export interface BuddyMenuProps {
  readonly buddy: Buddy;
  readonly actions: CardActions;
  readonly onClose: () => void;
}

/** `More` of a card. It is in the page only while it is open: five hundred closed menus would cost more than the cards. */
export function BuddyMenu({ buddy, actions, onClose }: BuddyMenuProps) {
  const t = useWords(buddiesMessages);
  const { call, intercom, copyNumber, isSelf } = actions;
  const other = !isSelf(buddy);
  return (
    <PopMenu opened onClose={onClose} width={260}>
      <PopMenu.Target>
        <span className={styles.anchor} aria-label={t("buddies.menu", { name: buddy.name })} />
      </PopMenu.Target>
      <PopMenu.Dropdown>
        {other && call ? (
          <PopMenu.Item leftSection={<IconPhone {...ICON} />} onClick={() => call(buddy)}>
            {t("buddies.call")}
          </PopMenu.Item>
        ) : null}
        {other && intercom ? (
          <PopMenu.Item leftSection={<IconSpeakerphone {...ICON} />} onClick={() => intercom(buddy)}>
            {t("buddies.intercom")}
          </PopMenu.Item>
        ) : null}
        <PopMenu.Item leftSection={<IconCopy {...ICON} />} onClick={() => copyNumber(buddy)}>
          {t("buddies.copy", { exten: buddy.exten })}
        </PopMenu.Item>
      </PopMenu.Dropdown>
    </PopMenu>
  );
}
