import { IconX } from "@callpanel/ui";
import { useId, useState } from "react";
import type { KeyboardEvent } from "react";
import { useWords } from "../../../shared/words/useWords.ts";
import { useVoicemailChange } from "../useVoicemailChange.ts";
import { bulkChanges, changes } from "../voicemail.api.ts";
import { voicemailMessages } from "../voicemail.messages.ts";
import type { ManyProps } from "./Deletion.tsx";
import { FormDialog } from "./FormDialog.tsx";
import { usePeopleSearch } from "./usePeopleSearch.ts";
import type { Receiver } from "./usePeopleSearch.ts";
import field from "./TransferDialog.module.css";

/** VMU-18: others get a copy: people found by name or extension, or an extension as it is typed. */
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

/** A combobox that adds whoever is chosen. */
function PeopleField({ taken, onTake }: PeopleFieldProps) {
  const t = useWords(voicemailMessages);
  const id = useId();
  const [mark, setMark] = useState(0);
  const { typed, setTyped, found, settled } = usePeopleSearch();
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
    const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (by !== 0 && isOpen) setMark((mark + by + matches.length) % matches.length);
    else if (event.key === "Enter" && typed.trim() !== "") take(matches[mark]);
    else if (event.key === "Escape" && typed !== "") setTyped("");
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={field.field}>
      <label className={field.label} htmlFor={`${id}-input`}>
        {t("voicemail.transferWho")}
      </label>
      <input
        data-autofocus
        id={`${id}-input`}
        type="text"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a datalist cannot be filled while one types
        role="combobox"
        className={field.input}
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isOpen ? `${id}-${mark}` : undefined}
        aria-describedby={`${id}-hint`}
        autoComplete="off"
        spellCheck={false}
        maxLength={64}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setMark(0);
        }}
        onKeyDown={press}
      />
      <span className={field.silent} aria-live="polite">
        {typed === "" || !settled ? "" : t("voicemail.peopleCount", { count: matches.length })}
      </span>
      <div
        id={`${id}-list`}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select cannot stand below a combobox of our own
        role="listbox"
        className={field.list}
        aria-label={t("voicemail.people")}
        hidden={!isOpen}
        // The field keeps the focus, so that typing goes on.
        onPointerDown={(event) => event.preventDefault()}
      >
        {matches.map((one, at) => (
          // The keys of a combobox are taken by its field.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={one.extension}
            id={`${id}-${at}`}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option lives in a select or datalist only
            role="option"
            tabIndex={-1}
            className={field.match}
            aria-selected={at === mark}
            onClick={() => take(one)}
          >
            <bdi>{one.name}</bdi>
            <span className={field.number}>{one.extension}</span>
          </div>
        ))}
      </div>
      <p id={`${id}-hint`} className={field.hint}>
        {typed !== "" && settled && matches.length === 0
          ? t("voicemail.transferNobody", { search: typed })
          : t("voicemail.transferHint")}
      </p>
    </div>
  );
}
