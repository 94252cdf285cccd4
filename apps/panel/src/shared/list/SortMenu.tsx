import { Button, IconArrowsSort, PopMenu } from "@callpanel/ui";

const WIDTH_PX = 220;

export interface SortMenuProps<Sort extends string> {
  readonly sorts: readonly Sort[];
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
  readonly textOf: (sort: Sort) => string;
  /** The accessible name: what is sorted, and how. */
  readonly label: string;
}

/** The sort order of a list, and the others to choose from. */
export function SortMenu<Sort extends string>({ sorts, sort, onSort, textOf, label }: SortMenuProps<Sort>) {
  const choose = (value: string) => {
    const chosen = sorts.find((one) => one === value);
    if (chosen !== undefined) onSort(chosen);
  };
  return (
    <PopMenu width={WIDTH_PX}>
      <PopMenu.Target>
        <Button look="quiet" icon={IconArrowsSort} aria-label={label}>
          {textOf(sort)}
        </Button>
      </PopMenu.Target>
      <PopMenu.Dropdown>
        <PopMenu.RadioGroup value={sort} onChange={choose}>
          {sorts.map((one) => (
            <PopMenu.RadioItem key={one} value={one} closeMenuOnClick>
              {textOf(one)}
            </PopMenu.RadioItem>
          ))}
        </PopMenu.RadioGroup>
      </PopMenu.Dropdown>
    </PopMenu>
  );
}
