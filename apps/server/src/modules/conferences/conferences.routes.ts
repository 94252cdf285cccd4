import {
  AppError,
  confnoOf,
  endpoints,
  PERSONAL_CONFERENCE_PREFIX,
  type Conference,
  type ConferenceOptions,
} from "@callpanel/contract";
import type { Caller } from "../../kernel/http/caller.ts";
import type { EndpointServer } from "../../kernel/http/endpoint-server.ts";
import { foldText, searchWords } from "../../kernel/text/search-text.ts";
import type { Routes } from "../../kernel/server-module.ts";
import type { ConferenceBoard } from "./board/conference.board.ts";
import { conferenceSightOf, presentConference, presentOwn } from "./board/conference.sight.ts";
import type {
  ConferenceConfiguration,
  ConferenceConfigurations,
  ConfiguredConference,
} from "./configuration/conference-configuration.ts";
import { leadsConference, seesConference } from "./conferences.policy.ts";
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
  const seenBy = (caller: Caller): readonly ConfiguredConference[] =>
    configurations
      .of(caller.realm.name)
      .filter(({ number, ownerId }) => seesConference(caller, { confno: confnoOf(number), ownerId }));

  const present = (caller: Caller, room: ConfiguredConference, watched: ReadonlySet<string>): Conference => {
    const { number, name, pin, adminPin, configuration } = room;
    const { realm } = caller;
    const confno = confnoOf(number);
    const place = { realm: realm.name, confno, ownerId: room.ownerId };
    const live = board.find(place);
    const leads = leadsConference(caller, confno, {
      conferences: board,
      conferenceConfigurations: configurations,
    });
    const now = live ?? { ...place, locked: false, recording: false, members: [] };
    const isOwn = room.ownerId === caller.userId;
    const shown = isOwn ? presentOwn(now) : presentConference(now, conferenceSightOf(realm.name, caller));
    const { locked, recording, members } = shown;
    return {
      id: confno,
      name,
      confno,
      number,
      has_admin: adminPin !== null || room.adminIds.length > 0,
      has_pin: pin !== null,
      pin: leads ? pin : null,
      admin_pin: leads ? adminPin : null,
      max_users: configuration.maxUsers,
      watch: watched.has(watchedNumber(room)),
      opts: presentOptions(configuration),
      disabled: configuration.disabled,
      personal: room.ownerId !== undefined,
      may_control: leads,
      locked,
      recording,
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
      const room = seenBy(caller).find(({ number }) => confnoOf(number) === id);
      if (room === undefined) throw new AppError("conferences.unknown");
      await store.watch({ userId, realmId: realm.id, number: watchedNumber(room), watched: watch });
      return { id, watch };
    });
  };
}

/** A person watches a personal conference by the extension of its owner. */
const watchedNumber = ({ number, ownerId }: ConfiguredConference): string =>
  ownerId === undefined ? number : number.slice(PERSONAL_CONFERENCE_PREFIX.length);

const presentOptions = (configuration: ConferenceConfiguration): ConferenceOptions => ({
  announce_count: configuration.announceCount,
  announce_join_leave: configuration.announceJoinLeave,
  music_on_hold: configuration.musicOnHold,
  options_menu: configuration.optionsMenu,
  wait_for_admin: configuration.waitForAdmin,
  listen_only: configuration.listenOnly,
  record: configuration.records,
});
