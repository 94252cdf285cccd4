import {
  CountBadge,
  IconButton,
  IconDialpad,
  IconDots,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  PopMenu,
} from "@callpanel/ui";
import { useNavigate } from "@tanstack/react-router";
import { memo, useId, useMemo } from "react";
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
  /** On a narrow screen: opens the dial pad. Null for people without a softphone. */
  readonly onKeypad: (() => void) | null;
}

/** Entries that fit the foot of a narrow screen; the rest is under More (ux.md, Frame). */
const FOOT_ENTRIES = 4;

/** The navigation `Main`: a rail at the left, at the foot of a narrow screen. */
export function MainMenu({ entries, folded, current, brand, onFold, onKeypad }: MainMenuProps) {
  const t = useWords(shellMessages);
  const fitting = onKeypad === null ? FOOT_ENTRIES : FOOT_ENTRIES - 1;
  // With one entry too many, More would only replace it.
  const rest = useMemo(() => (entries.length > fitting + 1 ? entries.slice(fitting) : []), [entries, fitting]);
  return (
    <nav className={styles.menu} aria-label={t("shell.main")} data-folded={folded ? "" : undefined}>
      <p className={styles.brand}>
        <img src={brand.logo ?? "/favicon.svg"} alt="" width={32} height={32} />
        <span>{brand.platformName}</span>
      </p>
      <ul className={styles.entries}>
        {entries.map((entry, at) => (
          <li key={entry.area} data-rest={rest.length > 0 && at >= fitting ? "" : undefined}>
            <Entry entry={entry} current={entry.area === current} />
          </li>
        ))}
        {onKeypad === null ? null : (
          <li className={styles.keypad}>
            <button type="button" className={styles.entry} onClick={onKeypad}>
              <span className={styles.sign}>
                <IconDialpad size={21} stroke={1.7} aria-hidden />
              </span>
              <span className={styles.title}>{t("shell.keypad")}</span>
            </button>
          </li>
        )}
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

/** What is new on the pages below it is counted at `More` too (SHELL-29). */
const More = memo(function More({ rest }: { readonly rest: readonly MenuEntry[] }) {
  const t = useWords(shellMessages);
  const title = useWords(menuMessages);
  const navigate = useNavigate();
  const services = usePanel();
  const badges = useMemo(() => rest.map(({ badge }) => badge?.(services) ?? NO_BADGE), [rest, services]);
  const total = useSnapshot(useMemo(() => sumOf(badges), [badges]));
  const id = useId();
  return (
    <PopMenu position="top-end">
      <PopMenu.Target>
        <button type="button" className={styles.entry} aria-describedby={total > 0 ? id : undefined}>
          <span className={styles.sign}>
            <IconDots size={21} stroke={1.7} aria-hidden />
            <CountBadge count={total} />
          </span>
          <span className={styles.title}>{t("shell.more")}</span>
          {total > 0 ? (
            <span id={id} hidden>
              {t("shell.badge", { count: total })}
            </span>
          ) : null}
        </button>
      </PopMenu.Target>
      <PopMenu.Dropdown>
        {rest.map(({ area, to, icon: Shape }, at) => (
          <PopMenu.Item
            key={area}
            leftSection={<Shape size={18} stroke={1.7} aria-hidden />}
            rightSection={<Counted badge={badges[at] ?? NO_BADGE} />}
            onClick={() => void navigate({ to })}
          >
            {title(`menu.${area}`)}
          </PopMenu.Item>
        ))}
      </PopMenu.Dropdown>
    </PopMenu>
  );
});

/** Part of the item's name. */
function Counted({ badge }: { readonly badge: Readable<number> }) {
  const count = useSnapshot(badge);
  return count > 0 ? <span className={styles.count}>{count}</span> : null;
}

function sumOf(badges: readonly Readable<number>[]): Readable<number> {
  return {
    get: () => badges.reduce((sum, badge) => sum + badge.get(), 0),
    subscribe(listener) {
      const stops = badges.map((badge) => badge.subscribe(listener));
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}
