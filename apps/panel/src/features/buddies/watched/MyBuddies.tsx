import { Button, IconStar, Spoken, StatePanel } from "@callpanel/ui";
import { useEffect, useMemo, useRef, useState } from "react";
import { useWords } from "../../../shared/words/useWords.ts";
import { BuddyGrid } from "../grid/BuddyGrid.tsx";
import { NobodyFound } from "../grid/NobodyFound.tsx";
import { findBuddies } from "../list/arrange.model.ts";
import type { Arranging } from "../list/arranging.ts";
import { buddiesMessages } from "../buddies.messages.ts";
import { joinCardDrag } from "../card/cardDrag.ts";
import type { BuddyView } from "../preferences.store.ts";
import type { Watching } from "./useWatched.ts";
import { dropOf, shiftOf } from "./watched.model.ts";
import type { Watched, WatchStep } from "./watched.model.ts";

export interface MyBuddiesProps {
  readonly list: Watched;
  readonly watching: Watching;
  readonly search: string;
  readonly view: BuddyView;
  readonly onEveryone: () => void;
}

/** BUDDIES-19: the watched colleagues, in the person's own order. */
export function MyBuddies({ list, watching, search, view, onEveryone }: MyBuddiesProps) {
  const t = useWords(buddiesMessages);
  const { arranging, said } = useArranging(list, watching.give);
  const people = useMemo(() => findBuddies(list, search), [list, search]);
  if (list.length === 0)
    return (
      <StatePanel
        icon={IconStar}
        title={t("buddies.mineEmptyTitle")}
        text={t("buddies.mineEmptyText")}
        action={<Button onClick={onEveryone}>{t("buddies.showEveryone")}</Button>}
      />
    );
  if (people.length === 0) return <NobodyFound search={search} />;
  return (
    <>
      <BuddyGrid
        people={people}
        view={view}
        busy={false}
        stableSort={null}
        watching={watching}
        starred={false}
        // No moving while a search filters: a place in the result is not a place in the whole list.
        arranging={search === "" ? arranging : null}
      />
      <Spoken is="output" aria-live="polite">
        {said}
      </Spoken>
    </>
  );
}

/** Moves cards and announces their new place to screen readers. */
function useArranging(list: Watched, give: Watching["give"]) {
  const t = useWords(buddiesMessages);
  const [said, setSaid] = useState("");
  const present = useRef(list);
  useEffect(() => {
    present.current = list;
  }, [list]);
  const arranging = useMemo((): Arranging | null => {
    if (give === null) return null;
    const take = (step: WatchStep | null) => {
      if (step?.type !== "move") return;
      give(step);
      const others = present.current.filter(({ exten }) => exten !== step.buddy.exten);
      const at = others.findIndex(({ exten }) => exten === step.before);
      const place = at < 0 ? present.current.length : at + 1;
      setSaid(t("buddies.moved", { name: step.buddy.name, place, count: present.current.length }));
    };
    return {
      shift: (buddy, by) => take(shiftOf(present.current, buddy, by === "top" ? -present.current.length : by)),
      isFirst: ({ exten }) => present.current[0]?.exten === exten,
      isLast: ({ exten }) => present.current[present.current.length - 1]?.exten === exten,
      joinDrag: (card, { subscriberId }) =>
        joinCardDrag(card, {
          id: subscriberId,
          onDrop: (moved, edge) => take(dropOf(present.current, moved, { id: subscriberId, edge })),
        }),
    };
  }, [give, t]);
  return { arranging, said };
}
