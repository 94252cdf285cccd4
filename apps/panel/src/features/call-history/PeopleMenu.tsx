import { HISTORY_PEOPLE_MAX } from "@callpanel/contract";
import type { WatchedUser } from "@callpanel/contract";
import { IconUsers, PopMenu, SearchField } from "@callpanel/ui";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { FilterMenu } from "../../shared/list/FilterMenu.tsx";
import { usePanel } from "../../shared/panel.ts";
import { fullNameOf } from "../../shared/viewer.ts";
import { useWords } from "../../shared/words/useWords.ts";
import { watchedQuery } from "./call-history.api.ts";
import { callHistoryMessages } from "./call-history.messages.ts";
import styles from "./CallsHead.module.css";

/** With more people than fit into the menu, there is a search field. */
const SEARCHED_FROM = 12;
const SHOWN_AT_ONCE = 50;

export interface PeopleMenuProps {
  /** By their extensions. */
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

const nameOf = ({ first_name, last_name, username, exten }: WatchedUser): string =>
  `${fullNameOf({ firstName: first_name, lastName: last_name, username })} ${exten}`;

/** CDR-47: filters the calls by people, for a viewer who may list calls of others. */
export function PeopleMenu({ chosen, onChange }: PeopleMenuProps) {
  const t = useWords(callHistoryMessages);
  const { api } = usePanel();
  const { data: people = [] } = useQuery(watchedQuery(api));
  const [search, setSearch] = useState("");
  if (people.length < 2) return null;
  const wanted = search.trim().toLowerCase();
  const isChosen = ({ exten }: WatchedUser) => chosen.includes(exten);
  const found = people.filter((one) => nameOf(one).toLowerCase().includes(wanted));
  const shown = [...found.filter(isChosen), ...found.filter((one) => !isChosen(one))].slice(0, SHOWN_AT_ONCE);
  const toggle = (exten: string) =>
    onChange(chosen.includes(exten) ? chosen.filter((one) => one !== exten) : [...chosen, exten]);
  const find = (
    <div className={styles.peopleSearch}>
      <SearchField
        label={t("callHistory.findPerson")}
        clearLabel={t("callHistory.clearPerson")}
        value={search}
        onChange={setSearch}
      />
    </div>
  );
  return (
    <FilterMenu
      icon={IconUsers}
      text={chosen.length === 0 ? t("callHistory.everybody") : t("callHistory.people", { count: chosen.length })}
      menuLabel={t("callHistory.whose")}
      on={chosen.length > 0}
      width={300}
      head={people.length > SEARCHED_FROM ? find : null}
      foot={
        chosen.length > 0 ? (
          <PopMenu.Item onClick={() => onChange([])}>{t("callHistory.showEverybody")}</PopMenu.Item>
        ) : null
      }
    >
      {shown.map((one) => (
        <PopMenu.CheckboxItem
          key={one.user_id}
          checked={isChosen(one)}
          disabled={!isChosen(one) && chosen.length >= HISTORY_PEOPLE_MAX}
          onChange={() => toggle(one.exten)}
        >
          <bdi>{nameOf(one)}</bdi>
        </PopMenu.CheckboxItem>
      ))}
      {found.length > shown.length ? (
        <p className={styles.more}>{t("callHistory.morePeople", { count: found.length - shown.length })}</p>
      ) : null}
    </FilterMenu>
  );
}
