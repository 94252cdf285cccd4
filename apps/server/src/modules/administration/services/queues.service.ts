import {
  AppError,
  mayManage,
  type CompanyQueue,
  type CompanyQueueChange,
  type NewCompanyService,
  type WrittenSetting,
} from "@callpanel/contract";
import type { Caller } from "../../../kernel/http/caller.ts";
import { QUEUE_FIELDS, type ConfiguredQueue, type QueueConfiguration } from "../../queues/index.ts";
import { checkRead, createServices, servicePerson, type ServicesDeps, type ServiceState } from "./services.ts";

/** Queues of a company, for the pages of those who administer them. */
export function createCompanyQueues(deps: ServicesDeps) {
  const services = createServices<CompanyQueue>(deps, {
    kind: "queue",
    area: "queues",
    countOf: ({ queues }, number) => queues.get(number)?.members.length ?? 0,
    present: (state, { entry: { number, name }, version }) => {
      const queue = state.queues.get(number);
      return {
        number,
        name,
        version,
        settings: queue === undefined ? [] : QUEUE_FIELDS.write(queue.configuration).map(withoutPurpose),
        agents: queue === undefined ? [] : agentsOf(state, queue),
      };
    },
  });
  return {
    ...services,
    add: (caller: Caller, body: NewCompanyService) =>
      services.apply(caller, { kind: "queue", ...services.added(body) }),
    change: async (
      caller: Caller,
      number: string,
      { version, name, settings: texts, agents }: CompanyQueueChange,
    ): Promise<CompanyQueue> => {
      const { settings, faults } = QUEUE_FIELDS.read(texts);
      checkRead(faults);
      const before = await deps.company.read((reader) => reader.queues(caller.realm.id));
      checkOutside(caller, settings, before.find((queue) => queue.number === number)?.configuration);
      return services.apply(caller, {
        kind: "queue",
        number,
        name: name.trim(),
        version,
        settings,
        members: agents.map(({ username, penalty, login, ring_in_use }) => ({
          username,
          penalty,
          login: login === "by_code" ? "byCode" : "always",
          ...(ring_in_use === null ? {} : { ringInUse: ring_in_use }),
        })),
      });
    },
  };
}

const LEADING = { exitTo: "exit_to", overflowTo: "overflow_to" } as const;

/** SERVICES-4: a user who may administer only some queues cannot send callers outside at the company's expense. */
function checkOutside(
  { rights }: Caller,
  settings: Partial<QueueConfiguration>,
  before: QueueConfiguration | undefined,
): void {
  if (mayManage(rights, "queues")) return;
  for (const key of ["exitTo", "overflowTo"] as const) {
    const to = settings[key];
    if (to?.startsWith("+") && to !== before?.[key])
      throw new AppError("admin.outside", { field: `settings.${LEADING[key]}` });
  }
}

function agentsOf(state: ServiceState, { members }: ConfiguredQueue): CompanyQueue["agents"] {
  return members.flatMap(({ agentId, penalty, login, ringInUse }) => {
    const person = servicePerson(state, agentId);
    if (person === undefined) return [];
    return [
      {
        ...person,
        penalty,
        login: login === "byCode" ? ("by_code" as const) : ("always" as const),
        ring_in_use: ringInUse ?? null,
      },
    ];
  });
}

/** A page says in its own words what a setting is for. */
export const withoutPurpose = ({ name, value, form }: WrittenSetting): WrittenSetting => ({ name, value, form });
