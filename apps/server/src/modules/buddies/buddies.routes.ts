import { endpoints, holdsRule, PAGE_SIZE, type Buddy, type Presence } from "@callpanel/contract";
import type { FastifyPluginCallback } from "fastify";
import type { EndpointServer } from "../../kernel/endpoint-server.ts";
import { searchWords } from "../../kernel/search-text.ts";
import { displayName, type User, type UserStore } from "../users/index.ts";

/** What the phone system knows of a person just now. */
export interface PhoneStateReader {
  stateOf(
    realm: string,
    userId: number,
  ): { readonly registered: boolean; readonly call: "none" | "ringing" | "answered" };
}

export interface BuddiesDeps {
  readonly endpointServer: EndpointServer;
  readonly users: UserStore;
  readonly phone: PhoneStateReader;
}

/** Colleagues with their state. */
export function createBuddiesModule({ endpointServer, users, phone }: BuddiesDeps): FastifyPluginCallback {
  return (app, _options, done) => {
    endpointServer.serve(app, endpoints.listBuddies, async ({ query, caller }) => {
      const { start, limit = PAGE_SIZE.buddies } = query;
      const words = searchWords(query.search);
      const page = await users.search({ realmId: caller.realm.id, words, start, limit });
      const showsCalls = holdsRule(caller.rights, "panel_buddies", "show_call_state");
      return {
        total: page.total,
        data: page.users.map((user) => presentBuddy(user, phone.stateOf(user.realm.name, user.id), showsCalls)),
      };
    });
    done();
  };
}

type PhoneState = ReturnType<PhoneStateReader["stateOf"]>;

function presentBuddy(user: User, state: PhoneState, showsCalls: boolean): Buddy {
  return {
    subscriberId: user.id,
    userId: user.id,
    username: user.username,
    exten: user.extension,
    name: displayName(user),
    department: user.department,
    pictureProfileUrl: null,
    registered: state.registered,
    presence: presenceOf(state, showsCalls),
  };
}

/** Spec 1 §4: registered means online; calls are seen only with show_call_state. */
export function presenceOf({ registered, call }: PhoneState, showsCalls: boolean): Presence {
  if (showsCalls && call === "answered") return "oncall";
  if (showsCalls && call === "ringing") return "ringing";
  return registered ? "online" : "offline";
}
