import type { CompanyPersonRow, PersonState } from "@callpanel/contract";
import { mayManage, PERSON_STATES } from "@callpanel/contract";
import { Avatar, IconUsers, SelectField } from "@callpanel/ui";
import { useNavigate } from "@tanstack/react-router";
import row from "../../../shared/list/Row.module.css";
import { usePanel } from "../../../shared/panel.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { AreaList } from "../list/AreaList.tsx";
import { AreaRow } from "../list/AreaRow.tsx";
import { useAreaList } from "../list/useAreaList.ts";
import type { AreaListState } from "../list/useAreaList.ts";
import { PeopleFileMenu } from "../people-file/PeopleFileMenu.tsx";
import { EVERYBODY, loadPeople } from "./people.api.ts";
import type { PeopleFilter, PeoplePage } from "./people.api.ts";
import { peopleMessages } from "./people.messages.ts";
import { PeopleBar } from "./PeopleBar.tsx";
import { fullName } from "./person.model.ts";
import styles from "./PeopleList.module.css";

const ROW_HEIGHT_PX = 60;
const PICTURE_PX = 36;

/** PEOPLE-1: the people of the company, found by words, state and group. */
export function PeopleList() {
  const t = useWords(peopleMessages);
  const { viewer } = usePanel();
  const navigate = useNavigate();
  const list = useAreaList<CompanyPersonRow, PeoplePage, PeopleFilter>({
    area: "people",
    first: EVERYBODY,
    load: loadPeople,
  });
  const { state, search, filtered } = list;
  const manages = mayManage(viewer.rights, "people");
  const total = state.phase === "ready" ? state.page.total : 0;
  const words = {
    count: t(search !== "" || filtered ? "people.found" : "people.count", { total }),
    rows: t("people.rows"),
    loading: t("people.loading"),
    pages: t("people.pages"),
    add: t("people.add"),
    noneTitle: t("people.noneTitle"),
    noneSearch: t("people.noneSearch", { search }),
    noneFilter: t("people.noneFilter"),
    clearFilter: t("people.clearFilter"),
    emptyTitle: t("people.emptyTitle"),
    emptyText: t("people.emptyText"),
  };
  return (
    <AreaList<CompanyPersonRow, PeoplePage>
      list={list}
      icon={IconUsers}
      words={words}
      rowHeight={ROW_HEIGHT_PX}
      onAdd={manages ? () => void navigate({ to: "/administration/people/new" }) : null}
      tools={
        <>
          <Filters list={list} />
          <PeopleFileMenu search={search} filter={list.filter} mayImport={manages} />
        </>
      }
      bar={manages ? <PeopleBar list={list} /> : null}
    >
      {({ data }) => data.map((person) => <PersonRow key={person.id} person={person} ticks={manages ? list : null} />)}
    </AreaList>
  );
}

function Filters({ list }: { readonly list: AreaListState<PeoplePage, PeopleFilter> }) {
  const t = useWords(peopleMessages);
  const { state, filter, onFilter } = list;
  const groups = state.phase === "ready" ? state.page.groups : [];
  return (
    <>
      <SelectField<PersonState | "any">
        label={t("people.filterState")}
        silentLabel
        choices={[
          { value: "any", label: t("people.state.any") },
          ...PERSON_STATES.map((value) => ({ value, label: t(`people.state.${value}`) })),
        ]}
        value={filter.state ?? "any"}
        onChange={(chosen) => onFilter({ state: chosen === "any" ? null : chosen })}
      />
      <SelectField
        label={t("people.filterGroup")}
        silentLabel
        choices={[{ value: "", label: t("people.anyGroup") }, ...groups.map((value) => ({ value, label: value }))]}
        value={filter.group ?? ""}
        onChange={(chosen) => onFilter({ group: chosen === "" ? null : chosen })}
      />
    </>
  );
}

interface PersonRowProps {
  readonly person: CompanyPersonRow;
  /** Null: rows cannot be selected. */
  readonly ticks: Pick<AreaListState<PeoplePage, object>, "selected" | "onTick"> | null;
}

function PersonRow({ person, ticks }: PersonRowProps) {
  const t = useWords(peopleMessages);
  const name = fullName(person);
  return (
    <AreaRow
      to={`/administration/people/${person.id}`}
      name={name}
      about={<bdi>{[person.username, person.department, person.email].filter((one) => one !== "").join(" · ")}</bdi>}
      picture={<Avatar name={name} src={person.picture_url} size={PICTURE_PX} />}
      tick={
        ticks === null
          ? null
          : {
              label: t("people.select", { name }),
              on: ticks.selected.has(person.id),
              onTick: (on) => ticks.onTick([person.id], on),
            }
      }
      facts={
        <>
          {person.state === "active" ? null : (
            <span className={styles.state} data-state={person.state}>
              {t(`people.state.${person.state}`)}
            </span>
          )}
          {person.may_use_panel ? null : <span className={row.chip}>{t("people.noPanel")}</span>}
          <span className={styles.groups}>
            {person.groups.map((group) => (
              <span key={group} className={row.chip}>
                {group}
              </span>
            ))}
          </span>
          <span className={`${row.digits} ${styles.extension}`}>{person.extension}</span>
        </>
      }
    />
  );
}
