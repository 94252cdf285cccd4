import type { AuditDetails, LineTest } from "@callpanel/contract";
import type { PhoneSystem, TestedGateway } from "@callpanel/phone-port";
import type { Clock } from "../../../kernel/clock.ts";
import type { Servers } from "../../../kernel/jobs/lease.ts";
import type { RandomBytes } from "../../../kernel/secrets/secrets.ts";
import type { ServerSettingStore } from "../backups/backup-schedule.ts";
import type { Author } from "../company.author.ts";
import { carryOut } from "../company.order.ts";
import type { CompanyStore } from "../company.store.ts";
import { askServers } from "./line-tests.ts";

export interface LineTestDeps {
  readonly phone: Pick<PhoneSystem, "testLine">;
  /** Of the phone system. */
  readonly realm: string;
  readonly servers: Servers;
  readonly serverSettings: Pick<ServerSettingStore, "read" | "replace">;
  readonly company: CompanyStore;
  readonly companyChanged: () => void;
  readonly clock: Pick<Clock, "now" | "setTimeout">;
  readonly random: RandomBytes;
}

export interface LineTestOrder {
  readonly realm: string;
  readonly line: string;
  readonly author?: Author;
}

type Gateways = LineTest["gateways"];

/** LINE-32: an answer says that the gateway is there; some statuses say that it will not take calls as it is set up. */
export async function testLine(deps: LineTestDeps, order: LineTestOrder): Promise<LineTest> {
  const { servers, company, companyChanged, clock } = deps;
  const others = new Set(await servers.live());
  others.delete(servers.id);
  const [own, theirs] = await Promise.all([
    testHere(deps, order),
    others.size === 0
      ? undefined
      : askServers(
          { ...deps, wait: (ms) => new Promise((resolve) => void clock.setTimeout(resolve, ms)) },
          { ...order, servers: others, wake: () => company.atomically(async () => undefined).then(companyChanged) },
        ),
  ]);
  const gateways = [...own, ...(theirs?.gateways ?? [])];
  const at = clock.now();
  await noteTest(company, { ...order, at, gateways });
  return { at, gateways };
}

/** The gateways that are registered at this server; a line of another company has no gateway here. */
export const testHere = async (
  { phone, realm }: Pick<LineTestDeps, "phone" | "realm">,
  order: Pick<LineTestOrder, "realm" | "line">,
): Promise<Gateways> => (order.realm === realm ? (await phone.testLine(order.line)).map(shown) : []);

/** LINE-33: a line of the audit log. */
export const noteTest = (
  company: CompanyStore,
  { line, gateways, ...ordered }: LineTestOrder & { readonly at: number; readonly gateways: Gateways },
): Promise<void> =>
  carryOut(company, ordered, ({ note }) =>
    note("lines.tested", { object: { kind: "line", id: line, name: line }, details: detailsOf(gateways) }),
  );

const shown = ({ address, userAgent, result, status, ms }: TestedGateway): Gateways[number] => ({
  address,
  device: userAgent,
  result: status !== undefined && isRefusal(status) ? "refused" : result,
  status: status ?? null,
  milliseconds: ms ?? null,
});

const detailsOf = (gateways: Gateways): AuditDetails => ({
  gateways: gateways.length,
  results: gateways.map(gatewayText).join("; "),
});

/** `127.0.0.1 answered 200 after 12 ms` */
export const gatewayText = ({ address, result, status, milliseconds }: Gateways[number]): string =>
  [
    address,
    result,
    ...(status === null ? [] : [status]),
    ...(milliseconds === null ? [] : [`after ${milliseconds} ms`]),
  ].join(" ");

/** 404, 405, 481, 501: it has no use for OPTIONS, but it is there. */
const isRefusal = (status: number): boolean => [401, 403, 407].includes(status) || (status >= 500 && status !== 501);
