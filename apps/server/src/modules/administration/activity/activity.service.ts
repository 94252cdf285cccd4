import {
  isPrivateRoom,
  type Activity,
  type LiveCall,
  type RegistrationRow,
  type ResponseOf,
  type getOverview,
  type machineSchema,
} from "@callpanel/contract";
import type { PhoneSystem, QueueView, Registration } from "@callpanel/phone-port";
import type * as z from "zod/mini";
import type { Clock } from "../../../kernel/clock.ts";
import type { Caller } from "../../../kernel/http/caller.ts";
import type { JobStore } from "../../../kernel/jobs/job-store.port.ts";
import { addSent, NOTHING_SENT } from "../../../kernel/tally.ts";
import { isItemOf } from "../../realm-settings/index.ts";
import { nameOf } from "../company.model.ts";
import type { CompanyStore } from "../company.store.ts";
import { ownsMachine } from "../machine-sight.ts";
import type { ActivityStore, Sample } from "./activity.store.ts";
import { liveCall } from "./live-calls.ts";
import { presentSound } from "./present-sound.ts";
import type { MachineUse, SampleNow } from "./sampler.ts";

export interface ActivityDeps {
  readonly company: CompanyStore;
  readonly clock: Pick<Clock, "now">;
  readonly phone: Pick<PhoneSystem, "snapshot" | "soundOf">;
  readonly userAgent: string;
  readonly backupFacts: () => Promise<z.infer<typeof machineSchema>["backup"]>;
  readonly machine: () => Promise<MachineUse>;
  readonly samples: ActivityStore;
  readonly sampleNow: SampleNow;
  readonly jobRows: Pick<JobStore, "summary">;
}

interface Paged {
  readonly start: number;
  readonly limit: number;
}

const DAY_MS = 86_400_000;

/** The current activity, and the activity of the last day, in the company of the caller. */
export function createActivityService(deps: ActivityDeps) {
  const { company, clock, phone } = deps;
  const startedAt = clock.now();
  return {
    overview: ({ realm }: Caller): Promise<ResponseOf<typeof getOverview>> => overview(deps, realm, startedAt),
    show: ({ realm }: Caller): Promise<Activity> => activity(deps, realm),
    registrations: async (
      { realm }: Caller,
      { start, limit, search }: Paged & { readonly search: string },
    ): Promise<{ readonly total: number; readonly data: RegistrationRow[] }> => {
      const own = phone.snapshot().registrations.filter((one) => one.realm === realm.name);
      const users = await company.read((reader) => reader.users(realm.id));
      const names = new Map(users.map((user) => [user.id, nameOf(user)]));
      const wanted = search.toLowerCase();
      const rows = own
        .map((one) => registrationRow(one, names.get(one.userId)))
        .filter((row) =>
          [row.name, row.extension, row.device, row.address].some((text) => text.toLowerCase().includes(wanted)),
        )
        .toSorted((one, other) => one.name.localeCompare(other.name) || one.since - other.since);
      return { total: rows.length, data: rows.slice(start, start + limit) };
    },
    calls: async (
      { realm, userId, rights }: Caller,
      { start, limit }: Paged,
    ): Promise<{ readonly total: number; readonly data: LiveCall[] }> => {
      const own = phone
        .snapshot()
        .calls.filter((call) => call.realm === realm.name)
        .toSorted((one, other) => one.startedAt - other.startedAt);
      const page = own.slice(start, start + limit);
      const data = await Promise.all(
        page.map(async (call) => ({
          ...liveCall(call, { userId, rights }),
          sound: presentSound(await phone.soundOf(call.id)),
        })),
      );
      return { total: own.length, data };
    },
  };
}

const registrationRow = (one: Registration, name: string | undefined): RegistrationRow => ({
  user_id: one.trunk === true ? null : String(one.userId),
  name: name ?? one.sipUsername,
  extension: one.extension,
  device: one.userAgent,
  address: one.remoteAddress,
  since: one.registeredAt,
  expires_at: one.expiresAt,
});

const diskOf = ({ disk }: MachineUse) =>
  disk === undefined ? null : { free_bytes: disk.freeBytes, total_bytes: disk.totalBytes };

/** COMPANY-10 */
async function overview(
  deps: ActivityDeps,
  realm: Caller["realm"],
  startedAt: number,
): Promise<ResponseOf<typeof getOverview>> {
  const { company, phone } = deps;
  const { registrations, calls, rooms, queues = [] } = phone.snapshot();
  const own = registrations.filter((one) => one.realm === realm.name);
  const trunks = (await company.read((reader) => reader.realmItems(realm.id))).filter(isItemOf("trunk"));
  const registered = trunks.filter(({ name }) => own.some((one) => one.trunk === true && one.sipUsername === name));
  const machine = (await ownsMachine(company)) ? await deps.machine() : undefined;
  return {
    version: deps.userAgent,
    started_at: startedAt,
    registrations: own.filter((one) => one.trunk !== true).length,
    calls: calls.filter((call) => call.realm === realm.name).length,
    waiting: queues.reduce((sum, { waiting }) => sum + waiting.length, 0),
    rooms: rooms.filter((room) => room.realm === realm.name).length,
    lines: { registered: registered.length, total: trunks.length },
    machine:
      machine === undefined
        ? null
        : {
            memory_bytes: machine.memoryBytes,
            disk: diskOf(machine),
            backup: await deps.backupFacts(),
          },
  };
}

/** ACTIVITY-1 */
async function activity(deps: ActivityDeps, realm: Caller["realm"]): Promise<Activity> {
  const { company, phone, samples, sampleNow, jobRows, clock } = deps;
  const { rooms, queues = [] } = phone.snapshot();
  const isAlone = await ownsMachine(company);
  const now = await sampleNow();
  const kept = mergeServers([...(await samples.since(realm.name, clock.now() - DAY_MS)), now]);
  return {
    queues: queues.map(queueRow),
    rooms: rooms
      .filter((room) => room.realm === realm.name && !isPrivateRoom(room.number))
      .map(({ number, name, members }) => ({ number, name, members: members.length })),
    machine: isAlone
      ? {
          memory_bytes: now.memoryBytes,
          disk: diskOf(await deps.machine()),
          jobs: (await jobRows.summary()).map(({ nextAt, ...job }) => ({ ...job, next_at: nextAt ?? null })),
          sent: kept.reduce((sum, { sent }) => addSent(sum, sent), NOTHING_SENT),
        }
      : null,
    samples: kept.map(({ at, registrations, calls, waiting, memoryBytes, freeBytes }) => ({
      at,
      registrations,
      calls,
      waiting,
      memory_bytes: isAlone ? memoryBytes : null,
      free_bytes: isAlone ? freeBytes : null,
    })),
  };
}

const queueRow = ({ number, name, waiting, agents }: QueueView): Activity["queues"][number] => ({
  number,
  name,
  waiting: waiting.length,
  longest_since: waiting.length === 0 ? null : Math.min(...waiting.map(({ enteredAt }) => enteredAt)),
  agents: agents.filter(({ state, paused }) => state !== "offline" && paused === undefined).length,
});

/** ACTIVITY-4: servers of one company store their figures at nearly the same moment; a chart has one point for them. */
const SAME_MOMENT_MS = 150_000;

export function mergeServers(samples: readonly Sample[]): readonly Sample[] {
  const merged: Sample[] = [];
  for (const sample of samples) {
    const last = merged.at(-1);
    if (last === undefined || sample.at - last.at >= SAME_MOMENT_MS) merged.push(sample);
    else merged[merged.length - 1] = { ...larger(last, sample), at: last.at, sent: addSent(last.sent, sample.sent) };
  }
  return merged;
}

const larger = (one: Sample, other: Sample): Sample => ({
  ...other,
  registrations: Math.max(one.registrations, other.registrations),
  calls: Math.max(one.calls, other.calls),
  waiting: Math.max(one.waiting, other.waiting),
  memoryBytes: Math.max(one.memoryBytes, other.memoryBytes),
  freeBytes:
    one.freeBytes === null || other.freeBytes === null
      ? (one.freeBytes ?? other.freeBytes)
      : Math.min(one.freeBytes, other.freeBytes),
});
