import { IconX, Option, OptionList, optionField, Spoken, stepOption, TextField } from "@callpanel/ui";
import { useId, useState } from "react";
import type { KeyboardEvent } from "react";
import { sayError } from "../../../shared/api/api.ts";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { useVoicemailChange } from "../useVoicemailChange.ts";
import { bulkChanges, changes } from "../voicemail.api.ts";
import { voicemailMessages } from "../voicemail.messages.ts";
import type { ManyProps } from "./Deletion.tsx";
import { FormDialog } from "./FormDialog.tsx";
import { usePeopleSearch } from "./usePeopleSearch.ts";
import type { Receiver } from "./usePeopleSearch.ts";
import field from "./TransferDialog.module.css";

/** VMU-18: sends a copy to others: people found by name or extension, or a typed extension. */
export function TransferDialog({ ids, onClose, onDone }: ManyProps) {
  const t = useWords(voicemailMessages);
  const { busy, run } = useVoicemailChange();
  const [receivers, setReceivers] = useState<readonly Receiver[]>([]);
  const add = (one: Receiver) =>
    setReceivers((others) => [...others.filter(({ extension }) => extension !== one.extension), one]);
  const extensions = receivers.map(({ extension }) => extension);
  const [only] = ids;
  const count = ids.length;
  const transfer = () =>
    run({
      fallback: count === 1 ? "vmail.transfer" : "vmail.bulkTransfer",
      change: async (api) =>
        only !== undefined && count === 1
          ? (await changes.transfer(api, only, extensions), 1)
          : (await bulkChanges.transfer(api, ids, extensions)).count,
      done: (transferred) => t("vmail.notify.xferOk", { count: transferred }),
      after: onDone,
    });
  return (
    <FormDialog
      title={t("voicemail.transferTitle", { count })}
      submit={t("voicemail.transferDo")}
      valid={receivers.length > 0}
      busy={busy}
      onSubmit={transfer}
      onClose={onClose}
    >
      {receivers.length === 0 ? null : (
        <ul className={field.receivers} aria-label={t("voicemail.transferTo")}>
          {receivers.map(({ name, extension }) => (
            <li key={extension} className={field.receiver}>
              <bdi>{name}</bdi> <span className={field.number}>{extension === name ? "" : extension}</span>
              <button
                type="button"
                className={field.remove}
                aria-label={t("voicemail.transferRemove", { name })}
                onClick={() => setReceivers(receivers.filter((one) => one.extension !== extension))}
              >
                <IconX size={14} stroke={2} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      <PeopleField taken={extensions} onTake={add} />
    </FormDialog>
  );
}

interface PeopleFieldProps {
  readonly taken: readonly string[];
  readonly onTake: (receiver: Receiver) => void;
}

/** A combobox that adds the chosen person. */
function PeopleField({ taken, onTake }: PeopleFieldProps) {
  const t = useWords(voicemailMessages);
  const id = useId();
  const [mark, setMark] = useState(0);
  const words = useLocaleWords();
  const { typed, setTyped, found, failure, settled } = usePeopleSearch();
  const matches = found.filter(({ extension }) => !taken.includes(extension));
  const isOpen = typed !== "" && matches.length > 0;
  const take = (one: Receiver | undefined) => {
    if (one === undefined) return;
    onTake(one);
    setTyped("");
    setMark(0);
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const next = isOpen ? stepOption(event.key, mark, matches.length) : null;
    if (next !== null) setMark(next);
    else if (event.key === "Enter" && typed.trim() !== "") take(matches[mark]);
    else if (event.key === "Escape" && typed !== "") setTyped("");
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const nobody = typed !== "" && settled && matches.length === 0;
  const hint = nobody ? t("voicemail.transferNobody", { search: typed }) : t("voicemail.transferHint");
  return (
    <div className={field.field}>
      <TextField
        {...optionField({ listId: `${id}-list`, opened: isOpen, markedId: `${id}-${mark}` })}
        data-autofocus
        label={t("voicemail.transferWho")}
        hint={failure === null ? hint : words.say(sayError(failure, "settings.extensions"))}
        maxLength={64}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setMark(0);
        }}
        onKeyDown={press}
      />
      <Spoken aria-live="polite">
        {typed === "" || !settled ? "" : t("voicemail.peopleCount", { count: matches.length })}
      </Spoken>
      <OptionList id={`${id}-list`} className={field.list} label={t("voicemail.people")} hidden={!isOpen} marked={mark}>
        {matches.map(({ name, extension }, at) => (
          <Option key={extension} id={`${id}-${at}`} marked={at === mark} onChoose={() => take({ name, extension })}>
            <bdi>{name}</bdi>
            <span className={field.number}>{extension}</span>
          </Option>
        ))}
      </OptionList>
    </div>
  );
}
