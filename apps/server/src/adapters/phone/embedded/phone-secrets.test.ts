import { createFakeClock, settle } from "@callpanel/testkit";
import { expect, it } from "vitest";
import { silentLog } from "../../../../test/temporary-storage.ts";
import { createBus } from "../../../kernel/bus/bus.ts";
import { createRevisions } from "../../../kernel/bus/revisions.ts";
import { createPhoneSecrets } from "./phone-secrets.ts";

/** Secrets over a store with the valid ids `valid`. */
function openSecrets() {
  const clock = createFakeClock();
  const valid = new Set(["desk", "session"]);
  const stored = { revision: 1, failures: 0 };
  const ended: string[] = [];
  const all = async () => ({ company: 1, callHandling: 1, toggles: 1, sipCredentials: stored.revision });
  const bus = createBus({ clock, log: silentLog });
  const revisions = createRevisions({ bus, store: { all }, clock, log: silentLog });
  const secrets = createPhoneSecrets({
    store: {
      holding: async () => [],
      stillHolding: async (ids) => {
        stored.failures -= 1;
        if (stored.failures >= 0) throw new Error("the database is away");
        return new Set(ids.filter((id) => valid.has(id)));
      },
      used: async () => undefined,
    },
    revisions,
    clock,
    log: silentLog,
    ended: ({ credentialId }) => ended.push(credentialId),
  });
  const use = (credentialId: string): void =>
    secrets.used({ credentialId, realm: "demo", sipUsername: "alice", userAgent: "phone", remoteAddress: "192.0.2.1" });
  return { clock, valid, stored, ended, revisions, secrets, use };
}

it("SECRET-11 a secret that ended between its check and its first use is noticed directly", async () => {
  const { valid, ended, use } = openSecrets();
  valid.delete("desk");
  use("session");
  use("desk");
  await settle();
  expect(ended).toEqual(["desk"]);
});

it("SECRET-11 a check that failed is repeated, until it succeeds or the server stops", async () => {
  const { clock, valid, stored, ended, revisions, secrets, use } = openSecrets();
  await revisions.stop();
  valid.delete("desk");
  stored.failures = 2;
  use("desk");
  await clock.advance(500);
  use("session");
  expect(ended).toEqual([]);
  await clock.advance(500);
  expect(ended).toEqual(["desk"]);
  stored.failures = 1;
  use("other");
  await settle();
  secrets.stop();
  expect(clock.timerCount).toBe(0);
});

it("BUS-9 SECRET-11 of the secrets in use, those that have ended are noticed when a server says that a revision has grown", async () => {
  const { valid, stored, ended, revisions, use } = openSecrets();
  use("desk");
  use("session");
  await settle();
  valid.delete("session");
  stored.revision += 1;
  revisions.changed();
  await settle();
  expect(ended).toEqual(["session"]);
});
