import { BUDDY_PICTURE_PX, type ColleagueCard, type PeopleEvent } from "@callpanel/contract";
import type { Revisions } from "../../kernel/bus/revisions.ts";
import type { DirectoryStore } from "../directory/index.ts";
import { pictureUrl } from "../pictures/index.ts";
import { displayName, type User, type UserStore } from "../users/index.ts";

export interface ChangedCardsDeps {
  readonly store: Pick<DirectoryStore, "revision" | "peopleSince">;
  readonly users: Pick<UserStore, "byId">;
  readonly revisions: Pick<Revisions, "follow">;
  readonly realm: string;
  readonly tell: (event: PeopleEvent) => void;
}

/** RT-60: sends the people of a realm who are added, changed or removed by any process. @returns stops it */
export async function followChangedCards({
  store,
  users,
  revisions,
  realm,
  tell,
}: ChangedCardsDeps): Promise<() => void> {
  let seen = await store.revision();
  return revisions.follow("company", async () => {
    const { revision, people } = await store.peopleSince(seen);
    if (people === "everybody") tell({ action: "PEOPLE", realm, changed: [], removed: [] });
    else {
      const changed: ColleagueCard[] = [];
      const removed: number[] = [];
      for (const id of people) {
        const user = await users.byId(id);
        if (user === undefined) removed.push(id);
        else if (user.realm.name === realm) changed.push(cardOf(user));
      }
      if (changed.length + removed.length > 0) tell({ action: "PEOPLE", realm, changed, removed });
    }
    seen = revision;
  });
}

export const cardOf = (user: User): ColleagueCard => ({
  userId: user.id,
  username: user.username,
  exten: user.extension,
  name: displayName(user),
  department: user.department,
  pictureProfileUrl: pictureUrl(user.pictureKey, BUDDY_PICTURE_PX),
});
