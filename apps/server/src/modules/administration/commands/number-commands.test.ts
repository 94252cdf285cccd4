import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openCommandLine, type OpenCommandLine } from "../../../../test/command-line.ts";

describe("commands about numbers", () => {
  let at: OpenCommandLine;
  beforeEach(async () => {
    at = await openCommandLine();
  });
  afterEach(() => at.close());

  it("ADMIN-15 services can be added, listed and removed; a number to which another one leads stays", async () => {
    await at.addAnn();
    for (const line of [
      "queues add 600 Help desk",
      "rooms add 800 Board --pin 1234 --admin-pin 4321",
      "lots add 700 Main --slots 701-720",
      "lots add 730 Short --slots 731-732 --timeout 5",
      "numbers add +14165550101 Help line --to 600 --sms",
    ])
      expect(await at.run(line), line).toMatchObject({ code: 0, error: "" });
    expect((await at.run("numbers list")).out.split("\n").map((line) => line.split(/ {2,}/))).toEqual([
      ["number", "kind", "name", "details"],
      ["+14165550101", "did", "Help line", "to 600, SMS"],
      ["101", "user", "Ann Ames"],
      ["600", "queue", "Help desk"],
      ["700", "lot", "Main", "slots 701-720, 45 s"],
      ["730", "lot", "Short", "slots 731-732, 5 s"],
      ["800", "room", "Board", "with PIN"],
    ]);
    expect((await at.run("queues list")).out).toContain("Help desk");
    expect((await at.run("queues remove 600")).error).toBe(
      "callpanel: queue 600 cannot be removed while +14165550101 leads there: change or remove +14165550101 first",
    );
    expect((await at.run("numbers remove +14165550101")).code).toBe(0);
    expect((await at.run("queues remove 600")).code).toBe(0);
    expect((await at.run("rooms remove 700")).code).toBe(1);
    expect((await at.run("lots remove 700")).code).toBe(0);
    expect((await at.run("rooms remove 800")).code).toBe(0);
  });

  it("POP-7 where the company lists origins, no direct number gets a page from another one, by a command or a file", async () => {
    for (const wrong of ["crm.example", "https://crm.example/path", "https://user@crm.example", "javascript:alert(1)"])
      expect((await at.run(`settings set screen_pop_origins ${wrong}`)).code, wrong).not.toBe(0);
    expect(
      (await at.run("settings set screen_pop_origins https://CRM.example:443 https://help.example:8443")).code,
    ).toBe(0);
    expect((await at.run("queues add 600 Help")).code).toBe(0);
    const add = async (url: string) =>
      (await at.run(`numbers add +14165550142 Sales --to 600 --screen-pop ${url}`)).code;
    for (const evil of [
      "https://evil.example/",
      "http://crm.example/",
      "https://crm.example:8443/",
      "https://crm.example.evil.example/",
    ])
      expect(await add(evil), evil).not.toBe(0);
    expect(await add("https://crm.example/?from={number}")).toBe(0);
    expect((await at.run("settings set screen_pop_origins none")).code).toBe(0);
    expect(await add("https://help.example:8443/")).not.toBe(0);
  });

  it("ADMIN-23 a person is not removed while a direct number or a toggle leads to them, and the error says which", async () => {
    await at.addAnn();
    await at.run("users add ben --first-name Ben --last-name Bond --extension 102");
    await at.run("numbers add +14165550100 Direct --to 101");
    await at.run("toggles add 650 Night --a 102 --b 102");
    const refusal = (who: string, number: string) =>
      `callpanel: ${who} cannot be removed while ${number} leads there: change or remove ${number} first`;
    expect((await at.run("users remove ann")).error).toBe(refusal("user ann (101)", "+14165550100"));
    expect((await at.run("users remove ben")).error).toBe(refusal("user ben (102)", "650"));
    await at.run("numbers remove +14165550100");
    expect(await at.run("users remove ann")).toMatchObject({ code: 0, out: "removed ann" });
  });
});
