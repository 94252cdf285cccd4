import type { PanelErrorCode } from "@callpanel/contract";
import { Button, IconAlertCircle, Pager, Skeleton } from "@callpanel/ui";
import type { CSSProperties, ReactNode } from "react";
import { useFormats } from "../formats/useFormats.ts";
import { LoadFailed } from "../api/LoadFailed.tsx";
import { answerOf, sayError } from "../api/api.ts";
import { usePainted } from "../painted.ts";
import { loadMessages } from "../api/load.messages.ts";
import { useLocaleWords, useWords } from "../words/useWords.ts";
import { listMessages } from "./list.messages.ts";
import { pageCountOf } from "./paging.ts";
import type { PagedList } from "./paging.ts";
import styles from "./ListPage.module.css";

/** How many skeleton rows fit on a page without scrolling. */
const SKELETON_ROWS = 9;
/** The rows of the first paint (SHELL-40); the others are rendered in slices after it. */
const FIRST_ROWS = 6;

declare module "react" {
  interface CSSProperties {
    "--row-height"?: string;
  }
}

/** The accessible names of a list's parts. */
export interface ListNames {
  readonly rows: string;
  readonly loading: string;
  readonly pages: string;
}

export interface ListPageProps<Page> {
  readonly list: PagedList<Page>;
  readonly names: ListNames;
  /** The error if loading fails. */
  readonly fallback: PanelErrorCode;
  /** The minimum height of a row, px. */
  readonly rowHeight: number;
  /** Shown instead of rows if there are none. */
  readonly empty: ReactNode;
  /** Shown instead of a retry button if the list is refused (403), as a filter of a link may be. */
  readonly whenForbidden?: ReactNode;
  /** Next to the pager. */
  readonly foot?: ReactNode;
  /** The rows: `Row.module.css` has their styles. */
  readonly children: (page: Page) => ReactNode;
}

/** A page of a list with its pager, or instead of it: skeleton rows, the error, or the empty state. */
export function ListPage<Page extends { readonly total: number; readonly data: readonly unknown[] }>(
  props: ListPageProps<Page>,
) {
  const { list, names, fallback, rowHeight, empty, whenForbidden, foot, children } = props;
  const { state } = list;
  if (state.phase === "failed") {
    const action = answerOf(state.error)?.status === 403 ? whenForbidden : null;
    return <LoadFailed error={state.error} fallback={fallback} onRetry={list.retry} action={action} />;
  }
  if (state.phase === "loading") return <GreyRows label={names.loading} rowHeight={rowHeight} />;
  const { page, stale, reloadError } = state;
  const old = reloadError === null ? null : <Outdated error={reloadError} fallback={fallback} onRetry={list.retry} />;
  if (page.data.length === 0)
    return (
      <>
        {old}
        {empty}
      </>
    );
  const height: CSSProperties = { "--row-height": `${rowHeight}px` };
  return (
    <>
      {old}
      <ul
        className={styles.rows}
        style={height}
        aria-label={names.rows}
        aria-busy={stale}
        data-stale={stale ? "" : undefined}
      >
        <Rows page={page}>{children}</Rows>
      </ul>
      <div className={styles.foot}>
        {foot}
        <Pages list={list} label={names.pages} total={page.total} shown={page.data.length} />
      </div>
    </>
  );
}

interface OutdatedProps {
  readonly error: unknown;
  readonly fallback: PanelErrorCode;
  readonly onRetry: () => void;
}

/** SHELL-34: what is shown stays, and is said to be old. */
function Outdated({ error, fallback, onRetry }: OutdatedProps) {
  const t = useWords(listMessages);
  const load = useWords(loadMessages);
  const words = useLocaleWords();
  return (
    <output className={styles.outdated}>
      <IconAlertCircle size={16} stroke={2} aria-hidden />
      <span>
        {t("list.outdated")} {words.say(sayError(error, fallback))}
      </span>
      <Button onClick={onRetry}>{load("load.retry")}</Button>
    </output>
  );
}

interface RowsProps<Page> {
  readonly page: Page;
  readonly children: (page: Page) => ReactNode;
}

function Rows<Page extends { readonly data: readonly unknown[] }>({ page, children }: RowsProps<Page>) {
  const isPainted = usePainted();
  return children(isPainted ? page : { ...page, data: page.data.slice(0, FIRST_ROWS) });
}

function GreyRows({ label, rowHeight }: { readonly label: string; readonly rowHeight: number }) {
  return (
    <output className={styles.skeletons} aria-busy="true" aria-label={label}>
      {Array.from({ length: SKELETON_ROWS }, (_, at) => (
        <span key={at} className={styles.skeletonRow} style={{ height: rowHeight }}>
          <Skeleton width={36} height={36} round />
          <span className={styles.skeletonWords}>
            <Skeleton width={`${40 + ((at * 17) % 30)}%`} height={13} />
            <Skeleton width={`${22 + ((at * 11) % 20)}%`} height={11} />
          </span>
          <Skeleton width={56} height={12} />
        </span>
      ))}
    </output>
  );
}

interface PagesProps<Page> {
  readonly list: PagedList<Page>;
  readonly label: string;
  readonly total: number;
  readonly shown: number;
}

function Pages<Page>({ list: { page, pageSize, turnTo }, label, total, shown }: PagesProps<Page>) {
  const t = useWords(listMessages);
  const { number } = useFormats();
  const first = page * pageSize;
  return (
    <Pager
      label={label}
      previousLabel={t("list.previous")}
      nextLabel={t("list.next")}
      range={t("list.range", { first: number(first + 1), last: number(first + shown), total: number(total) })}
      page={page}
      pageCount={pageCountOf(total, pageSize)}
      onPage={turnTo}
    />
  );
}
