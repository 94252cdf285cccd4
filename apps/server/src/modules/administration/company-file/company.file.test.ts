import { AppError } from "@callpanel/contract";
import { describe, expect, it } from "vitest";
import { parseCompanyFile } from "../index.ts";

describe("company files", () => {
  const faultsOf = (file: string): string => {
    try {
      parseCompanyFile(file);
    } catch (error) {
      if (error instanceof AppError) return error.message;
      throw error;
    }
    return "";
  };

  it("ADMIN-5 every fault is reported with its line", () => {
    const faults = faultsOf(`realm: acme
users:
  - username: Ann
    extension: abc
    panel: maybe
    unknown: 1
  - username: ben
    permissions:
      - configs:read
      - configs:nonsense
      - softphone:read:7
lots:
  - number: 700
    name: Main
    slots: 720-701
    timeout_seconds: 86401
`);
    for (const wanted of [
      "line 3: users.0.username: must be lower-case letters",
      "line 4: users.0.extension: must be 2 to 8 digits",
      "line 5: users.0.panel: must be true or false",
      "line 6: users.0",
      "line 10: users.1.permissions.1: must be module:rule",
      "line 11: users.1.permissions.2: must be softphone:read without targets",
      "line 15: lots.0.slots: must be 1 to 1000 slots",
      "line 16: lots.0.timeout_seconds: must be 1 to 86400 seconds",
    ])
      expect(faults).toContain(wanted);
    expect(faults).toContain('"unknown"');
  });

  it("ADMIN-5 broken YAML, duplicate keys and wrong shapes are reported with their line", () => {
    expect(faultsOf("realm: acme\nusers: [\n")).toMatch(/line [23]: /);
    expect(faultsOf("realm: acme\nrealm: other\n")).toContain("line 2: ");
    expect(faultsOf("- a\n- b\n")).toContain("line 1: ");
    expect(faultsOf("")).toContain("line 1: ");
    expect(faultsOf("realm: acme\nusers: alice\n")).toContain("line 2: users: ");
    expect(faultsOf("users: []\n")).toContain("realm: ");
  });

  it("ADMIN-5 duplicates within the file are reported with both lines", () => {
    const file = `realm: acme
users:
  - { username: ann, extension: 101 }
  - { username: ann, extension: 102 }
queues:
  - { number: 101, name: Support }
`;
    const faults = faultsOf(file);
    expect(faults).toContain("line 4: user ann stands in line 3 already");
    expect(faults).toContain("line 6: number 101 stands in line 3 already");
  });

  it("ADMIN-5 a file with exploding aliases is refused", () => {
    const bomb = `realm: acme\na: &a [x,x,x,x,x,x,x,x,x,x]\n${"bcdefghi"
      .split("")
      .map(
        (key, index) =>
          `${key}: &${key} [${Array.from({ length: 10 }, () => `*${"abcdefgh"[index] ?? ""}`).join(",")}]`,
      )
      .join("\n")}\n`;
    expect(faultsOf(bomb)).toContain("not valid");
  });

  // A browser sends at most 400,000 characters (COMPANY_FILE_CHARS).
  const CHARS = 400_000;
  it.each([
    ["brackets", `a: ${"[".repeat(CHARS)}`, "line 1: it is nested too deep"],
    ["lists in lists", "- ".repeat(CHARS / 2), "line 1: it is nested too deep"],
    ["keys in keys", "? ".repeat(CHARS / 2), "line 1: it is nested too deep"],
    ["many keys", Array.from({ length: 40_000 }, (_, n) => `k${n}: 1\n`).join(""), "more than 500 keys in one place"],
    ["quotes", '"'.repeat(CHARS), "line 1: "],
    ["closing brackets", "}".repeat(CHARS), "line 1: "],
    ["documents", "--- a\n".repeat(CHARS / 6), "it has more than one document"],
  ])("ADMIN-42 a file of %s is refused", (_, file, fault) => {
    expect(faultsOf(file)).toContain(fault);
  });

  it("ADMIN-42 an ordinary large file is read", () => {
    const users = Array.from({ length: 5_000 }, (_, n) => `  - { username: u${n}, extension: ${10_000 + n} }\n`);
    expect(parseCompanyFile(`realm: acme\nusers:\n${users.join("")}`).users).toHaveLength(5_000);
  });
});
