import { IconButton, IconCommand } from "@callpanel/ui";
import { memo, Suspense } from "react";
import { StatusMenu } from "../../features/chat/index.ts";
import { usePanel } from "../../shared/panel.ts";
import type { Workplace } from "../workplace.ts";
import { AccountMenu } from "./account/AccountMenu.tsx";
import { EventsDot } from "./EventsDot.tsx";
import { useWords } from "../../shared/words/useWords.ts";
import { PageSearch } from "./PageSearch.tsx";
import { shellMessages } from "./shell.messages.ts";
import { SoftphoneButton } from "./SoftphoneButton.tsx";
import type { MenuEntry } from "./menu/useMenu.ts";
import styles from "./TopBar.module.css";

export interface TopBarProps {
  readonly title: string;
  readonly entries: readonly MenuEntry[];
  readonly workplace: Workplace;
}

/** Title, the page's search, the phone and the account. */
export function TopBar({ title, entries, workplace }: TopBarProps) {
  return (
    <header className={styles.bar}>
      <h1 className={styles.title}>{title}</h1>
      <PageSearch className={styles.search} />
      <Tools entries={entries} workplace={workplace} />
    </header>
  );
}

/** The same on every page. */
const Tools = memo(function Tools({ entries, workplace }: Omit<TopBarProps, "title">) {
  const t = useWords(shellMessages);
  const { flags } = usePanel().viewer;
  return (
    <div className={styles.tools}>
      <IconButton
        icon={IconCommand}
        className={styles.palette}
        label={t("shell.palette.open")}
        onClick={() => workplace.layer.dispatch("palette")}
      />
      {flags.chatsRead ? (
        <Suspense fallback={null}>
          <StatusMenu />
        </Suspense>
      ) : null}
      {flags.confRead ? <EventsDot workplace={workplace} /> : null}
      {flags.softphone ? <SoftphoneButton workplace={workplace} /> : null}
      <AccountMenu entries={entries} workplace={workplace} />
    </div>
  );
});
