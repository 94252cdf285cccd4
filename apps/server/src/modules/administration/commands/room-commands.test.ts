import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openCommandLine, type OpenCommandLine } from "../../../../test/command-line.ts";

describe("commands about rooms", () => {
  let at: OpenCommandLine;
  beforeEach(async () => {
    at = await openCommandLine();
    await at.addAnn();
    await at.run("rooms add 801 Board --pin 1234");
  });
  afterEach(() => at.close());

  const shown = async () => (await at.run("rooms show 801")).out.split("\n").map((line) => line.split(/ {2,}/));

  it("CONF-41 settings and PINs are listed with their purpose and changed, several at once", async () => {
    expect(await shown()).toContainEqual(["pin", "1234", "who joins must enter it"]);
    expect((await at.run("rooms set 801 pin none admin_pin 4321 max_users 12 wait_for_admin true")).out).toBe(
      "changed room 801",
    );
    const lines = await shown();
    for (const [name, value] of [
      ["pin", "none"],
      ["admin_pin", "4321"],
      ["max_users", "12"],
      ["wait_for_admin", "true"],
      ["music_on_hold", "true"],
    ])
      expect(
        lines.some(([one, other]) => one === name && other === value),
        name,
      ).toBe(true);
    for (const [line, code, error] of [
      ["rooms set 801 pin", 2, "usage: callpanel rooms set <number> <setting> <value>…"],
      ["rooms set 801 pin 12 max_users", 2, "each setting needs a value"],
      ["rooms set 801 pin 12", 2, "pin must be 3 to 10 digits, or none"],
      ["rooms set 801 max_users 1001", 2, "max_users must be a whole number from 0 to 1000"],
      ["rooms set 801 colour red", 2, "colour must be one of pin, admin_pin, disabled"],
      ["rooms set 802 disabled true", 1, "room 802 does not exist"],
      ["rooms show 101", 1, "room 101 does not exist"],
      ["rooms set 801 pin 4321", 1, "Room 801 needs two different PINs"],
    ] as const) {
      const outcome = await at.run(line);
      expect([outcome.code, outcome.error.startsWith(`callpanel: ${error}`)], outcome.error).toEqual([code, true]);
    }
  });

  it("CONF-41 admins are added and removed; a person who is removed is no longer an admin", async () => {
    expect((await at.run("rooms add-admin 801 Ann")).out).toBe("ann is an admin of room 801");
    expect(await at.run("rooms add-admin 801 ann")).toMatchObject({ code: 0 });
    expect((await shown()).slice(-2)).toEqual([["admin"], ["ann"]]);
    expect((await at.run("rooms add-admin 801 cat")).error).toBe("callpanel: user cat does not exist");
    expect((await at.run("rooms remove-admin 801 ann")).out).toBe("ann is not an admin of room 801");
    expect((await at.run("rooms remove-admin 801 ann")).error).toBe("callpanel: admin ann of room 801 does not exist");
    await at.run("rooms add-admin 801 ann");
    await at.run("users remove ann");
    expect((await shown()).slice(-1)).not.toEqual([["ann"]]);
  });

  it("CONF-42 a room with everything is exported and comes back the same; a new one has the defaults", async () => {
    await at.run("rooms set 801 language fr record true listen_only true disabled true announce_count true");
    await at.run("rooms add-admin 801 ann");
    const { out } = await at.run("export");
    expect(out).toContain("    language: fr");
    expect(out).not.toContain("music_on_hold");
    expect((await at.run("import -", out)).out).toContain("0 added, 0 changed");
    await at.run("rooms remove 801");
    expect((await at.run("import -", out)).out).toContain("1 added, 0 changed");
    expect((await at.run("export")).out).toBe(out);
    await at.run("rooms remove 801");
    await at.run("rooms add 801 Other");
    expect(await shown()).toContainEqual(["record", "false", "recorded as soon as two are there, who hear that first"]);
    for (const [room, fault] of [
      ["{ number: 802, name: X, max_users: many }", "line 2: rooms.0.max_users: must be a whole number from 0 to 1000"],
      ["{ number: 802, name: X, colour: red }", "line 2: rooms.0.colour: must be one of"],
      ["{ number: 8, name: X }", "line 2: rooms.0.number: must be 2 to 8 digits"],
      ["{ number: 802, name: X, admins: [nobody] }", "line 2: user nobody does not exist"],
      ["{ number: 802, name: X, pin: 123, admin_pin: 123 }", "line 2: Room 802 needs two different PINs"],
    ] as const) {
      const outcome = await at.run("import -", `realm: acme\nrooms: [${room}]`);
      expect(outcome.error, room).toContain(fault);
    }
  });

  it("ADMIN-22 the PINs of a room are unlocked", async () => {
    expect((await at.run("pins unlock 801")).out).toBe("801 is unlocked");
    expect((await at.run("pins unlock 999")).error).toBe("callpanel: mailbox, announcement or room 999 does not exist");
  });
});
