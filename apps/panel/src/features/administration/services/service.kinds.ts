import {
  addCompanyQueue,
  addCompanyRoom,
  changeCompanyQueue,
  changeCompanyRoom,
  getCompanyQueue,
  getCompanyRoom,
  listCompanyQueues,
  listCompanyRooms,
  removeCompanyQueue,
  removeCompanyRoom,
} from "@callpanel/contract";
import type { CompanyQueue, CompanyRoom, CompanyServiceRow, NewCompanyService } from "@callpanel/contract";
import { IconHeadset, IconUsersGroup } from "@callpanel/ui";
import type { Icon } from "@callpanel/ui";
import type { Api } from "../../../shared/api/api.ts";
import type { AreaPage, Asked } from "../list/useAreaList.ts";
import { changedSettings, memberOf } from "./service.model.ts";
import type { Service, ServiceValues } from "./service.model.ts";
import type { servicesMessages } from "./services.messages.ts";

export interface SettingGroup {
  readonly title: keyof typeof servicesMessages;
  /** Names of settings, in order. */
  readonly names: readonly string[];
}

/** Queues or rooms: how they are loaded and changed, and how their settings are grouped. */
export interface ServiceKind {
  readonly area: "queues" | "rooms";
  readonly path: string;
  readonly icon: Icon;
  readonly groups: readonly SettingGroup[];
  readonly list: (
    api: Api,
    asked: Omit<Asked<object>, "filter">,
    signal: AbortSignal,
  ) => Promise<AreaPage<CompanyServiceRow>>;
  readonly get: (api: Api, number: string, signal: AbortSignal) => Promise<Service>;
  readonly add: (api: Api, body: NewCompanyService) => Promise<Service>;
  readonly change: (api: Api, before: Service, change: { values: ServiceValues; version: string }) => Promise<Service>;
  readonly remove: (api: Api, number: string) => Promise<unknown>;
}

const queueOf = ({ agents, ...queue }: CompanyQueue): Service => ({ ...queue, people: agents });
const roomOf = ({ admins, ...room }: CompanyRoom): Service => ({ ...room, people: admins.map(memberOf) });

export const QUEUES: ServiceKind = {
  area: "queues",
  path: "/administration/queues",
  icon: IconHeadset,
  groups: [
    {
      title: "services.group.ringing",
      names: ["strategy", "ring_seconds", "retry_seconds", "wrap_up_seconds", "weight", "ring_in_use"],
    },
    {
      title: "services.group.waiting",
      names: ["max_waiting", "max_wait_seconds", "empty_for_joining", "empty_for_waiting", "overflow_to"],
    },
    {
      title: "services.group.heard",
      names: [
        "language",
        "greeting",
        "music",
        "announce_position",
        "announce_wait",
        "announce_first_seconds",
        "announce_every_seconds",
      ],
    },
    {
      title: "services.group.leaving",
      names: [
        "exit_key",
        "exit_to",
        "callback_key",
        "callback_attempts",
        "callback_retry_seconds",
        "callback_expires_seconds",
        "max_callbacks",
      ],
    },
    { title: "services.group.agents", names: ["whisper", "auto_pause_after", "auto_pause_scope"] },
    { title: "services.group.quality", names: ["service_level_seconds", "record"] },
  ],
  list: (api, query, signal) => api.call(listCompanyQueues, { query, signal }),
  get: async (api, number, signal) => queueOf(await api.call(getCompanyQueue, { params: { number }, signal })),
  add: async (api, body) => queueOf(await api.call(addCompanyQueue, { body })),
  change: async (api, before, { values, version }) =>
    queueOf(
      await api.call(changeCompanyQueue, {
        params: { number: before.number },
        body: {
          version,
          name: values.name.trim(),
          settings: changedSettings(before, values),
          agents: values.people.map(({ username, penalty, login, ring_in_use }) => ({
            username,
            penalty,
            login,
            ring_in_use,
          })),
        },
      }),
    ),
  remove: (api, number) => api.call(removeCompanyQueue, { params: { number } }),
};

export const ROOMS: ServiceKind = {
  area: "rooms",
  path: "/administration/rooms",
  icon: IconUsersGroup,
  groups: [
    { title: "services.group.entering", names: ["pin", "admin_pin", "max_users", "wait_for_admin", "disabled"] },
    {
      title: "services.group.room",
      names: [
        "listen_only",
        "music_on_hold",
        "announce_count",
        "announce_join_leave",
        "options_menu",
        "record",
        "share_recordings",
        "language",
      ],
    },
  ],
  list: (api, query, signal) => api.call(listCompanyRooms, { query, signal }),
  get: async (api, number, signal) => roomOf(await api.call(getCompanyRoom, { params: { number }, signal })),
  add: async (api, body) => roomOf(await api.call(addCompanyRoom, { body })),
  change: async (api, before, { values, version }) =>
    roomOf(
      await api.call(changeCompanyRoom, {
        params: { number: before.number },
        body: {
          version,
          name: values.name.trim(),
          settings: changedSettings(before, values),
          admins: values.people.map(({ username }) => username),
        },
      }),
    ),
  remove: (api, number) => api.call(removeCompanyRoom, { params: { number } }),
};
