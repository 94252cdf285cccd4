import { FOLLOW_ME_MAX_NUMBERS, FOLLOW_ME_MAX_TIMEOUT_SECONDS } from "@callpanel/contract";
import type { FollowMe } from "@callpanel/contract";
import {
  Button,
  IconArrowDown,
  IconArrowUp,
  IconButton,
  IconGripVertical,
  IconPlus,
  IconTrash,
  Spoken,
} from "@callpanel/ui";
import { useRef, useState } from "react";
import type { KeyboardEvent, PointerEvent } from "react";
import { flushSync } from "react-dom";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { NumberField } from "../parts/NumberField.tsx";
import { SecondsField } from "../parts/SecondsField.tsx";
import { withChange, withMove, withNumber, withoutNumber } from "./followMe.model.ts";
import type { FollowMeFaults } from "./followMe.model.ts";
import { followMeMessages } from "./followMe.messages.ts";
import styles from "./FollowMeNumbers.module.css";

export interface FollowMeNumbersProps {
  readonly numbers: FollowMe["numbers"];
  readonly faults: FollowMeFaults["numbers"];
  readonly disabled: boolean;
  readonly onChange: (numbers: FollowMe["numbers"]) => void;
}

/** SET-9: the numbers in order, which can be changed by dragging, arrow keys on the grip, and arrow buttons. */
export function FollowMeNumbers({ numbers, faults, disabled, onChange }: FollowMeNumbersProps) {
  const t = useWords(followMeMessages);
  const words = useLocaleWords();
  const { list, dragged, told, move, gripOf } = useReorder(numbers, onChange);
  const add = () => {
    flushSync(() => onChange(withNumber(numbers)));
    list.current?.querySelector<HTMLElement>("li:last-of-type input")?.focus();
  };
  return (
    <div className={styles.numbers}>
      {numbers.length === 0 ? <p className={styles.note}>{t("settings.follow.none")}</p> : null}
      <ol ref={list} className={styles.list}>
        {numbers.map(({ number, timeout }, at) => {
          const fault = faults[at];
          return (
            // A row is a place: its content moves.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={at} className={styles.row} data-dragged={dragged === at ? "" : undefined}>
              <button
                type="button"
                className={styles.grip}
                aria-label={t("settings.follow.move", { at: at + 1 })}
                data-grip={at}
                disabled={disabled}
                {...gripOf(at)}
              >
                <IconGripVertical size={18} stroke={1.75} aria-hidden />
              </button>
              <NumberField
                label={t("settings.follow.number", { at: at + 1 })}
                silentLabel
                value={number}
                disabled={disabled}
                error={
                  fault?.number && number !== "" ? words.error(fault.number.code, fault.number.details) : undefined
                }
                onChange={(typed) => onChange(withChange(numbers, at, { number: typed }))}
              />
              <SecondsField
                label={t("settings.follow.timeout", { at: at + 1 })}
                silentLabel
                className={styles.seconds ?? ""}
                max={FOLLOW_ME_MAX_TIMEOUT_SECONDS}
                value={timeout}
                disabled={disabled}
                error={fault?.timeout ? words.error(fault.timeout.code, fault.timeout.details) : undefined}
                onChange={(seconds) => onChange(withChange(numbers, at, { timeout: seconds }))}
              />
              <span className={styles.buttons}>
                <IconButton
                  size="small"
                  label={t("settings.follow.up", { at: at + 1 })}
                  icon={IconArrowUp}
                  disabled={disabled || at === 0}
                  onClick={() => move(at, at - 1)}
                />
                <IconButton
                  size="small"
                  label={t("settings.follow.down", { at: at + 1 })}
                  icon={IconArrowDown}
                  disabled={disabled || at === numbers.length - 1}
                  onClick={() => move(at, at + 1)}
                />
                <IconButton
                  size="small"
                  label={t("settings.follow.remove", { at: at + 1 })}
                  icon={IconTrash}
                  disabled={disabled}
                  onClick={() => onChange(withoutNumber(numbers, at))}
                />
              </span>
            </li>
          );
        })}
      </ol>
      <Spoken aria-live="polite">
        {told === null ? "" : t("settings.follow.moved", { at: told + 1, count: numbers.length })}
      </Spoken>
      <div className={styles.foot}>
        <Button icon={IconPlus} disabled={disabled || numbers.length >= FOLLOW_ME_MAX_NUMBERS} onClick={add}>
          {t("settings.follow.add")}
        </Button>
        <p className={styles.note}>
          {numbers.length >= FOLLOW_ME_MAX_NUMBERS
            ? t("settings.follow.full", { limit: FOLLOW_ME_MAX_NUMBERS })
            : t("settings.follow.timeoutNote")}
        </p>
      </div>
    </div>
  );
}

/** Rows that are dragged by a grip; they move immediately to the row under the pointer. */
function useReorder(numbers: FollowMe["numbers"], onChange: (numbers: FollowMe["numbers"]) => void) {
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const [told, setTold] = useState<number | null>(null);
  const move = (from: number, to: number) => {
    if (to < 0 || to >= numbers.length || to === from) return;
    flushSync(() => {
      onChange(withMove(numbers, from, to));
      setTold(to);
    });
  };
  const focusGrip = (at: number) => list.current?.querySelector<HTMLElement>(`[data-grip="${at}"]`)?.focus();
  const placeAt = (y: number) =>
    [...(list.current?.children ?? [])].findIndex((row) => y < row.getBoundingClientRect().bottom);
  const gripOf = (at: number) => ({
    onKeyDown(event: KeyboardEvent) {
      const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
      if (by === 0) return;
      event.preventDefault();
      move(at, at + by);
      focusGrip(Math.min(numbers.length - 1, Math.max(0, at + by)));
    },
    onPointerDown(event: PointerEvent) {
      event.currentTarget.setPointerCapture(event.pointerId);
      setDragged(at);
    },
    onPointerMove({ clientY }: PointerEvent) {
      if (dragged === null) return;
      const to = placeAt(clientY);
      if (to < 0 || to === dragged) return;
      move(dragged, to);
      setDragged(to);
    },
    onPointerUp: () => setDragged(null),
    onPointerCancel: () => setDragged(null),
  });
  return { list, dragged, told, move, gripOf };
}
