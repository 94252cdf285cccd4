/** The watched list of the fake server: kept in order, with increasing numbers. */
import type { Buddy, WatchedBuddy } from "@callpanel/contract";
import { watchedSortBetween } from "@callpanel/contract";
import type { Reply, SeenRequest } from "./fakeRequest.ts";

const PATH = "/api/v1/panel_buddies";

/** @returns a handler for requests about the list; it returns null for others */
export function createFakeWatched(buddies: readonly Buddy[]): (path: string, request: SeenRequest) => Reply | null {
  let list: readonly WatchedBuddy[] = [];
  const answer = (more = {}): Reply => ({
    status: 200,
    body: { ...more, order: list.map(({ exten, sort }) => ({ exten, sort })) },
  });
  const keep = (next: readonly WatchedBuddy[]) => {
    list = next.toSorted((a, b) => a.sort - b.sort);
  };
  return (path, { method, body }) => {
    if (path === `${PATH}/my_buddies`) return { status: 200, body: { total: list.length, data: list } };
    const fields = new Map<string, unknown>(Object.entries(body ?? {}));
    const exten = path.slice(PATH.length + 1);
    if (path === PATH && method === "POST") {
      const found = buddies.find(({ username }) => username === fields.get("username"));
      if (!found) return { status: 404, body: {} };
      const buddy = { ...found, sort: watchedSortBetween(list.at(-1)?.sort, undefined) };
      keep([...list, buddy]);
      return answer({ buddy });
    }
    if (method === "DELETE") keep(list.filter((one) => one.exten !== exten));
    else if (method === "PUT")
      keep(list.map((one) => (one.exten === exten ? { ...one, sort: Number(fields.get("sort")) } : one)));
    else return null;
    return answer();
  };
}
