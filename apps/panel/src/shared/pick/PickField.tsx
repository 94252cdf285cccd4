import { Option, OptionList, optionField, stepOption, TextField } from "@callpanel/ui";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { KeyboardEvent } from "react";
import type { Api } from "../api/api.ts";
import { usePanel } from "../panel.ts";
import { useWords } from "../words/useWords.ts";
import { pickMessages } from "./pick.messages.ts";
import styles from "./PickField.module.css";

/** A person, or another thing of the company with a number. */
export interface Pickable {
  readonly id: string | number;
  readonly name: string;
  readonly extension: string;
}

/** Where a field finds what can be chosen. */
export interface PickSource<One extends Pickable> {
  readonly queryKey: readonly unknown[];
  readonly find: (api: Api, search: string, signal: AbortSignal) => Promise<readonly One[]>;
}

export interface PickFieldProps<One extends Pickable> {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly source: PickSource<One>;
  /** Chosen already: not offered again. */
  readonly isTaken: (one: One) => boolean;
  /** How many are offered. */
  readonly most?: number;
  readonly onPick: (one: One) => void;
}

const MOST_OFFERED = 20;

/** Finds people, or other things with a number, while one types. The list opens over the form. */
export function PickField<One extends Pickable>(props: PickFieldProps<One>) {
  const { label, hint, source, isTaken, most = MOST_OFFERED, onPick } = props;
  const t = useWords(pickMessages);
  const { api } = usePanel();
  const id = useId();
  const [search, setSearch] = useState("");
  const [marked, setMarked] = useState(0);
  const wanted = search.trim();
  const { data = [], isSuccess } = useQuery({ ...foundQuery(api, source, wanted), enabled: wanted !== "" });
  const free = wanted === "" ? [] : data.filter((one) => !isTaken(one)).slice(0, most);
  const at = Math.min(marked, free.length - 1);
  const pick = (one: One) => {
    onPick(one);
    setSearch("");
    setMarked(0);
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || wanted === "") return;
    const next = stepOption(event.key, at, free.length);
    if (next !== null) setMarked(next);
    else if (event.key === "Escape") setSearch("");
    else if (event.key === "Enter" && free[at] !== undefined) pick(free[at]);
    else if (event.key !== "Enter") return;
    event.preventDefault();
  };
  return (
    <div className={styles.box}>
      <TextField
        {...optionField({ listId: id, opened: free.length > 0, markedId: at < 0 ? undefined : `${id}-${at}` })}
        label={label}
        hint={hint}
        placeholder={t("pick.hint")}
        maxLength={64}
        value={search}
        onChange={({ currentTarget }) => {
          setSearch(currentTarget.value);
          setMarked(0);
        }}
        onKeyDown={press}
      />
      <OptionList id={id} className={styles.found} label={t("pick.found")} hidden={free.length === 0} marked={at}>
        {free.map((one, index) => (
          <Option key={one.id} id={`${id}-${index}`} marked={index === at} onChoose={() => pick(one)}>
            <bdi>{one.name}</bdi>
            <span className={styles.dim}>{one.extension}</span>
          </Option>
        ))}
      </OptionList>
      {wanted !== "" && isSuccess && free.length === 0 ? (
        <p className={styles.dim}>{t("pick.none", { search: wanted })}</p>
      ) : null}
    </div>
  );
}

const foundQuery = <One extends Pickable>(api: Api, { queryKey, find }: PickSource<One>, search: string) =>
  queryOptions({
    queryKey: [...queryKey, search],
    queryFn: ({ signal }) => find(api, search, signal),
    placeholderData: keepPreviousData,
  });
