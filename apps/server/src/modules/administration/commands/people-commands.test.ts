import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sipHa1 } from "../../sip-credentials/index.ts";
import { verifyPassword } from "../../users/index.ts";
import { commandLine, openCommandLine, type OpenCommandLine } from "../../../../test/command-line.ts";

describe("commands about people, their phones and their rights", () => {
  let at: OpenCommandLine;
  beforeEach(async () => {
    at = await openCommandLine();
  });
  afterEach(() => at.close());

  it("SECRET-13 a phone can be added with a secret that is shown once, listed and removed", async () => {
    await at.addAnn();
    const added = await at.run("phones add ANN --label Desk");
    const secret = /^secret: (\S{26})$/m.exec(added.out)?.[1] ?? "";
    const id = /, id (\w+)$/m.exec(added.out)?.[1] ?? "";
    expect(added).toMatchObject({
      code: 0,
      out: `added Desk of ann, id ${id}\nusername: ann\nrealm: acme\nsecret: ${secret}`,
    });
    const ann = await at.stores.users.byUsername("ann");
    expect(await at.stores.sipCredentials.holding(ann?.id ?? 0, 0)).toEqual([
      { id, ha1: sipHa1({ username: "ann", realm: "acme", secret }) },
    ]);
    const { out } = await at.run("phones list ann");
    expect(out.split("\n").at(-1)?.split(/ {2,}/)).toEqual([id, "Desk", expect.stringMatching(/Z$/), "never"]);
    expect(out).not.toContain(secret);
    expect(await at.run(`phones remove ann ${id}`)).toEqual({ code: 0, out: "removed Desk of ann", error: "" });
    expect((await at.run("phones list ann")).out).toBe("(none)");
    expect(await at.stores.sipCredentials.holding(ann?.id ?? 0, 0)).toEqual([]);
  });

  it("SECRET-13 a phone of an unknown person, without a label, or of another person is refused", async () => {
    await at.addAnn();
    await at.run("users add Ben --first-name Ben --last-name Bell --extension 102 --password a-good-password");
    const id = /, id (\w+)$/m.exec((await at.run("phones add ann --label Desk")).out)?.[1] ?? "";
    expect((await at.run("phones add ann")).code).toBe(2);
    expect((await at.run("phones add nobody --label Desk")).code).toBe(1);
    expect(await at.run(`phones remove ben ${id}`)).toMatchObject({
      code: 1,
      error: expect.stringContaining("of user ben"),
    });
    expect((await at.run("phones list ann")).out).toContain(id);
  });

  it("SECRET-14 a trunk without a password gets one, which is shown once", async () => {
    await at.run("import good.yaml");
    const made = await at.run("trunks add gateway");
    const secret = /^password: (\S{26})$/m.exec(made.out)?.[1] ?? "";
    const [realm] = await at.stores.company.read((reader) => reader.realms());
    const [item] = await at.stores.company.read((reader) => reader.realmItems(realm?.id ?? 0));
    const { md5, sha256 } = sipHa1({ username: "gateway", realm: "acme", secret });
    expect(item).toMatchObject({ kind: "trunk", ha1Md5: md5, ha1Sha256: sha256 });
    expect((await at.run("trunks list")).out).not.toContain(secret);
    const given = await at.run("trunks add other --password -", "a-good-password");
    expect(given).toMatchObject({ code: 0, out: expect.not.stringContaining("password") });
  });

  it("ADMIN-13 a person can be added to staff, listed, changed and removed", async () => {
    expect(await at.addAnn()).toEqual({ code: 0, out: "added ann, extension 101", error: "" });
    expect((await at.run("users list")).out.split("\n").map((line) => line.split(/ {2,}/))).toEqual([
      ["username", "extension", "name", "groups", "panel"],
      ["ann", "101", "Ann Ames", "staff", "yes"],
    ]);
    await at.run("users set ann --last-name Abel --group agent --group staff --no-panel");
    expect((await at.run("users list")).out).toMatch(/ann +101 +Ann Abel +agent,staff +no/);
    await at.run("users set ann --panel");
    expect((await at.run("users list")).out).toMatch(/agent,staff +yes/);
    expect((await at.run("extensions set ann 205")).code).toBe(0);
    expect((await at.run("extensions list")).out).toContain("205        ann       Ann Abel");
    expect((await at.run("users remove ann")).out).toBe("removed ann");
    expect((await at.run("users list")).out).toBe("(none)");
  });

  it("ADMIN-13 a password is generated and shown, or read from standard input", async () => {
    const { out } = await at.run("users add ann --first-name Ann --last-name Ames --extension 101");
    const made = /^password: (\S{20})$/m.exec(out)?.[1] ?? "";
    const passwordHolds = async (password: string) => {
      const user = await at.stores.users.byUsername("ann");
      const credential = await at.stores.users.credentialOf(user?.id ?? 0);
      return verifyPassword(credential?.passwordHash ?? "", password);
    };
    expect(await passwordHolds(made)).toBe(true);
    expect((await at.run("users passwd ann --password -", "from standard input\n")).out).toBe(
      "changed the password of ann",
    );
    expect(await passwordHolds("from standard input")).toBe(true);
    expect((await at.run("users passwd ann --password short")).code).toBe(2);
  });

  it("ADMIN-14 permissions can be granted and revoked, completely or by target", async () => {
    await at.addAnn();
    await at.run("permissions grant ann announcements:read_for:12,13 queues:execute_pause_self");
    await at.run("permissions grant ann announcements:read_for:14");
    const own = async () =>
      (await at.run("permissions list ann")).out
        .split("\n")
        .filter((line) => line.endsWith(" own"))
        .map((line) => line.split(" ")[0]);
    expect(await own()).toEqual(["announcements:read_for:12,13,14", "queues:execute_pause_self"]);
    await at.run("permissions revoke ann announcements:read_for:13");
    expect(await own()).toEqual(["announcements:read_for:12,14", "queues:execute_pause_self"]);
    await at.run("permissions revoke ann announcements:read_for queues:execute_pause_self");
    expect(await own()).toEqual([]);
    expect((await at.run("permissions list ann")).out).toMatch(/softphone:read +@staff/);
  });

  it("ADMIN-14 groups can be made, joined, left, changed and removed", async () => {
    await at.addAnn();
    expect((await at.run("groups add night voicemails:read")).code).toBe(0);
    expect((await at.run("groups add night")).code).toBe(1);
    await at.run("groups join night ann");
    await at.run("permissions grant @night queues:read");
    expect((await at.run("groups list")).out).toMatch(/night +2 +ann/);
    expect((await at.run("permissions list @night")).out).toContain("queues:read");
    await at.run("groups leave night ann");
    expect((await at.run("groups list")).out).toMatch(/night +2$/m);
    await at.run("groups join night ann");
    await at.run("groups remove night");
    expect((await at.run("users list")).out).toMatch(/ann .* staff +yes/);
  });

  it("ADMIN-40 targets are people by username or id; an extension is refused and not read as an id", async () => {
    await at.addAnn();
    const { code, error } = await at.run("permissions grant ann active_calls:execute_callspy:104");
    expect([code, error]).toEqual([1, expect.stringContaining("user 104")]);
    await at.run("permissions grant ann active_calls:execute_callspy:Ann");
    const listed = (await at.run("permissions list ann")).out;
    const id = /active_calls:execute_callspy:(\d+) +own/.exec(listed)?.[1] ?? "";
    expect(id).not.toBe("");
    expect((await at.run(`permissions grant ann active_calls:execute_callspy:${id}`)).code).toBe(0);
    expect((await at.run("permissions revoke ann active_calls:execute_callspy:ann")).code).toBe(0);
    expect((await at.run("permissions list ann")).out).not.toContain("callspy");
  });

  it("PERM-12 a right that cannot be limited gives an error that says so", async () => {
    await at.addAnn();
    expect((await at.run("permissions grant ann softphone:read:7")).error).toContain("without targets");
  });

  it("ADMIN-13 a generated password never looks like an option, so that it can be pasted into a command", async () => {
    const all = commandLine(at.stores, "acme", {}, (size) => Buffer.alloc(size, 255));
    const { out } = await all("users add eve --first-name Eve --last-name Ems --extension 103");
    expect(/^password: (.)/m.exec(out)?.[1]).toMatch(/[^-]/);
  });
});
