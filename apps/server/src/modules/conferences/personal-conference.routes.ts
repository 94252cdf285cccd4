import {
  AppError,
  endpoints,
  PERSONAL_CONFERENCE_PREFIX,
  type PersonalConference,
  type RealtimeEvent,
} from "@callpanel/contract";
import type { Caller } from "../../kernel/http/caller.ts";
import type { EndpointServer } from "../../kernel/http/endpoint-server.ts";
import type { Routes } from "../../kernel/server-module.ts";
import { DEFAULT_PERSONAL, type PersonalConfiguration } from "./configuration/conference-configuration.ts";
import { MOST_USERS, ROOM_PIN } from "./configuration/conference-fields.ts";
import type { ConferenceStore } from "./conference.store.ts";

export interface PersonalConferenceRoutesDeps {
  readonly endpointServer: EndpointServer;
  readonly store: Pick<ConferenceStore, "personalOf" | "savePersonal">;
  /** So that the phone system reads the settings at once. */
  readonly companyChanged: () => void;
  /** Sends events to a person's own panels only. */
  readonly ownEvents: { tell(userId: number, event: RealtimeEvent): void };
}

/** CONF-44: a person's own room. */
export function createPersonalConferenceRoutes(deps: PersonalConferenceRoutesDeps): Routes {
  const { endpointServer, store, ownEvents, companyChanged } = deps;
  return (app) => {
    endpointServer.serve(app, endpoints.getPersonalConference, async ({ caller }) =>
      present((await store.personalOf(caller.userId)) ?? DEFAULT_PERSONAL, caller),
    );

    endpointServer.serve(app, endpoints.changePersonalConference, async ({ body, caller }) => {
      const configuration = checked(body);
      const { userId, realm, extension: exten } = caller;
      await store.savePersonal(userId, configuration);
      companyChanged();
      ownEvents.tell(userId, { action: "SETTING", realm: realm.name, exten, setting: "personal_conferences" });
      return present(configuration, caller);
    });
  };
}

type Body = Omit<PersonalConference, "number">;

function checked(body: Body): PersonalConfiguration {
  const { max_participants: maxUsers, user_pin: pin } = body;
  if (!ROOM_PIN.test(pin)) throw new AppError("conferences.pin");
  if (!Number.isInteger(maxUsers) || maxUsers < 0 || maxUsers > MOST_USERS)
    throw new AppError("conferences.participants", { limit: MOST_USERS });
  return {
    active: body.activate,
    pin,
    maxUsers,
    announceCount: body.announce_count,
    musicOnHold: body.music_on_hold,
    waitForAdmin: body.wait_for_admin,
    announceJoinLeave: body.announce_join_leave,
    optionsMenu: body.options_menu,
    listenOnly: body.listen_only,
  };
}

const present = (settings: PersonalConfiguration, { extension }: Caller): PersonalConference => ({
  activate: settings.active,
  user_pin: settings.pin,
  max_participants: settings.maxUsers,
  announce_count: settings.announceCount,
  music_on_hold: settings.musicOnHold,
  wait_for_admin: settings.waitForAdmin,
  announce_join_leave: settings.announceJoinLeave,
  options_menu: settings.optionsMenu,
  listen_only: settings.listenOnly,
  number: `${PERSONAL_CONFERENCE_PREFIX}${extension}`,
});
