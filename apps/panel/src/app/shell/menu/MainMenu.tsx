import {
  CountBadge,
  IconButton,
  IconDots,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  PopMenu,
} from "@callpanel/ui";
import { useNavigate } from "@tanstack/react-router";
import { memo, useId } from "react";
import { menuMessages } from "../../../shared/menu.messages.ts";
import { PageLink } from "../../../shared/PageLink.tsx";
import { usePanel } from "../../../shared/panel.ts";
import type { AreaName } from "../../../shared/routes.ts";
import type { Brand } from "../../branding.store.ts";
import { useSnapshot } from "../../../shared/store.ts";
import type { Readable } from "../../../shared/store.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { shellMessages } from "../shell.messages.ts";
import type { MenuEntry } from "./useMenu.ts";
import styles from "./MainMenu.module.css";

export interface MainMenuProps {
  readonly entries: readonly MenuEntry[];
  readonly folded: boolean;
  /** The area of the current page, for any of its addresses. */
  readonly current: AreaName | null;
  readonly brand: Brand;
  readonly onFold: () => void;
}

/** Entries that fit the foot of a narrow screen; the rest is under More (ux.md, Frame). */
const FOOT_ENTRIES = 4;

/** The navigation `Main`: a rail at the left, at the foot of a narrow screen. */
export function MainMenu({ entries, folded, current, brand, onFold }: MainMenuProps) {
  const t = useWords(shellMessages);
  // With one entry too many, More would only replace it: five fit.
  const rest = entries.length > FOOT_ENTRIES + 1 ? entries.slice(FOOT_ENTRIES) : [];
  return (
    <nav className={styles.menu} aria-label={t("shell.main")} data-folded={folded ? "" : undefined}>
      <p className={styles.brand}>
        <img src={brand.logo ?? "/favicon.svg"} alt="" width={32} height={32} />
        <span>{brand.platformName}</span>
      </p>
      <ul className={styles.entries}>
        {entries.map((entry, at) => (
          <li key={entry.area} data-rest={rest.length > 0 && at >= FOOT_ENTRIES ? "" : undefined}>
            <Entry entry={entry} current={entry.area === current} />
          </li>
        ))}
        {rest.length > 0 ? (
          <li className={styles.more}>
            <More rest={rest} />
          </li>
        ) : null}
      </ul>
      <IconButton
        className={styles.fold}
        label={t(folded ? "shell.unfoldRail" : "shell.foldRail")}
        icon={folded ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse}
        aria-expanded={!folded}
        data-tip-side="right"
        onClick={onFold}
      />
    </nav>
  );
}

const NO_BADGE: Readable<number> = { get: () => 0, subscribe: () => () => {} };

interface EntryProps {
  readonly entry: MenuEntry;
  readonly current: boolean;
}

const Entry = memo(function Entry({ entry: { area, to, icon: Shape, badge }, current }: EntryProps) {
  const t = useWords(shellMessages);
  const title = useWords(menuMessages)(`menu.${area}`);
  const services = usePanel();
  const count = useSnapshot(badge?.(services) ?? NO_BADGE);
  const id = useId();
  return (
    <PageLink
      to={to}
      current={current}
      className={styles.entry}
      aria-describedby={count > 0 ? id : undefined}
      data-counted={count > 0 ? "" : undefined}
      data-tip={title}
      data-tip-side="right"
    >
      <span className={styles.sign}>
        <Shape size={21} stroke={1.7} aria-hidden />
        <CountBadge count={count} />
      </span>
      <span className={styles.title}>{title}</span>
      {count > 0 ? (
        <span id={id} hidden>
          {t("shell.badge", { count })}
        </span>
      ) : null}
    </PageLink>
  );
});

function More({ rest }: { readonly rest: readonly MenuEntry[] }) {
  const t = useWords(shellMessages);
  const title = useWords(menuMessages);
  const navigate = useNavigate();
  return (
    <PopMenu position="top-end">
      <PopMenu.Target>
        <button type="button" className={styles.entry}>
          <span className={styles.sign}>
            <IconDots size={21} stroke={1.7} aria-hidden />
          </span>
          <span className={styles.title}>{t("shell.more")}</span>
        </button>
      </PopMenu.Target>
      <PopMenu.Dropdown>
        {rest.map(({ area, to, icon: Shape }) => (
          <PopMenu.Item
            key={area}
            leftSection={<Shape size={18} stroke={1.7} aria-hidden />}
            onClick={() => void navigate({ to })}
          >
            {title(`menu.${area}`)}
          </PopMenu.Item>
        ))}
      </PopMenu.Dropdown>
    </PopMenu>
  );
}
