import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openCommandLine, type OpenCommandLine } from "../../../../test/command-line.ts";

describe("commands about people's own conferences", () => {
  let at: OpenCommandLine;
  beforeEach(async () => {
    at = await openCommandLine();
    await at.addAnn();
  });
  afterEach(() => at.close());

  const shown = async () => (await at.run("conferences show ann")).out.split("\n").map((line) => line.split(/ {2,}/));

  it("CONF-45 settings are listed with their purpose and changed, several at once; one without a PIN cannot be turned on", async () => {
    expect(await shown()).toContainEqual(["activate", "false", "others may join"]);
    expect((await at.run("conferences set Ann activate true user_pin 4711 max_participants 12")).out).toBe(
      "changed the conference of ann",
    );
    const lines = await shown();
    for (const [name, value] of [
      ["activate", "true"],
      ["user_pin", "4711"],
      ["max_participants", "12"],
      ["music_on_hold", "true"],
    ])
      expect(
        lines.some(([one, other]) => one === name && other === value),
        name,
      ).toBe(true);
    for (const [line, code, error] of [
      ["conferences set ann activate", 2, "usage: callpanel conferences set <username> <setting> <value>…"],
      ["conferences set ann user_pin 12", 2, "user_pin must be 3 to 10 digits, or none"],
      ["conferences set ann colour red", 2, "colour must be one of activate, user_pin, max_participants"],
      ["conferences set cat activate true", 1, "user cat does not exist"],
      ["conferences show cat", 1, "user cat does not exist"],
      ["conferences set ann user_pin none", 1, "A PIN has 3 to 10 digits"],
    ] as const) {
      const outcome = await at.run(line);
      expect([outcome.code, outcome.error.startsWith(`callpanel: ${error}`)], outcome.error).toEqual([code, true]);
    }
    expect(await shown()).toContainEqual(["user_pin", "4711", "everybody but the owner must enter it"]);
  });

  it("CONF-45 a conference is exported and comes back the same; an unchanged one is not in the file; errors have their line", async () => {
    expect((await at.run("export")).out).not.toContain("conference:");
    await at.run("conferences set ann activate true user_pin 4711 listen_only true");
    const { out } = await at.run("export");
    expect(out).toContain('    conference:\n      activate: "true"\n      user_pin: "4711"\n      listen_only: "true"');
    expect((await at.run("import -", out)).out).toContain("0 added, 0 changed");
    await at.run("conferences set ann activate false user_pin none listen_only false");
    expect((await at.run("export")).out).not.toContain("conference:");
    expect((await at.run("import -", out)).out).toContain("0 added, 1 changed");
    expect((await at.run("export")).out).toBe(out);
    const wrong = out.replace('user_pin: "4711"', "user_pin: 12");
    expect((await at.run("import -", wrong)).error).toMatch(
      /line \d+: users\.0\.conference\.user_pin: must be 3 to 10 digits, or none/,
    );
    const off = out.replace('user_pin: "4711"', "user_pin: none");
    expect((await at.run("import -", off)).error).toMatch(/line \d+: A PIN has 3 to 10 digits/);
  });
});
