import type { ColleagueCard, PeopleEvent } from "@callpanel/contract";
import type { QueryClient } from "@tanstack/react-query";
import { chatUsersQuery } from "../../shared/chat/chatPeople.ts";
import type { FeaturePanel } from "../../shared/feature.ts";
import type { LiveEvents } from "../../shared/live/events.ts";
import { reloadOn, type Reload } from "../../shared/live/reload.ts";
import { firstBuddiesQuery, laterBuddiesQuery, myBuddiesQuery } from "./buddies.api.ts";

/** Searches for colleagues. */
const SEARCHES_KEY = ["people"] as const;
const ALL = [["buddies"], SEARCHES_KEY] as const;

/** Many people at once. Their lists load again, and after a connection was lost too, because events were missed. */
const manyReload: Reload = {
  keysOf: (event) => {
    if (event.action !== "PEOPLE") return [];
    return event.changed.length + event.removed.length === 0 ? ALL : [SEARCHES_KEY];
  },
  all: ALL,
  skipsFirst: true,
  gatherMs: 250,
};

type LivePanel = Pick<FeaturePanel, "client" | "clock" | "api"> & { readonly events: Pick<LiveEvents, "listen"> };

/** RT-61: what administration changes of colleagues is seen without a reload, on cards and in the list of chat. */
export function followPeople(panel: LivePanel): () => void {
  const { soon, stop } = reloadOn(panel, manyReload);
  const unlisten = panel.events.listen((message) => {
    if (message.type !== "event" || message.event.action !== "PEOPLE") return;
    if (!applyPeople(panel, message.event)) soon();
  });
  return () => {
    unlisten();
    stop();
  };
}

/** @returns false: a colleague is not in the loaded list, so it loads again */
function applyPeople({ api, client }: Pick<FeaturePanel, "api" | "client">, event: PeopleEvent): boolean {
  const change = { cards: new Map(event.changed.map((card) => [card.userId, card])), removed: new Set(event.removed) };
  const known = new Set<number>();
  const rows = <Row extends ColleagueCard>(before: readonly Row[]): Row[] => {
    for (const { userId } of before) known.add(userId);
    return withCards(before, change);
  };
  let isLoaded = false;
  for (const { queryKey } of [firstBuddiesQuery(api), laterBuddiesQuery(api)])
    client.setQueryData(queryKey, (before) => {
      if (before === undefined) return undefined;
      isLoaded = true;
      const data = rows(before.data);
      return { ...before, data, total: before.total - (before.data.length - data.length) };
    });
  client.setQueryData(myBuddiesQuery(api).queryKey, (before) => before && withCards(before, change));
  patchChat({ api, client }, event);
  return !isLoaded || event.changed.every(({ userId }) => known.has(userId));
}

interface CardsChange {
  readonly cards: ReadonlyMap<number, ColleagueCard>;
  readonly removed: ReadonlySet<number>;
}

const withCards = <Row extends ColleagueCard>(rows: readonly Row[], { cards, removed }: CardsChange): Row[] =>
  rows.filter(({ userId }) => !removed.has(userId)).map((row) => ({ ...row, ...cards.get(row.userId) }));

function patchChat(
  { api, client }: { readonly api: FeaturePanel["api"]; readonly client: QueryClient },
  { changed }: PeopleEvent,
) {
  const byUsername = new Map(changed.map((card) => [card.username, card]));
  client.setQueryData(
    chatUsersQuery(api).queryKey,
    (before) =>
      before && {
        ...before,
        data: before.data.map((user) => {
          const card = byUsername.get(user.username);
          if (card === undefined) return user;
          return { ...user, name: card.name, extension: card.exten, avatar: card.pictureProfileUrl };
        }),
      },
  );
}
