import {
  AppError,
  endpoints,
  PAGE_SIZE,
  type Buddy,
  type Presence,
  type RealtimeEvent,
  type WatchedOrder,
} from "@callpanel/contract";
import type { Caller } from "../../kernel/http/caller.ts";
import type { EndpointServer } from "../../kernel/http/endpoint-server.ts";
import { searchWords } from "../../kernel/text/search-text.ts";
import type { Routes } from "../../kernel/server-module.ts";
import { displayName, foldUsername, type User, type UserStore } from "../users/index.ts";
import { cardOf } from "./changed-cards.ts";
import type { BuddyStore } from "./buddies.store.ts";
import { stepWatched, type WatchedAction, type WatchedList } from "./watched.model.ts";

/** The state of a person's telephones, as far as a receiver may see it. */
export interface BuddyStateReader {
  stateOf(
    realm: string,
    userId: number,
    receiver: Pick<Caller, "userId" | "rights">,
  ): {
    readonly registered: boolean;
    readonly presence: Presence;
    readonly userAgent: string | null;
  } & Pick<Buddy, "dnd" | "forward" | "followme" | "voicemailCount">;
}

/** Sends events to a person's own panels only. */
export interface OwnEventSender {
  tell(userId: number, event: RealtimeEvent): void;
}

export interface BuddiesDeps {
  readonly endpointServer: EndpointServer;
  readonly users: UserStore;
  readonly buddies: BuddyStore;
  readonly presenceBoard: BuddyStateReader;
  readonly ownEvents: OwnEventSender;
}

/** Colleagues with their state, and the list of those that a person watches. */
export function createBuddiesRoutes(deps: BuddiesDeps): Routes {
  const { endpointServer, users, buddies, presenceBoard } = deps;
  const present = (user: User, caller: Caller): Buddy =>
    presentBuddy(user, presenceBoard.stateOf(user.realm.name, user.id, caller));

  const colleague = async (username: string, caller: Caller): Promise<User> => {
    const user = await users.byUsername(foldUsername(username));
    // BUDDY-5: a person of another company gives the same error as an unknown one.
    if (user?.realm.id !== caller.realm.id) throw new AppError("buddies.unknown");
    return user;
  };

  /** BUDDY-8: the person's other panels are notified. */
  const change = async (caller: Caller, exten: string, action: WatchedAction): Promise<WatchedList> => {
    const list = await buddies.change(caller.userId, (before) => stepWatched(before, action));
    const sort = list.find((one) => one.exten === exten)?.sort;
    deps.ownEvents.tell(caller.userId, {
      action: "BUDDYPREF",
      realm: caller.realm.name,
      exten,
      watched: sort !== undefined,
      ...(sort === undefined ? {} : { sort }),
    });
    return list;
  };

  return (app) => {
    endpointServer.serve(app, endpoints.listBuddies, async ({ query, caller }) => {
      const { start, limit = PAGE_SIZE.buddies } = query;
      const words = searchWords(query.search);
      const page = await users.search({ realmId: caller.realm.id, words, start, limit });
      return { total: page.total, data: page.users.map((user) => present(user, caller)) };
    });

    endpointServer.serve(app, endpoints.listMyBuddies, async ({ caller }) => {
      const watched = await buddies.watchedBy(caller.userId);
      const data = watched.map(({ user, sort }) => ({ ...present(user, caller), sort }));
      return { total: data.length, data };
    });

    endpointServer.serve(app, endpoints.watchBuddy, async ({ body, caller }) => {
      const user = await colleague(body.username, caller);
      const buddy = { buddyId: user.id, exten: user.extension, name: displayName(user) };
      const list = await change(caller, buddy.exten, { type: "watch", buddy, sort: body.sort });
      const sort = list.find(({ buddyId }) => buddyId === user.id)?.sort ?? 0;
      return { buddy: { ...present(user, caller), sort }, order: orderOf(list) };
    });

    endpointServer.serve(app, endpoints.moveBuddy, async ({ params: { exten }, body: { sort }, caller }) => {
      const list = await change(caller, exten, { type: "move", exten, sort });
      return { order: orderOf(list) };
    });

    endpointServer.serve(app, endpoints.unwatchBuddy, async ({ params: { exten }, caller }) => {
      const list = await change(caller, exten, { type: "unwatch", exten });
      return { order: orderOf(list) };
    });
  };
}

const orderOf = (list: WatchedList): WatchedOrder => list.map(({ exten, sort }) => ({ exten, sort }));

/** BUDDY-1: fields that need a show_ permission are null without it. */
function presentBuddy(user: User, state: ReturnType<BuddyStateReader["stateOf"]>): Buddy {
  return {
    subscriberId: user.id,
    ...cardOf(user),
    contact: null,
    ...state,
  };
}
