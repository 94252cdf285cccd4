import { Option, OptionList, optionField, Spoken, stepOption, TextField } from "@callpanel/ui";
import type { Icon } from "@callpanel/ui";
import { useEffect, useId, useMemo, useRef, useState } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import { useSnapshot } from "../../store.ts";
import type { Readable } from "../../store.ts";
import { useWords } from "../../words/useWords.ts";
import type { MoveTarget, Verdict } from "../moving.ts";
import { NumberRow } from "../NumberRow.tsx";
import { useNumberName } from "../useNumberName.ts";
import { useNumberText } from "../useNumberText.ts";
import type { Destination } from "./destination.ts";
import { sendMessages } from "./send.messages.ts";
import { isFree } from "./send.model.ts";
import { isNameSearch } from "../../search/fits.ts";
import type { SendList, SendSources } from "./useSendTargets.ts";
import styles from "./SendField.module.css";

/** A shortcut on a row for the pointer: the keyboard has the choices of the dialog. */
export interface RowAct {
  readonly id: string;
  readonly label: string;
  readonly icon: Icon;
  fits(target: MoveTarget): boolean;
  run(target: MoveTarget): void;
}

export interface SendFieldProps {
  readonly sources: SendSources;
  readonly destination: Destination;
  readonly list: SendList;
  readonly label: string;
  readonly error: string | undefined;
  /** Chosen from the list, and still in the field. */
  readonly chosen: MoveTarget | null;
  readonly onChoose: (target: MoveTarget) => void;
  /** Enter, when there is nothing to choose any more. */
  readonly onEnter: () => void;
  readonly acts?: readonly RowAct[];
  /** The state of a row while it is shown; absent: as when the list arrived. */
  readonly verdictOn?: (target: MoveTarget) => Readable<Verdict>;
}

/** The destination of a call: a number or name, and below it the list to choose from (SEND-1). */
export function SendField(props: SendFieldProps) {
  const { sources, destination, list, label, error, chosen, onChoose, onEnter, acts = [], verdictOn } = props;
  const t = useWords(sendMessages);
  const id = useId();
  const text = useSnapshot(destination);
  const [mark, setMark] = useState<{ readonly search: string; readonly text: string; readonly at: number } | null>(
    null,
  );
  // SEND-6: Enter was pressed for this text, and the list still has what was typed before it.
  const awaited = useRef<string | null>(null);
  // The chosen row stays where it was clicked, between the same neighbours.
  const [among, setAmong] = useState<readonly MoveTarget[]>([]);
  const targets = chosen === null ? list.targets : among;
  const isMarked = mark?.search === list.search && mark.text === text;
  const natural = isNameSearch(text) ? 0 : -1;
  const wanted = isMarked ? mark.at : natural;
  const at = chosen === null ? Math.min(wanted, targets.length - 1) : targets.indexOf(chosen);
  const choose = (target: MoveTarget) => {
    if (!isPossible(target, verdictOn?.(target).get() ?? "possible")) return;
    setAmong(targets);
    onChoose(target);
  };
  const isBehind = chosen === null && (text.trim() !== list.search || list.isLoading);
  const enter = () => {
    const target = targets[at];
    if (target === undefined || target === chosen) onEnter();
    else choose(target);
  };
  useEffect(() => {
    if (awaited.current !== text || isBehind) return;
    awaited.current = null;
    enter();
  });
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const next = stepOption(event.key, at, targets.length);
    if (next !== null) {
      event.preventDefault();
      const target = targets[next];
      if (chosen === null) setMark({ search: list.search, text, at: next });
      else if (target !== undefined) choose(target);
    } else if (event.key === "Escape" && text !== "") {
      event.preventDefault();
      event.stopPropagation();
      destination.type("");
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (!isBehind || isMarked) enter();
      else if (isNameSearch(text)) awaited.current = text;
      else onEnter();
    }
  };
  return (
    <div className={styles.field}>
      <TextField
        {...optionField({
          listId: `${id}-list`,
          opened: targets.length > 0,
          markedId: at < 0 ? undefined : `${id}-${at}`,
        })}
        data-autofocus
        // Escape clears the search first, then closes the dialog.
        data-mantine-stop-propagation={text !== ""}
        label={label}
        error={error}
        urgent
        placeholder={t("send.hint")}
        maxLength={64}
        value={text}
        onChange={(event) => {
          awaited.current = null;
          destination.type(event.currentTarget.value);
        }}
        onKeyDown={press}
      />
      <Spoken aria-live="polite">{list.isSearched ? t("send.count", { count: targets.length }) : ""}</Spoken>
      <div className={styles.rows}>
        <OptionList id={`${id}-list`} className={styles.list} label={t("send.list")} marked={at}>
          {targets.map((target, index) => (
            <TargetOption
              key={`${target.kind} ${target.number}`}
              sources={sources}
              search={list.search}
              target={target}
              id={`${id}-${index}`}
              marked={index === at}
              verdictOn={verdictOn}
              onChoose={() => choose(target)}
            >
              {acts.length === 0 ? null : (
                <span className={styles.acts} aria-hidden>
                  {acts.map((act) => (
                    <Act key={act.id} act={act} target={target} />
                  ))}
                </span>
              )}
            </TargetOption>
          ))}
        </OptionList>
        {targets.length === 0 && list.isSearched && text.trim() !== "" ? (
          <p className={styles.none}>{t("send.none", { search: list.search })}</p>
        ) : null}
      </div>
    </div>
  );
}

/** For the pointer alone, inside the option: no control of its own. */
function Act({ act, target }: { readonly act: RowAct; readonly target: MoveTarget }) {
  if (!act.fits(target)) return <span className={styles.noAct} />;
  const Shape = act.icon;
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- the radios and the button of the dialog do the same
    <span
      className={styles.act}
      data-act={act.id}
      data-tip={act.label}
      onClick={(event) => {
        event.stopPropagation();
        act.run(target);
      }}
    >
      <Shape size={17} stroke={1.75} />
    </span>
  );
}

interface TargetOptionProps {
  readonly sources: SendSources;
  readonly search: string;
  readonly target: MoveTarget;
  readonly id: string;
  readonly marked: boolean;
  readonly verdictOn: SendFieldProps["verdictOn"];
  readonly onChoose: () => void;
  readonly children: ReactNode;
}

const ROW_KINDS = {
  person: "person",
  outside: "person",
  queue: "queue",
  room: "room",
  service: "service",
  lot: "parking",
  slot: "parking",
} as const;
const KIND_NOTES = { queue: "send.kind.queue", room: "send.kind.room", lot: "send.kind.lot" } as const;
const POSSIBLE: Readable<Verdict> = { get: () => "possible", subscribe: () => () => undefined };

function TargetOption(props: TargetOptionProps) {
  const { sources, search, target, id, marked, verdictOn, onChoose, children } = props;
  const { kind, name, number } = target;
  const t = useWords(sendMessages);
  const write = useNumberText(sources.viewer);
  const verdict = useSnapshot(useMemo(() => verdictOn?.(target) ?? POSSIBLE, [target, verdictOn]));
  const live = useSnapshot(useMemo(() => sources.liveBuddies.of(number), [number, sources.liveBuddies]));
  const presence = kind === "person" ? live?.presence : undefined;
  const company = useCompany(sources, target, search);
  const canGo = isPossible(target, verdict);
  const note = () => {
    if (verdict !== "possible") return t(`send.not.${verdict}`);
    if (!canGo) return t("send.not.taken");
    if (kind === "queue" || kind === "room" || kind === "lot") return t(KIND_NOTES[kind]);
    return presence === undefined || isFree(presence) || presence === "unknown"
      ? company
      : t(`send.presence.${presence}`);
  };
  return (
    <Option id={id} marked={marked} disabled={!canGo} onChoose={onChoose}>
      <NumberRow
        kind={ROW_KINDS[kind]}
        name={name}
        number={kind === "slot" ? "" : write(number)}
        imageUrl={"imageUrl" in target ? target.imageUrl : undefined}
        extension={kind === "person" ? number : undefined}
        presence={presence}
        note={note()}
      />
      {canGo ? children : null}
    </Option>
  );
}

const isPossible = (target: MoveTarget, verdict: Verdict): boolean =>
  verdict === "possible" && !(target.kind === "slot" && target.isTaken);

/** Why a contact was found although neither name nor number matches. */
function useCompany({ numberNames }: SendSources, { kind, name, number }: MoveTarget, search: string) {
  const company = useNumberName(numberNames, kind === "outside" ? number : null)?.company;
  const wanted = search.toLowerCase();
  if (!company || name.toLowerCase().includes(wanted) || number.includes(wanted)) return undefined;
  return company.toLowerCase().includes(wanted) ? company : undefined;
}
