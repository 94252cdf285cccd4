import { SearchField, Skeleton } from "@callpanel/ui";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { KeyboardEvent, RefObject } from "react";
import { createPortal } from "react-dom";
import { usePanel } from "../../../shared/panel.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { emojiMessages } from "./emoji.messages.ts";
import { keepEmoji, keepTone, readEmojiChoice } from "./emojiChoice.storage.ts";
import styles from "./EmojiPicker.module.css";
import { EMOJI_GROUPS, findEmojis, TONES, withTone } from "./emojis.model.ts";
import type { Emoji, Tone } from "./emojis.model.ts";
import { useEmojis } from "./useEmojis.ts";

export interface EmojiPickerProps {
  readonly label: string;
  /** The button that opened it. */
  readonly anchor: HTMLElement;
  readonly onChoose: (emoji: string) => void;
  readonly onClose: () => void;
}

const MOST_FOUND = 90;
const COLUMNS = 9;

/** CHATUI-43: emojis by words, by group and the latest ones, with skin tones; all of it by keyboard. */
export function EmojiPicker({ label, anchor, onChoose, onClose }: EmojiPickerProps) {
  const t = useWords(emojiMessages);
  const { storage, viewer } = usePanel();
  const emojis = useEmojis(true);
  const [choice, setChoice] = useState(() => readEmojiChoice(storage, viewer.user.id));
  const [search, setSearch] = useState("");
  const [group, setGroup] = useState(0);
  const panel = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = panel.current;
    if (element !== null) Object.assign(element.style, placeAt(anchor.getBoundingClientRect(), element));
  }, [anchor]);
  useOutside(panel, anchor, onClose);
  useLayoutEffect(() => panel.current?.querySelector("input")?.focus(), []);
  const choose = (emoji: string) => {
    keepEmoji(storage, viewer.user.id, emoji);
    onChoose(emoji);
  };
  const setTone = (tone: Tone) => {
    keepTone(storage, viewer.user.id, tone);
    setChoice({ ...choice, tone });
  };
  const found = emojis === null ? [] : findEmojis(emojis, search, MOST_FOUND);
  const isSearching = search.trim() !== "";
  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      onClose();
      return;
    }
    const [first] = found;
    if (event.key === "Enter" && event.target instanceof HTMLInputElement && first !== undefined) {
      event.preventDefault();
      choose(withTone(first, choice.tone));
      return;
    }
    moveInGrid(event);
  };
  return createPortal(
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/prefer-tag-over-role -- arrow keys move inside, and the page stays usable
    <div ref={panel} className={styles.picker} role="dialog" aria-label={label} onKeyDown={press}>
      <div className={styles.search}>
        <SearchField
          label={t("chat.emoji.search")}
          placeholder={t("chat.emoji.search")}
          clearLabel={t("chat.emoji.clear")}
          value={search}
          onChange={setSearch}
        />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no fields, but buttons */}
      <div className={styles.groups} role="group" aria-label={t("chat.emoji.groups")}>
        {EMOJI_GROUPS.map(({ sign, name }, at) => (
          <button
            key={name}
            type="button"
            className={styles.group}
            aria-pressed={!isSearching && at === group}
            aria-label={t(`chat.emoji.group.${name}`)}
            data-tip={t(`chat.emoji.group.${name}`)}
            onClick={() => {
              setSearch("");
              setGroup(at);
            }}
          >
            {sign}
          </button>
        ))}
      </div>
      <div className={styles.body}>
        {isSearching ? (
          <Grid title={t("chat.emoji.found")} emojis={found} tone={choice.tone} onChoose={choose} />
        ) : (
          <>
            <Recent recent={choice.recent} emojis={emojis ?? []} onChoose={choose} />
            <Grid
              title={t(`chat.emoji.group.${EMOJI_GROUPS[group]?.name ?? "smileys"}`)}
              emojis={emojis?.filter((one) => one.group === group) ?? []}
              tone={choice.tone}
              onChoose={choose}
            />
          </>
        )}
        {emojis === null ? <Skeleton height={160} /> : null}
        {isSearching && emojis !== null && found.length === 0 ? (
          <p className={styles.none}>{t("chat.emoji.none", { search: search.trim() })}</p>
        ) : null}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no fields, but buttons */}
      <div className={styles.tones} role="group" aria-label={t("chat.emoji.tone")}>
        <span aria-hidden="true">{t("chat.emoji.tone")}</span>
        {TONES.map(({ tone, name }) => (
          <button
            key={name}
            type="button"
            className={styles.group}
            aria-pressed={tone === choice.tone}
            aria-label={t(`chat.emoji.tone.${name}`)}
            data-tip={t(`chat.emoji.tone.${name}`)}
            onClick={() => setTone(tone)}
          >
            ✋{tone}
          </button>
        ))}
      </div>
    </div>,
    document.body,
  );
}

interface GridProps {
  readonly title: string;
  readonly emojis: readonly Emoji[];
  readonly tone: Tone;
  readonly onChoose: (emoji: string) => void;
}

function Grid({ title, emojis, tone, onChoose }: GridProps) {
  if (emojis.length === 0) return null;
  return (
    <>
      <p className={styles.title}>{title}</p>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no fields, but buttons */}
      <div className={styles.grid} role="group" aria-label={title}>
        {emojis.map((one) => (
          <EmojiButton key={one.emoji} emoji={withTone(one, tone)} name={one.name} onChoose={onChoose} />
        ))}
      </div>
    </>
  );
}

interface RecentProps {
  readonly recent: readonly string[];
  readonly emojis: readonly Emoji[];
  readonly onChoose: (emoji: string) => void;
}

function Recent({ recent, emojis, onChoose }: RecentProps) {
  const t = useWords(emojiMessages);
  const nameOf = (emoji: string) => emojis.find((one) => one.emoji.startsWith(emoji))?.name ?? emoji;
  return (
    <>
      <p className={styles.title}>{t("chat.emoji.recent")}</p>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no fields, but buttons */}
      <div className={styles.grid} role="group" aria-label={t("chat.emoji.recent")}>
        {recent.map((emoji) => (
          <EmojiButton key={emoji} emoji={emoji} name={nameOf(emoji)} onChoose={onChoose} />
        ))}
      </div>
    </>
  );
}

interface EmojiButtonProps {
  readonly emoji: string;
  readonly name: string;
  readonly onChoose: (emoji: string) => void;
}

function EmojiButton({ emoji, name, onChoose }: EmojiButtonProps) {
  return (
    <button
      type="button"
      className={styles.emoji}
      data-emoji=""
      aria-label={name}
      title={name}
      onClick={() => onChoose(emoji)}
    >
      {emoji}
    </button>
  );
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -COLUMNS,
  ArrowDown: COLUMNS,
};

/** Arrow keys move between emojis; Down leads from the search to the first, Up from the first row back to the search. */
function moveInGrid(event: KeyboardEvent<HTMLDivElement>): void {
  const step = STEPS[event.key];
  const { target, currentTarget } = event;
  if (step === undefined || !(target instanceof HTMLElement)) return;
  const all = [...currentTarget.querySelectorAll<HTMLElement>("[data-emoji]")];
  const at = all.indexOf(target);
  if (at < 0 && event.key !== "ArrowDown") return;
  event.preventDefault();
  const next = at < 0 ? all[0] : all[at + step];
  if (next !== undefined) next.focus();
  else if (event.key === "ArrowUp") currentTarget.querySelector("input")?.focus();
}

const GAP_PX = 6;

/** Above its button where there is room, otherwise below; never outside the page. */
function placeAt({ top, bottom, right }: DOMRect, { offsetWidth: width, offsetHeight: height }: HTMLElement) {
  const above = top - height - GAP_PX;
  const below = Math.max(GAP_PX, Math.min(bottom + GAP_PX, window.innerHeight - height - GAP_PX));
  const left = Math.max(GAP_PX, Math.min(right - width / 2, window.innerWidth - width - GAP_PX));
  return { top: `${above >= GAP_PX ? above : below}px`, left: `${left}px` };
}

/** A press anywhere else closes it. */
function useOutside(panel: RefObject<HTMLElement | null>, anchor: HTMLElement, onClose: () => void): void {
  useEffect(() => {
    const press = ({ target }: PointerEvent) => {
      if (target instanceof Node && !panel.current?.contains(target) && !anchor.contains(target)) onClose();
    };
    document.addEventListener("pointerdown", press);
    return () => document.removeEventListener("pointerdown", press);
  });
}
