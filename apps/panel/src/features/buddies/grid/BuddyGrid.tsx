import type { Buddy } from "@callpanel/contract";
import { memo, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { FocusEvent, KeyboardEvent, MouseEvent, PointerEvent } from "react";
import type { MovingState } from "../../../shared/phone/moving.ts";
import { useService } from "../../../shared/panel.ts";
import { LIVE_BUDDIES } from "../../../shared/live/liveBuddies.ts";
import { MOVING } from "../../../shared/phone/moving.ts";
import { useSnapshot } from "../../../shared/store.ts";
import type { Readable } from "../../../shared/store.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { BuddyCard } from "../card/BuddyCard.tsx";
import type { Arranging } from "../list/arranging.ts";
import { buddiesMessages } from "../buddies.messages.ts";
import hoverRest from "../../../shared/list/HoverRest.module.css";
import type { StableSort, Holder } from "../../../shared/list/stableSort.store.ts";
import { useCardActions } from "../card/cardActions.ts";
import type { CardActions } from "../card/cardActions.ts";
import { MEASURES } from "./cardMeasures.ts";
import type { BuddyView } from "../preferences.store.ts";
import type { Watching } from "../watched/useWatched.ts";
import { CARDS_A_FRAME, useGridWindow } from "./useGridWindow.ts";
import { useSlots } from "./useSlots.ts";
import { gridHeightOf, stepIndex } from "./window.model.ts";
import styles from "./BuddyGrid.module.css";

export interface BuddyGridProps {
  readonly people: readonly Buddy[];
  readonly view: BuddyView;
  /** More people are being loaded, or the list is being loaded again. */
  readonly busy: boolean;
  /** Receives the card under the pointer or focus; null if the order does not follow live events. */
  readonly stableSort: StableSort | null;
  readonly watching: Watching;
  readonly starred: boolean;
  /** Null if the person cannot change the order. */
  readonly arranging: Arranging | null;
}

/** The cards of all people; only about the visible ones are in the page (BUDDIES-10). */
export const BuddyGrid = memo(function BuddyGrid({
  people,
  view,
  busy,
  stableSort,
  watching,
  starred,
  arranging,
}: BuddyGridProps) {
  const t = useWords(buddiesMessages);
  const grid = useRef<HTMLUListElement>(null);
  const actions = useCardActions({ watching, starred, arranging });
  const measure = MEASURES[view];
  const count = people.length;
  const { columns, first, last, complete, scrolling } = useGridWindow(grid, measure, count);
  const liveBuddies = useService(LIVE_BUDDIES);
  const moving = useService(MOVING);
  const stale = useSnapshot(liveBuddies.liveness).kind === "stale";
  const carrying = useSnapshot(useMemo(() => carryingOf(moving), [moving]));
  const walk = useGridWalk(grid, { people, columns, stableSort, arranging });
  const menu = useCardClicks(people, actions);
  const { current } = walk;
  const currentAt = useMemo(
    () => (current === null ? -1 : people.findIndex(({ subscriberId }) => subscriberId === current)),
    [people, current],
  );
  const { shown, indexOf } = useMemo(() => {
    const indexes = Array.from({ length: Math.max(0, last - first) }, (_, at) => first + at);
    // The card with the focus stays in the page when it is scrolled out of view; otherwise the focus would be lost.
    if (currentAt >= 0 && currentAt < first) indexes.unshift(currentAt);
    if (currentAt >= last) indexes.push(currentAt);
    const cards = indexes.flatMap((index) => {
      const buddy = people[index];
      return buddy ? [{ index, buddy }] : [];
    });
    return {
      shown: cards.map(({ buddy }) => buddy),
      indexOf: new Map(cards.map(({ index, buddy }) => [buddy.subscriberId, index])),
    };
  }, [people, first, last, currentAt]);
  const slots = useSlots({
    people,
    shown,
    recycles: arranging === null,
    scrolling,
    anchors: menu.opened !== null,
    kept: current,
    most: CARDS_A_FRAME,
  });
  useFrozenOrder(stableSort, scrolling);
  const stop = currentAt < 0 ? first : currentAt;
  const height = gridHeightOf(count, columns, measure);
  return (
    <div className={styles.place} style={{ height }}>
      <ul
        ref={grid}
        className={hoverRest.rests}
        style={{ height }}
        aria-label={t("buddies.list")}
        aria-busy={busy}
        data-gliding={slots.glides ? "" : undefined}
        {...walk.handlers}
        {...menu.handlers}
      >
        {[...slots.of].map(([subscriberId, slot]) => {
          const index = indexOf.get(subscriberId) ?? -1;
          const buddy = people[index];
          return buddy ? (
            <BuddyCard
              key={slot}
              buddy={buddy}
              view={view}
              actions={actions}
              index={index}
              count={count}
              columns={columns}
              complete={index >= complete.first && index < complete.last}
              stale={stale}
              carrying={carrying}
              current={index === stop}
              opened={subscriberId === menu.opened}
              onClose={menu.onClose}
            />
          ) : null;
        })}
      </ul>
    </div>
  );
});

/** BUDDIES-14: nothing moves while the page is scrolled. */
function useFrozenOrder(stableSort: StableSort | null, scrolling: Readable<boolean>): void {
  useEffect(() => {
    const follow = () => (scrolling.get() ? stableSort?.freeze("scrolling") : stableSort?.thaw("scrolling"));
    const stop = scrolling.subscribe(follow);
    return () => {
      stop();
      stableSort?.thaw("scrolling");
    };
  }, [stableSort, scrolling]);
}

/** The buttons of all cards: one listener, and one menu at a time. */
function useCardClicks(people: readonly Buddy[], { call, message }: CardActions) {
  const [opened, setOpened] = useState<number | null>(null);
  const onClose = useCallback(() => setOpened(null), []);
  const onClick = ({ target }: MouseEvent) => {
    const button = target instanceof Element ? target.closest<HTMLElement>("[data-action]") : null;
    const index = button ? indexOfCard(button) : null;
    const buddy = index === null ? undefined : people[index];
    if (button === null || buddy === undefined) return;
    const { action } = button.dataset;
    if (action === "call") call?.(buddy);
    else if (action === "chat") message(buddy)?.();
    else setOpened(buddy.subscriberId);
  };
  return { opened, handlers: { onClick }, onClose };
}

/** The target of a dragged call does not concern the grid. */
const carryingOf = ({ get, subscribe }: Readable<MovingState>): Readable<boolean> => ({
  get: () => get().phase === "carried",
  subscribe,
});

interface WalkOptions {
  readonly people: readonly Buddy[];
  readonly columns: number;
  readonly stableSort: StableSort | null;
  readonly arranging: Arranging | null;
}

/** BUDDIES-16: one card is in the tab order; arrow keys move from card to card, to the same button. */
function useGridWalk(
  grid: React.RefObject<HTMLElement | null>,
  { people, columns, stableSort, arranging }: WalkOptions,
) {
  const [current, setCurrent] = useState<number | null>(null);
  /** The button that gets the focus as soon as its card is rendered. */
  const wanted = useRef<string | null>(null);
  useLayoutEffect(() => {
    const action = wanted.current;
    if (action === null) return;
    wanted.current = null;
    const index = people.findIndex(({ subscriberId }) => subscriberId === current);
    const card = grid.current?.querySelector(`[data-index="${index}"]`);
    const button = card?.querySelector<HTMLElement>(`[data-action="${action}"]`);
    card?.scrollIntoView({ block: "nearest" });
    (button ?? card?.querySelector<HTMLElement>("[data-action]"))?.focus({ preventScroll: true });
  }, [grid, current, people]);

  const hold = (by: Holder, target: EventTarget) => {
    const index = indexOfCard(target);
    const buddy = index === null ? undefined : people[index];
    if (index === null || buddy === undefined) stableSort?.release(by);
    else stableSort?.hold(by, { subscriberId: buddy.subscriberId, index });
    return buddy;
  };
  const handlers = {
    onPointerOver: (event: PointerEvent) => void hold("pointer", event.target),
    onPointerLeave: () => stableSort?.release("pointer"),
    onFocus: (event: FocusEvent) => {
      const buddy = hold("focus", event.target);
      if (buddy) setCurrent(buddy.subscriberId);
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) stableSort?.release("focus");
    },
    onDragStart: () => stableSort?.freeze("drag"),
    onDragEnd: () => stableSort?.thaw("drag"),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const { target } = event;
      const index = indexOfCard(target);
      const to = index === null ? null : stepIndex(index, event.key, { columns, count: people.length });
      if (index === null || to === null || !(target instanceof HTMLElement)) return;
      const moved = people[index];
      const next = event.altKey ? moved : people[to];
      if (next === undefined || (event.altKey && arranging === null)) return;
      event.preventDefault();
      if (event.altKey) arranging?.shift(next, to - index);
      setCurrent(next.subscriberId);
      wanted.current = target.dataset["action"] ?? "more";
    },
  };
  return { current, handlers };
}

/** The index of the card that contains an element; null outside of cards, for example in the menu of a card. */
function indexOfCard(target: EventTarget): number | null {
  const card = target instanceof Element ? target.closest("[data-index]") : null;
  return card instanceof HTMLElement ? Number(card.dataset["index"]) : null;
}
