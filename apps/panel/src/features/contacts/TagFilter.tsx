import type { ContactTag } from "@callpanel/contract";
import { IconTags, PopMenu } from "@callpanel/ui";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { FilterMenu } from "../../shared/list/FilterMenu.tsx";
import { usePanel } from "../../shared/panel.ts";
import { useWords } from "../../shared/words/useWords.ts";
import { tagsQuery } from "./contacts.api.ts";
import type { ContactList } from "./contacts.lists.ts";
import { contactsMessages } from "./contacts.messages.ts";
import { filterOf } from "./contacts.model.ts";
import type { ContactView, ContactViewAction } from "./contacts.model.ts";
import styles from "./TagFilter.module.css";

export interface TagFilterProps {
  readonly view: ContactView;
  readonly dispatch: (action: ContactViewAction) => void;
}

/** The tags of the list; it shows contacts with all selected tags. */
export function TagFilter({ view, dispatch }: TagFilterProps) {
  const t = useWords(contactsMessages);
  const { api } = usePanel();
  const { data } = useQuery(tagsQuery(api, view.list));
  useFollowedTags(view.list, data, dispatch);
  const tags = data ?? [];
  const chosen = filterOf(view);
  const label = chosen.length === 0 ? t("contacts.tagFilter") : t("contacts.tagFilterOn", { count: chosen.length });
  return (
    <FilterMenu icon={IconTags} text={t("contacts.tagFilter")} label={label} on={chosen.length > 0} width={240}>
      {tags.length === 0 ? <PopMenu.Label>{t("contacts.noTags")}</PopMenu.Label> : null}
      {tags.map(({ id, name, color, contacts }) => (
        <PopMenu.CheckboxItem
          key={id}
          checked={chosen.includes(name)}
          onChange={() => dispatch({ type: "tagToggled", tag: name })}
          rightSection={<span className={styles.count}>{contacts}</span>}
        >
          <span className={styles.tag}>
            <span className={styles.dot} style={{ background: color ?? undefined }} aria-hidden />
            {name}
          </span>
        </PopMenu.CheckboxItem>
      ))}
    </FilterMenu>
  );
}

/** ADDRESS-17: the filter has names, so it follows a tag that somebody renames or deletes. */
function useFollowedTags(
  list: ContactList,
  tags: readonly ContactTag[] | undefined,
  dispatch: TagFilterProps["dispatch"],
): void {
  const known = useRef<Readonly<Record<ContactList, readonly ContactTag[]>>>({ shared: [], personal: [] });
  useEffect(() => {
    if (tags === undefined) return;
    const before = known.current[list];
    known.current = { ...known.current, [list]: tags };
    for (const { id, name } of before) {
      const now = tags.find((tag) => tag.id === id);
      if (now?.name !== name) dispatch({ type: "tagRenamed", tag: name, to: now?.name ?? null });
    }
  }, [list, tags, dispatch]);
}
