import { Option, OptionList, optionField, stepOption, TextField } from "@callpanel/ui";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { KeyboardEvent } from "react";
import { usePanel } from "../../../shared/panel.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import type { OneFieldProps } from "./oneField.ts";
import { destinationsQuery } from "./things.api.ts";
import { thingsMessages } from "./things.messages.ts";
import page from "../parts/Page.module.css";
import styles from "./Thing.module.css";

/** A number of the company: people, queues, rooms and other numbers are offered while the user types their name or number. */
export function DestinationField({ label, hint, value, error, readOnly, onChange }: OneFieldProps) {
  const t = useWords(thingsMessages);
  const { api } = usePanel();
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [marked, setMarked] = useState(0);
  const wanted = (typed ?? value).trim();
  const { data = [] } = useQuery({ ...destinationsQuery(api, wanted), enabled: wanted !== "" });
  const found = typed === null || wanted === "" ? [] : data;
  const chosen = wanted === "" ? undefined : data.find(({ number }) => number === value);
  const at = Math.min(marked, found.length - 1);
  const choose = (number: string) => {
    onChange(number);
    setTyped(null);
    setMarked(0);
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || found.length === 0) return;
    const next = stepOption(event.key, at, found.length);
    const pick = found[at];
    if (next !== null) setMarked(next);
    else if (event.key === "Escape") setTyped(null);
    else if (event.key === "Enter" && pick !== undefined) choose(pick.number);
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles.box}>
      <TextField
        {...optionField({
          listId: id,
          opened: found.length > 0,
          markedId: found.length === 0 ? undefined : `${id}-${at}`,
        })}
        label={label}
        hint={typed === null && chosen !== undefined ? chosen.name : (hint ?? t("things.hint.number"))}
        maxLength={64}
        readOnly={readOnly}
        value={typed ?? value}
        // While names are offered, a name is not a fault.
        error={found.length > 0 ? undefined : error}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setMarked(0);
          onChange(currentTarget.value.trim());
        }}
        onBlur={() => setTyped(null)}
        onKeyDown={press}
      />
      <OptionList id={id} className={styles.found} label={t("things.found")} hidden={found.length === 0} marked={at}>
        {found.map(({ number, name }, index) => (
          <Option key={number} id={`${id}-${index}`} marked={index === at} onChoose={() => choose(number)}>
            <bdi>{name}</bdi> <span className={page.dim}>{number}</span>
          </Option>
        ))}
      </OptionList>
    </div>
  );
}
