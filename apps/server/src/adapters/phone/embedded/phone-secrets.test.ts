import type { DigestAlgorithm } from "@callpanel/phone-port";
import { createFakeClock, settle } from "@callpanel/testkit";
import { expect, it } from "vitest";
import { silentLog } from "../../../../test/temporary-storage.ts";
import { createBus } from "../../../kernel/bus/bus.ts";
import { createRevisions } from "../../../kernel/bus/revisions.ts";
import type { HeldSecret } from "../../../modules/sip-credentials/index.ts";
import { createPhoneSecrets } from "./phone-secrets.ts";

/** Secrets over a store with the valid ids `valid`. */
function openSecrets() {
  const clock = createFakeClock();
  const secret = { userId: 7, ha1: { md5: "aa", sha256: "bb" }, expiresAt: undefined };
  const valid = new Map<string, HeldSecret>([
    ["desk", secret],
    ["session", { ...secret, expiresAt: 60_000 }],
  ]);
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
        return new Map([...valid].filter(([id]) => ids.includes(id)));
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
  const known = (id: string, userId = 7, algorithm: DigestAlgorithm = "MD5") =>
    secrets.known(id, { userId, algorithm });
  return { known, clock, valid, stored, ended, revisions, secrets, use };
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

it("REG-56 a secret is known to its user once it was used and checked, until it ends", async () => {
  const { known, valid, stored, revisions, use } = openSecrets();
  expect(known("desk")).toBeUndefined();
  use("desk");
  await settle();
  expect(known("desk")).toEqual({ id: "desk", ha1: "aa" });
  expect(known("desk", 7, "SHA-256")).toEqual({ id: "desk", ha1: "bb" });
  expect(known("desk", 8)).toBeUndefined();
  expect(known("session")).toBeUndefined();
  valid.delete("desk");
  stored.revision += 1;
  revisions.changed();
  await settle();
  expect(known("desk")).toBeUndefined();
});

it("REG-56 SECRET-11 the secret of a session is not known after the session expired, and again when it was prolonged", async () => {
  const { clock, known, valid, ended, use } = openSecrets();
  const start = clock.now();
  const until = (expiresAt: number) => valid.set("session", { userId: 7, ha1: { md5: "aa", sha256: "bb" }, expiresAt });
  until(start + 1_000);
  use("session");
  await settle();
  await clock.advance(999);
  expect(known("session")).toBeDefined();
  await clock.advance(1);
  expect(known("session")).toBeUndefined();
  until(start + 60_000);
  use("session");
  await settle();
  expect(known("session")).toBeDefined();
  expect(ended).toEqual([]);
});
