import { useRef } from "react";
import type { KeyboardEvent } from "react";
import { useWords } from "../../../shared/words/useWords.ts";
import { useSoftphone } from "../softphone.context.ts";
import { callMessages } from "../call.messages.ts";
import { isTelephoneKey, KEY_ROWS } from "../softphone.model.ts";
import styles from "./DialPad.module.css";

/** How long the 0 key is held before it gives a plus. */
export const LONG_PRESS_MS = 500;
const ROW_COUNT = KEY_ROWS.length;
const COLUMN_COUNT = 3;

export interface DialPadProps {
  readonly onKey: (key: string) => void;
  /** Called when 0 is held; absent if this pad has no plus. */
  readonly longZero?: "+";
  /** Called on Enter while the pad itself has the focus (not one of its keys). */
  readonly onEnter: () => void;
  readonly compact?: boolean;
}

/** Twelve keys in a grid: arrow keys move between them, digits of the keyboard press them. */
export function DialPad({ onKey, longZero, onEnter, compact }: DialPadProps) {
  const t = useWords(callMessages);
  const { clock } = useSoftphone();
  const grid = useRef<HTMLTableElement>(null);
  const hold = useRef<{ readonly cancel: () => void; readonly done: boolean } | null>(null);

  const letGo = () => {
    hold.current?.cancel();
    hold.current = null;
  };
  const pressDown = (key: string) => {
    letGo();
    if (key !== "0" || longZero === undefined) return;
    const cancel = clock.setTimeout(() => {
      hold.current = { cancel, done: true };
      onKey(longZero);
    }, LONG_PRESS_MS);
    hold.current = { cancel, done: false };
  };
  const click = (key: string) => {
    const wasLong = hold.current?.done === true;
    letGo();
    if (!wasLong) onKey(key);
  };
  const keyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTelephoneKey(event.key) || (event.key === "+" && longZero !== undefined)) {
      event.preventDefault();
      onKey(event.key);
    } else if (event.key === "Enter" && event.target === event.currentTarget) {
      event.preventDefault();
      onEnter();
    } else moveFocus(event, grid.current);
  };

  return (
    <table
      ref={grid}
      className={styles.pad}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- the ARIA pattern of a grid of buttons
      role="grid"
      aria-label={t("softphone.keys")}
      tabIndex={-1}
      data-compact={compact ? "" : undefined}
      onKeyDown={keyDown}
    >
      <tbody>
        {KEY_ROWS.map((row, rowIndex) => (
          <tr key={row[0][0]}>
            {row.map(([key, letters], columnIndex) => (
              <td key={key} className={styles.cell}>
                <button
                  type="button"
                  className={styles.key}
                  aria-label={key}
                  data-key={key}
                  tabIndex={rowIndex + columnIndex === 0 ? 0 : -1}
                  onPointerDown={() => pressDown(key)}
                  onPointerLeave={letGo}
                  onContextMenu={(event) => event.preventDefault()}
                  onClick={() => click(key)}
                >
                  <span className={styles.digit}>{key === "*" ? "∗" : key}</span>
                  <span className={styles.letters}>{key === "0" && longZero === undefined ? "" : letters}</span>
                </button>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const STEPS: Readonly<Record<string, readonly [row: number, column: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

function moveFocus(event: KeyboardEvent, grid: HTMLElement | null): void {
  const step = STEPS[event.key];
  if (!step || !grid) return;
  event.preventDefault();
  const keys = [...grid.querySelectorAll<HTMLElement>("[data-key]")];
  const from = Math.max(
    0,
    keys.findIndex((key) => key === event.target),
  );
  const row = (Math.floor(from / COLUMN_COUNT) + step[0] + ROW_COUNT) % ROW_COUNT;
  const column = ((from % COLUMN_COUNT) + step[1] + COLUMN_COUNT) % COLUMN_COUNT;
  const next = keys[row * COLUMN_COUNT + column];
  for (const key of keys) key.tabIndex = key === next ? 0 : -1;
  next?.focus();
}
