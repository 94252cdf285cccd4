import { randomBytes } from "node:crypto";
import { verify } from "@node-rs/argon2";
import { describe, expect, it } from "vitest";
import { createCredential, createDecoyHash } from "./password.ts";

/** Everything but the bytes: algorithm, version, cost, and the lengths of salt and digest. */
function costOf(hash: string) {
  const [, algorithm, version, cost, salt = "", digest = ""] = hash.split("$");
  return { algorithm, version, cost, saltLength: salt.length, digestLength: digest.length };
}

describe("passwords", () => {
  it("AUTH-2 the hash that is checked for an unknown name is well formed, costs the same as others, and matches nothing", async () => {
    const decoy = createDecoyHash(randomBytes);
    expect(await verify(decoy, "callpanel-demo")).toBe(false); // throws on a malformed hash
    expect(costOf(decoy)).toEqual(costOf((await createCredential("callpanel-demo")).passwordHash));
    expect(createDecoyHash(randomBytes)).not.toBe(decoy);
  });
});
