/** A company with the queue 600, for tests of callers in queues. */
import type { QueueLogRow, QueueSettings, Waking } from "@callpanel/phone-port";
import { settle, type PhoneCall, type SipPhone } from "@callpanel/testkit";
import { expect } from "vitest";
import { createFakeQueues, type FakeQueues } from "./fake-queues.ts";
import { queueOf } from "./queue-world.ts";
import { createTestPbx, NOTHING_LEFT, type TestPbx } from "./test-pbx.ts";

export const BOB = { agentId: 2, penalty: 0, login: "always" } as const;
export const CAROL = { agentId: 3, penalty: 0, login: "always" } as const;

export interface Desk {
  readonly at: TestPbx;
  readonly queues: FakeQueues;
  readonly alice: SipPhone;
  readonly dave: SipPhone;
  /** Waits in the queue, as far as the queue takes them. */
  enter(phone?: SipPhone): Promise<PhoneCall>;
  agent(name: "bob" | "carol"): Promise<SipPhone>;
  /** Events of the log so far, with the agents; without those who are always in the queue. */
  log(): readonly string[];
}

export async function desk(
  fields: Partial<QueueSettings> = {},
  earlier?: readonly QueueLogRow[],
  waking?: Waking,
): Promise<Desk> {
  const queues = createFakeQueues([queueOf({ members: [BOB, CAROL], ...fields })], earlier);
  const at = createTestPbx({}, { queues, ...(waking !== undefined && { waking }) });
  at.directory.setNumber("600", { kind: "queue", id: "support", name: "Support" });
  const [alice, dave] = [await at.registered("alice"), await at.registered("dave")];
  await settle();
  return {
    at,
    queues,
    alice,
    dave,
    enter: async (phone = alice) => {
      const call = phone.call("600");
      await call.until("talking");
      await settle();
      return call;
    },
    agent: async (name) => {
      const phone = await at.registered(name);
      await settle();
      return phone;
    },
    log: () =>
      queues.rows.flatMap(({ agentId, ...row }) => {
        if ("always" in row) return [];
        return [agentId === undefined ? row.event : `${row.event} ${agentId}`];
      }),
  };
}

export const press = async (call: PhoneCall, digit: string): Promise<void> => {
  await call.request("INFO", {
    headers: [["Content-Type", "application/dtmf-relay"]],
    body: `Signal=${digit}\r\nDuration=160`,
  });
  await settle();
};

/** The file that a phone hears. */
export function fileFor({ at }: Desk, call: PhoneCall): string {
  const source = at.media.portOf(call.remoteSdp).hearsNow;
  return source.kind === "file" ? source.path : source.kind;
}

/** The sound that a phone hears is over. */
export async function playOut({ at }: Desk, call: PhoneCall): Promise<void> {
  const port = at.media.portOf(call.remoteSdp);
  const { hearsNow } = port;
  if (hearsNow.kind !== "file") return;
  const { path, token } = hearsNow;
  port.emit({ kind: "played", path, ...(token === undefined ? {} : { token }) });
  await settle();
}

export async function expectNothingLeft({ at }: Desk, ...calls: readonly PhoneCall[]): Promise<void> {
  for (const call of calls) call.hangUp();
  await at.clock.advance(60_000);
  expect(at.leftovers()).toEqual(NOTHING_LEFT);
  expect(at.logged.filter((line) => line.startsWith("error"))).toEqual([]);
}
