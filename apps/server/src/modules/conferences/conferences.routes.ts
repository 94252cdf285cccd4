import { AppError, endpoints, maySeeConference, type Conference, type ConferenceOptions } from "@callpanel/contract";
import type { Caller } from "../../kernel/http/caller.ts";
import type { EndpointServer } from "../../kernel/http/endpoint-server.ts";
import { foldText, searchWords } from "../../kernel/text/search-text.ts";
import type { Routes } from "../../kernel/server-module.ts";
import type { ConferenceBoard } from "./board/conference.board.ts";
import { conferenceSightOf, presentConference } from "./board/conference.sight.ts";
import type {
  ConferenceConfiguration,
  ConferenceConfigurations,
  ConfiguredConference,
} from "./configuration/conference-configuration.ts";
import { leadsConference } from "./conferences.policy.ts";
import type { ConferenceStore } from "./conference.store.ts";

export interface ConferencesRoutesDeps {
  readonly endpointServer: EndpointServer;
  readonly configurations: Pick<ConferenceConfigurations, "of">;
  readonly board: Pick<ConferenceBoard, "find">;
  readonly store: Pick<ConferenceStore, "watchedBy" | "watch">;
}

/** Conferences with their members, and which of them a person watches. */
export function createConferencesRoutes({
  endpointServer,
  configurations,
  board,
  store,
}: ConferencesRoutesDeps): Routes {
  const seenBy = ({ realm, rights }: Caller): readonly ConfiguredConference[] =>
    configurations.of(realm.name).filter(({ number }) => maySeeConference(rights, number));

  const present = (caller: Caller, room: ConfiguredConference, watched: ReadonlySet<string>): Conference => {
    const { number, name, pin, adminPin, configuration } = room;
    const { realm } = caller;
    const place = { realm: realm.name, confno: number };
    const live = board.find(place);
    const seesPins = leadsConference(caller, number, {
      conferences: board,
      conferenceConfigurations: configurations,
    });
    const { locked, members } = presentConference(
      live ?? { ...place, locked: false, members: [] },
      conferenceSightOf(realm.name, caller),
    );
    return {
      id: number,
      name,
      confno: number,
      number,
      has_admin: adminPin !== null || room.adminIds.length > 0,
      has_pin: pin !== null,
      pin: seesPins ? pin : null,
      admin_pin: seesPins ? adminPin : null,
      max_users: configuration.maxUsers,
      watch: watched.has(number),
      opts: presentOptions(configuration),
      disabled: configuration.disabled,
      personal: false,
      locked,
      members,
    };
  };

  return (app) => {
    endpointServer.serve(app, endpoints.listConferences, async ({ query: { start, limit, search, watch }, caller }) => {
      const watched = new Set(await store.watchedBy(caller.userId));
      const words = searchWords(search);
      const found = seenBy(caller).filter(
        ({ number, name }) =>
          (!watch || watched.has(number)) && words.every((word) => foldText(`${name} ${number}`).includes(word)),
      );
      return {
        total: found.length,
        data: found.slice(start, start + limit).map((room) => present(caller, room, watched)),
      };
    });

    endpointServer.serve(app, endpoints.watchConference, async ({ params: { id }, body: { watch }, caller }) => {
      const { userId, realm } = caller;
      if (!seenBy(caller).some(({ number }) => number === id)) throw new AppError("conferences.unknown");
      await store.watch({ userId, realmId: realm.id, number: id, watched: watch });
      return { id, watch };
    });
  };
}

const presentOptions = (configuration: ConferenceConfiguration): ConferenceOptions => ({
  announce_count: configuration.announceCount,
  announce_join_leave: configuration.announceJoinLeave,
  music_on_hold: configuration.musicOnHold,
  options_menu: configuration.optionsMenu,
  wait_for_admin: configuration.waitForAdmin,
  listen_only: configuration.listenOnly,
  record: configuration.records,
});
