import { IconLayoutGrid, IconLayoutList, IconList, Segments } from "@callpanel/ui";
import type { Icon } from "@callpanel/ui";
import type { ReactNode } from "react";
import { SortMenu } from "../../../shared/list/SortMenu.tsx";
import { useWords } from "../../../shared/words/useWords.ts";
import { SORTS } from "../list/arrange.model.ts";
import { buddiesMessages } from "../buddies.messages.ts";
import { VIEWS } from "../preferences.store.ts";
import type { BuddyPreferences, BuddyView } from "../preferences.store.ts";
import styles from "./GridHead.module.css";

const VIEW_ICONS: Readonly<Record<BuddyView, Icon>> = {
  cards: IconLayoutGrid,
  compact: IconLayoutList,
  light: IconList,
};

export interface GridHeadProps {
  readonly looks: Omit<BuddyPreferences, "list">;
  /** False if the list has the person’s own order. */
  readonly sortable: boolean;
  readonly onChange: (change: Partial<BuddyPreferences>) => void;
  /** The content on the left. */
  readonly children: ReactNode;
}

/** The head above the cards: which list, sort order, view. */
export function GridHead({ looks: { sort, view }, sortable, onChange, children }: GridHeadProps) {
  const t = useWords(buddiesMessages);
  return (
    <div className={styles.head}>
      {children}
      <span className={styles.tools}>
        {sortable ? (
          <SortMenu
            sorts={SORTS}
            sort={sort}
            onSort={(chosen) => onChange({ sort: chosen })}
            textOf={(one) => t(`buddies.sort.${one}`)}
            label={t("buddies.sort", { sort: t(`buddies.sort.${sort}`) })}
          />
        ) : null}
        <Segments
          label={t("buddies.view")}
          segments={VIEWS.map((value) => ({ value, label: t(`buddies.view.${value}`), icon: VIEW_ICONS[value] }))}
          value={view}
          onChange={(chosen) => onChange({ view: chosen })}
        />
      </span>
    </div>
  );
}
