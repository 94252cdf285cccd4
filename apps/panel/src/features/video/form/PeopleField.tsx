import { listBuddies } from "@callpanel/contract";
import { IconButton, IconX, Option, OptionList, optionField, stepOption, TextField } from "@callpanel/ui";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { KeyboardEvent } from "react";
import type { Api } from "../../../shared/api/api.ts";
import { usePanel } from "../../../shared/panel.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { videoMessages } from "../video.messages.ts";
import styles from "./PeopleField.module.css";
import type { RoomPerson } from "./room.draft.ts";

/** How many are offered. */
const OFFERED_COUNT = 6;
const MORE_THAN_CHOSEN = 30;

interface PeopleFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly chosen: readonly RoomPerson[];
  readonly onChosen: (chosen: readonly RoomPerson[]) => void;
}

/** Several colleagues, found by name or extension. The list opens over the form while one types. */
export function PeopleField({ label, hint, chosen, onChosen }: PeopleFieldProps) {
  const t = useWords(videoMessages);
  const { api } = usePanel();
  const id = useId();
  const [search, setSearch] = useState("");
  const [marked, setMarked] = useState(0);
  const wanted = search.trim();
  const { data: found = [] } = useQuery({ ...colleaguesQuery(api, wanted), enabled: wanted !== "" });
  const free = found.filter((one) => chosen.every((other) => other.id !== one.id)).slice(0, OFFERED_COUNT);
  const opened = wanted !== "" && free.length > 0;
  const at = Math.min(marked, free.length - 1);
  const choose = (person: RoomPerson) => {
    onChosen([...chosen, person]);
    setSearch("");
    setMarked(0);
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || wanted === "") return;
    const next = stepOption(event.key, at, free.length);
    if (next !== null) setMarked(next);
    else if (event.key === "Escape") setSearch("");
    else if (event.key === "Enter" && free[at] !== undefined) choose(free[at]);
    else if (event.key !== "Enter") return;
    event.preventDefault();
  };
  return (
    <div className={styles.people}>
      <div className={styles.box}>
        <TextField
          {...optionField({ listId: `${id}-list`, opened, markedId: at < 0 ? undefined : `${id}-${at}` })}
          label={label}
          hint={hint}
          placeholder={t("video.personField")}
          maxLength={64}
          value={search}
          onChange={({ currentTarget }) => {
            setSearch(currentTarget.value);
            setMarked(0);
          }}
          onKeyDown={press}
        />
        <OptionList
          id={`${id}-list`}
          className={styles.found}
          label={t("video.personList")}
          hidden={!opened}
          marked={at}
        >
          {free.map((person, index) => (
            <Option key={person.id} id={`${id}-${index}`} marked={index === at} onChoose={() => choose(person)}>
              <bdi>{person.name}</bdi>
              <span className={styles.hint}>{person.extension}</span>
            </Option>
          ))}
        </OptionList>
      </div>
      {wanted !== "" && found.length === 0 ? (
        <p className={styles.none}>{t("video.nobody", { search: wanted })}</p>
      ) : null}
      {chosen.length === 0 ? null : (
        <ul className={styles.chips} aria-label={t("video.chosen", { field: label })}>
          {chosen.map((person) => (
            <li key={person.id} className={styles.chip}>
              <bdi>{person.name}</bdi>
              <IconButton
                size="small"
                icon={IconX}
                label={t("video.removePerson", { name: person.name })}
                onClick={() => onChosen(chosen.filter(({ id: other }) => other !== person.id))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const colleaguesQuery = (api: Api, search: string) =>
  queryOptions({
    queryKey: ["video-colleagues", search],
    queryFn: async ({ signal }): Promise<readonly RoomPerson[]> => {
      const { data } = await api.call(listBuddies, { query: { start: 0, search, limit: MORE_THAN_CHOSEN }, signal });
      return data.map(({ userId, name, exten }) => ({ id: userId, name, extension: exten }));
    },
    placeholderData: keepPreviousData,
  });
