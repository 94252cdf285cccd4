import { endpoints, PAGE_SIZE, type Buddy, type Presence, type Rights } from "@callpanel/contract";
import type { FastifyPluginCallback } from "fastify";
import type { EndpointServer } from "../../kernel/endpoint-server.ts";
import { searchWords } from "../../kernel/search-text.ts";
import { displayName, type User, type UserStore } from "../users/index.ts";

/** How a person's telephones stand, as far as a receiver with these rights may see it. */
export interface BuddyStateReader {
  stateOf(realm: string, userId: number, rights: Rights): { readonly registered: boolean; readonly presence: Presence };
}

export interface BuddiesDeps {
  readonly endpointServer: EndpointServer;
  readonly users: UserStore;
  readonly office: BuddyStateReader;
}

/** Colleagues with their state. */
export function createBuddiesModule({ endpointServer, users, office }: BuddiesDeps): FastifyPluginCallback {
  return (app, _options, done) => {
    endpointServer.serve(app, endpoints.listBuddies, async ({ query, caller }) => {
      const { start, limit = PAGE_SIZE.buddies } = query;
      const words = searchWords(query.search);
      const page = await users.search({ realmId: caller.realm.id, words, start, limit });
      return {
        total: page.total,
        data: page.users.map((user) => presentBuddy(user, office.stateOf(user.realm.name, user.id, caller.rights))),
      };
    });
    done();
  };
}

function presentBuddy(user: User, state: ReturnType<BuddyStateReader["stateOf"]>): Buddy {
  return {
    subscriberId: user.id,
    userId: user.id,
    username: user.username,
    exten: user.extension,
    name: displayName(user),
    department: user.department,
    pictureProfileUrl: null,
    ...state,
  };
}
