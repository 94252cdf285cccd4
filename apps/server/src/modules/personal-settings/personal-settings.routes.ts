import { AppError, endpoints, type PermissionModule, type RealtimeEvent, type WatchedUser } from "@callpanel/contract";
import type { Caller } from "../../kernel/http/caller.ts";
import type { EndpointServer } from "../../kernel/http/endpoint-server.ts";
import type { Routes } from "../../kernel/server-module.ts";
import { isAllowedPopUrl, type CompanySettings } from "../realm-settings/index.ts";
import { changeableUser, mayReadOf, presentWatched, watchedUsers, type User, type UserStore } from "../users/index.ts";
import {
  CHAT_NOTICES,
  CLICK_TO_DIAL,
  NOTIFICATIONS,
  PREFERENCES,
  readSetting,
  SCREEN_POP,
  type SettingKind,
} from "./personal-settings.model.ts";
import type { PersonalSettingStore } from "./personal-settings.store.ts";

export interface PersonalSettingsDeps {
  readonly endpointServer: EndpointServer;
  readonly users: UserStore;
  readonly settings: PersonalSettingStore;
  readonly company: () => Pick<CompanySettings, "screenPopOrigins">;
  /** Sends events to a person's own panels only. */
  readonly ownEvents: { tell(userId: number, event: RealtimeEvent): void };
}

/** Settings that affect only a person's own panels: preferences, click-to-dial, screen pop, notifications. */
export function createPersonalSettingsRoutes(deps: PersonalSettingsDeps): Routes {
  const { endpointServer, users, settings } = deps;

  const list = async <Value extends object>(
    kind: SettingKind<Value>,
    input: { readonly caller: Caller; readonly module: PermissionModule; readonly asked: number },
  ): Promise<{ total: number; data: Array<WatchedUser & Value> }> => {
    const watched = await watchedUsers(users, input);
    const stored = await settings.read(
      kind.name,
      watched.map(({ id }) => id),
    );
    const data = watched.map((user) => ({
      ...presentWatched(user, input.caller, input.module),
      ...readSetting(kind, stored.get(user.id)),
    }));
    return { total: data.length, data };
  };

  /** ACCOUNT-3: the person's panels are notified. */
  const change = async <Value extends object>(
    kind: SettingKind<Value>,
    whose: Pick<User, "id" | "extension"> & { readonly realm: { readonly name: string } },
    changes: Partial<Value>,
  ): Promise<Value> => {
    let after = kind.initial;
    await settings.change(kind.name, whose.id, (before) => {
      after = { ...readSetting(kind, before), ...changes };
      return JSON.stringify(after);
    });
    deps.ownEvents.tell(whose.id, {
      action: "SETTING",
      realm: whose.realm.name,
      exten: whose.extension,
      setting: kind.name,
    });
    return after;
  };
  const changeOf = async <Value extends object>(
    kind: SettingKind<Value>,
    input: { readonly caller: Caller; readonly module: PermissionModule; readonly whose: number },
    changes: Partial<Value>,
  ): Promise<Value> => change(kind, await changeableUser(users, input), changes);

  return (app) => {
    endpointServer.serve(app, endpoints.getPreferences, async ({ params, caller }) => {
      const whose = mayReadOf(caller, "user_preferences", params.id) ? await users.byId(params.id) : undefined;
      if (whose?.realm.id !== caller.realm.id) throw new AppError("request.forbidden");
      return readSetting(PREFERENCES, (await settings.read(PREFERENCES.name, [whose.id])).get(whose.id));
    });
    endpointServer.serve(app, endpoints.changePreferences, ({ params, body, caller }) =>
      changeOf(PREFERENCES, { caller, module: "user_preferences", whose: params.id }, body),
    );

    endpointServer.serve(app, endpoints.listClickToDial, ({ params, caller }) =>
      list(CLICK_TO_DIAL, { caller, module: "click_to_dial", asked: params.id }),
    );
    endpointServer.serve(app, endpoints.changeClickToDial, ({ params, body, caller }) =>
      changeOf(CLICK_TO_DIAL, { caller, module: "click_to_dial", whose: params.id }, body),
    );

    endpointServer.serve(app, endpoints.listScreenPops, ({ params, caller }) =>
      list(SCREEN_POP, { caller, module: "screenpop", asked: params.id }),
    );
    endpointServer.serve(app, endpoints.changeScreenPop, async ({ params, body, caller }) => {
      const { url } = body;
      if (url !== "" && !isAllowedPopUrl(url, deps.company().screenPopOrigins))
        throw new AppError("screenpop.origin", { origin: new URL(url).origin });
      return changeOf(SCREEN_POP, { caller, module: "screenpop", whose: params.id }, body);
    });

    endpointServer.serve(app, endpoints.getNotifications, async ({ caller: { userId } }) =>
      readSetting(NOTIFICATIONS, (await settings.read(NOTIFICATIONS.name, [userId])).get(userId)),
    );
    endpointServer.serve(app, endpoints.changeNotifications, ({ body, caller }) =>
      change(NOTIFICATIONS, { ...caller, id: caller.userId }, body),
    );

    endpointServer.serve(app, endpoints.getChatNotices, async ({ caller: { userId } }) =>
      readSetting(CHAT_NOTICES, (await settings.read(CHAT_NOTICES.name, [userId])).get(userId)),
    );
    endpointServer.serve(app, endpoints.changeChatNotices, ({ body, caller }) =>
      change(CHAT_NOTICES, { ...caller, id: caller.userId }, body),
    );
  };
}
