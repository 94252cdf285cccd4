import { IconChevronLeft, IconChevronRight } from "../icons.ts";
import { IconButton } from "./Button.tsx";
import styles from "./Pager.module.css";

export interface PagerProps {
  readonly label: string;
  readonly previousLabel: string;
  readonly nextLabel: string;
  /** `1–18 of 120`, already in the reader's language. */
  readonly range: string;
  /** Zero-based. */
  readonly page: number;
  readonly pageCount: number;
  readonly onPage: (page: number) => void;
}

/** Steps through a paged list; renders nothing when there is one page. */
export function Pager({ label, previousLabel, nextLabel, range, page, pageCount, onPage }: PagerProps) {
  if (pageCount <= 1) return null;
  return (
    <nav className={styles.pager} aria-label={label}>
      <span className={styles.range}>{range}</span>
      <IconButton label={previousLabel} icon={IconChevronLeft} disabled={page <= 0} onClick={() => onPage(page - 1)} />
      <IconButton
        label={nextLabel}
        icon={IconChevronRight}
        disabled={page >= pageCount - 1}
        onClick={() => onPage(page + 1)}
      />
    </nav>
  );
}
