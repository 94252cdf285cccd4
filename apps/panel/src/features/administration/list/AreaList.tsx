import { Button, IconPlus, StatePanel } from "@callpanel/ui";
import type { Icon } from "@callpanel/ui";
import type { ReactNode } from "react";
import head from "../../../shared/list/Head.module.css";
import { ListPage } from "../../../shared/list/ListPage.tsx";
import { NothingFits } from "../../../shared/list/NothingFits.tsx";
import type { AreaListState, AreaPage } from "./useAreaList.ts";

export interface AreaListWords {
  /** `12 people`. */
  readonly count: string;
  readonly rows: string;
  readonly loading: string;
  readonly pages: string;
  /** `New person`. */
  readonly add: string;
  readonly noneTitle: string;
  readonly noneSearch: string;
  readonly noneFilter: string;
  readonly clearFilter: string;
  readonly emptyTitle: string;
  readonly emptyText: string;
}

export interface AreaListProps<Page> {
  readonly list: AreaListState<Page, object>;
  readonly icon: Icon;
  readonly words: AreaListWords;
  /** The minimum height of a row, px. */
  readonly rowHeight: number;
  /** Opens the form of a new thing; null: the person may not add one. */
  readonly onAdd: (() => void) | null;
  /** Filters and actions on the whole list, before the button. */
  readonly tools?: ReactNode;
  /** Between head and rows: actions on the selected rows. */
  readonly bar?: ReactNode;
  /** The rows: `AreaRow` is one. */
  readonly children: (page: Page) => ReactNode;
}

/** The list of an area: how many, filters, the button for a new thing, and rows; or what it says when it is empty. */
export function AreaList<Row, Page extends AreaPage<Row>>(props: AreaListProps<Page>) {
  const { list, icon, words, rowHeight, onAdd, tools, bar, children } = props;
  const { state, search, filtered, selected, clearFilter } = list;
  const isNothing = state.phase === "ready" && state.page.total === 0 && selected.size === 0;
  const isEmpty = state.phase === "ready" && state.page.total === 0 && search === "" && !filtered;
  const add =
    onAdd === null ? null : (
      <Button look="primary" icon={IconPlus} onClick={onAdd}>
        {words.add}
      </Button>
    );
  return (
    <>
      <div className={head.head}>
        <output className={head.count}>{state.phase === "ready" ? words.count : ""}</output>
        {isEmpty ? null : (
          <span className={head.tools}>
            {tools}
            {add}
          </span>
        )}
      </div>
      {isNothing ? null : bar}
      <ListPage
        list={list}
        names={words}
        fallback="administration.load"
        rowHeight={rowHeight}
        empty={
          <NothingFits
            title={words.noneTitle}
            search={search === "" ? null : words.noneSearch}
            filter={filtered ? { text: words.noneFilter, clear: words.clearFilter, onClear: clearFilter } : null}
          >
            <StatePanel icon={icon} title={words.emptyTitle} text={words.emptyText} action={add} />
          </NothingFits>
        }
      >
        {children}
      </ListPage>
    </>
  );
}
