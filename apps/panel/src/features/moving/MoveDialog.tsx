import { Dialog, IconParking, IconUser, IconUsersGroup } from "@callpanel/ui";
import { useQuery } from "@tanstack/react-query";
import { useId, useMemo, useState } from "react";
import type { KeyboardEvent } from "react";
import type { MoveTarget, TakenCall } from "../../shared/moving.ts";
import { usePanel } from "../../shared/panel.ts";
import { useSnapshot } from "../../shared/store.ts";
import { useWords } from "../../shared/words/useWords.ts";
import { peopleQuery, placesQuery } from "./moving.api.ts";
import { movingMessages } from "./moving.messages.ts";
import styles from "./MoveDialog.module.css";

const WIDTH_PX = 420;

/** Where a call is to go, from a list: what dragging does, for the keyboard too (MOVE-5). */
export function MoveDialog({ taken }: { readonly taken: TakenCall }) {
  const t = useWords(movingMessages);
  const id = useId();
  const { moving } = usePanel();
  const [search, setSearch] = useState("");
  const [marked, setMarked] = useState(0);
  const targets = useTargets(search);
  const at = Math.min(marked, targets.length - 1);
  const choose = (target: MoveTarget | undefined) => {
    if (target && moving.verdict(taken, target) === "possible") moving.move(taken, target);
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      setMarked((at + (event.key === "ArrowDown" ? 1 : targets.length - 1)) % Math.max(1, targets.length));
    } else if (event.key === "Enter") {
      event.preventDefault();
      choose(targets[at]);
    }
  };
  return (
    <Dialog
      opened
      onClose={moving.stopAsking}
      title={t("moving.title")}
      closeLabel={t("moving.close")}
      width={WIDTH_PX}
    >
      <p className={styles.who}>
        {t("moving.who", { peer: taken.call.name || taken.call.user || t("moving.somebody"), from: taken.from.name })}
      </p>
      <input
        type="text"
        role="combobox"
        data-autofocus
        className={styles.input}
        aria-label={t("moving.target")}
        aria-expanded
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={at < 0 ? undefined : `${id}-${at}`}
        placeholder={t("moving.targetHint")}
        autoComplete="off"
        spellCheck={false}
        maxLength={64}
        value={search}
        onChange={(event) => {
          setSearch(event.currentTarget.value);
          setMarked(0);
        }}
        onKeyDown={press}
      />
      <div
        id={`${id}-list`}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select cannot stand below a combobox of our own
        role="listbox"
        className={styles.list}
        aria-label={t("moving.targets")}
      >
        {targets.map((target, index) => (
          <Option
            key={target.number}
            id={`${id}-${index}`}
            taken={taken}
            target={target}
            selected={index === at}
            onChoose={() => choose(target)}
          />
        ))}
      </div>
      {targets.length === 0 && search !== "" ? <p className={styles.none}>{t("moving.none", { search })}</p> : null}
    </Dialog>
  );
}

/** Colleagues the server finds, then the places whose name or number fits. */
function useTargets(search: string): readonly MoveTarget[] {
  const { api, viewer } = usePanel();
  const { data: people = [] } = useQuery(peopleQuery(api, search.trim()));
  const { data: places = [] } = useQuery(placesQuery(api, viewer));
  return useMemo(() => {
    const wanted = search.trim().toLowerCase();
    const fitting = places.filter(({ name, number }) => `${name} ${number}`.toLowerCase().includes(wanted));
    return [...people, ...fitting];
  }, [people, places, search]);
}

interface OptionProps {
  readonly id: string;
  readonly taken: TakenCall;
  readonly target: MoveTarget;
  readonly selected: boolean;
  readonly onChoose: () => void;
}

const SIGNS = { person: IconUser, room: IconUsersGroup, lot: IconParking, slot: IconParking } as const;

function Option({ id, taken, target, selected, onChoose }: OptionProps) {
  const t = useWords(movingMessages);
  const { moving } = usePanel();
  const verdict = useSnapshot(useMemo(() => moving.verdictOn(taken, target), [moving, taken, target]));
  const Shape = SIGNS[target.kind];
  return (
    // The keys of a combobox are taken by its field.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option lives in a select or datalist only
      role="option"
      tabIndex={-1}
      className={styles.option}
      aria-selected={selected}
      aria-disabled={verdict !== "possible"}
      onClick={onChoose}
    >
      <Shape size={18} stroke={1.75} aria-hidden />
      <bdi className={styles.name}>{target.name}</bdi>
      {verdict === "possible" ? null : <span className={styles.why}>{t(`moving.not.${verdict}`)}</span>}
      <span className={styles.number}>{target.number}</span>
    </div>
  );
}
