import { IconTags, PopMenu } from "@callpanel/ui";
import { useQuery } from "@tanstack/react-query";
import { FilterMenu } from "../../shared/list/FilterMenu.tsx";
import { usePanel } from "../../shared/panel.ts";
import { useWords } from "../../shared/words/useWords.ts";
import { tagsQuery } from "./contacts.api.ts";
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
  const { data: tags = [] } = useQuery(tagsQuery(api, view.list));
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
