/** Each fault by a page's endpoint, by the command line and by a company file (issue 17, "Bad input"). */
import { truncateSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { endpoints, errorBodySchema, PEOPLE_FILE_MAX_BYTES } from "@callpanel/contract";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { commandLine } from "../../../test/command-line.ts";
import { createTestServer, type TestServer } from "../../../test/test-server.ts";
import { applyCompany, parseCompanyFile, readCompanyFile } from "./index.ts";

const API = "/api/v1/administration";
const COMPANY = `
realm: demo
users: [{ username: grace, groups: [staff, administrators] }]
queues: [{ number: 610, name: North }, { number: 611, name: South }]
`;

describe("bad input, by page, command and file", () => {
  let server: TestServer;
  let run: ReturnType<typeof commandLine>;
  const files: Record<string, string> = {};
  beforeEach(async () => {
    server = await createTestServer();
    await applyCompany(server.stores.company, parseCompanyFile(COMPANY));
    run = commandLine(server.stores, "demo", files);
  });
  afterEach(() => server.remove());

  const idOf = async (username: string) => (await server.stores.users.byUsername(username))?.id ?? 0;
  const refusal = async (answer: Promise<{ readonly body: unknown }>) =>
    errorBodySchema.safeParse((await answer).body).data?.code ?? "done";
  /** What each of the three ways says: codes of the endpoint and of the page's company file, and the command line's. */
  const file = (yaml: string) =>
    refusal(server.send("POST", `${API}/company/file`, "grace", { text: `realm: demo\n${yaml}` }));
  const imported = async (yaml: string) => {
    files["bad.yaml"] = `realm: demo\n${yaml}`;
    return run("import bad.yaml");
  };
  const everything = () =>
    server.stores.company.read(async (reader) => {
      const realm = (await reader.realms()).find(({ name }) => name === "demo");
      const id = realm?.id ?? 0;
      return JSON.stringify([
        await reader.users(id),
        await reader.numbers(id),
        await reader.queues(id),
        await reader.groups(id),
      ]);
    });

  it("PAGES-6 a number or username that is taken is refused with its field, also a slot or an emergency number", async () => {
    const person = { first_name: "Ada", last_name: "Abel", email: "", department: "", may_use_panel: true, groups: [] };
    const refusedField = async (path: string, body: object) => {
      const answer = await server.send("POST", `${API}/${path}`, "grace", body);
      return errorBodySchema.parse(answer.body).details?.["field"];
    };
    expect(await refusedField("people", { ...person, username: "bob", extension: "290" })).toBe("username");
    for (const taken of ["102", "600", "705", "911"]) {
      expect(await refusedField("people", { ...person, username: "ada", extension: taken }), taken).toBe("extension");
      expect(await refusedField("rooms", { number: taken, name: "Taken" }), taken).toBe("number");
    }
  });

  it("PEOPLE-2 ADMIN-6 an extension that is a feature code or taken is refused by page, command and file", async () => {
    const before = await everything();
    const person = (extension: string) => ({
      username: "ada",
      first_name: "Ada",
      last_name: "Abel",
      extension,
      email: "",
      department: "",
      may_use_panel: true,
      groups: [],
    });
    for (const extension of ["*43", "*86", "43*", "#1", "*", "**8"]) {
      expect(await refusal(server.send("POST", `${API}/people`, "grace", person(extension))), extension).toBe(
        "request.invalid",
      );
      const added = await run(
        `users add ada --first-name Ada --last-name Abel --extension ${extension} --password a-good-password`,
      );
      expect([added.code, added.error], extension).toEqual([2, expect.stringContaining("extension")]);
      const user = `users: [{ username: ada, first_name: Ada, last_name: Abel, extension: '${extension}', password: a-good-password }]`;
      expect(await file(user), extension).toBe("admin.invalidFile");
      expect((await imported(user)).code, extension).toBe(1);
      const queue = { number: extension, name: "Code" };
      expect(await refusal(server.send("POST", `${API}/queues`, "grace", queue)), extension).toBe("request.invalid");
      expect((await run(`queues add ${extension} Code`)).code, extension).toBe(2);
      expect(await file(`queues: [{ number: '${extension}', name: Code }]`), extension).toBe("admin.invalidFile");
    }
    // A person, a queue, a lot, a slot of it, an emergency number.
    for (const extension of ["102", "600", "700", "705", "911"]) {
      expect(await refusal(server.send("POST", `${API}/people`, "grace", person(extension))), extension).toBe(
        "admin.exists",
      );
      const added = await run(
        `users add ada --first-name Ada --last-name Abel --extension ${extension} --password a-good-password`,
      );
      expect([added.code, added.error], extension).toEqual([1, expect.stringContaining("already exists")]);
      const user = `users: [{ username: ada, first_name: Ada, last_name: Abel, extension: ${extension}, password: a-good-password }]`;
      expect(await file(user), extension).toMatch(/^admin\.(exists|invalidFile)$/);
      expect((await imported(user)).error, extension).toContain("already exists");
    }
    expect(await everything()).toBe(before);
  });

  it("QUEUESET-9 THINGS-3 a setting that would lead to a loop is refused by page, command and file", async () => {
    const settingsOf = async (number: string, overflow: string) => {
      const { body } = await server.get(`${API}/queues/${number}`, "grace");
      const { version, name, agents } = endpoints.getCompanyQueue.response.parse(body);
      return { version, name, agents, settings: { overflow_to: overflow } };
    };
    const set = async (number: string, overflow: string) =>
      refusal(server.send("PUT", `${API}/queues/${number}`, "grace", await settingsOf(number, overflow)));
    expect(await set("610", "611")).toBe("done");
    const before = await everything();
    expect(await set("611", "610")).toBe("admin.circle");
    expect(await run("queues set 611 overflow_to 610")).toMatchObject({
      code: 1,
      error: "callpanel: 611 would lead in a circle: 611 → 610 → 611",
    });
    const back = "queues: [{ number: 611, name: South, overflow_to: 610 }]";
    expect(await file(back)).toBe("admin.invalidFile");
    expect((await imported(back)).error).toContain("line 2: 611 would lead in a circle: 611 → 610 → 611");
    expect(await everything()).toBe(before);

    // Through a toggle, in the position that is off.
    await run("toggles add 660 Day --a 101 --b 610");
    expect(await set("611", "660")).toBe("admin.circle");
    expect((await run("queues set 611 overflow_to 660")).error).toContain("611 → 660 → 610 → 611");
    const there = await everything();
    const fields = { name: "Day", a: "101", b: "611" };
    const toggle = { id: "661", fields };
    await run("queues set 611 overflow_to 102");
    expect(await refusal(server.send("POST", `${API}/numbers/toggles`, "grace", toggle))).toBe("done");
    expect(await set("611", "661")).toBe("admin.circle");
    expect(there).not.toBe(before);
    // A key is the caller's choice.
    expect((await run("queues set 611 exit_key 1 exit_to 610")).code).toBe(0);

    // What leads to a removed person must lead elsewhere: not back.
    await run("users add ada --first-name Ada --last-name Abel --extension 155 --password a-good-password");
    await run("queues set 611 overflow_to 155");
    const order = { ids: [await idOf("ada")], lead_to: "610" };
    expect(await refusal(server.send("POST", `${API}/people/remove`, "grace", order))).toBe("admin.circle");
    expect(await server.stores.users.byUsername("ada")).toBeDefined();
  });

  it("PAGES-5 a form that somebody else overtook is refused, whether by a page, a command or a file", async () => {
    const person = async () => {
      const { body } = await server.get(`${API}/people/${await idOf("bob")}`, "grace");
      const one = endpoints.getCompanyPerson.response.parse(body);
      return {
        first_name: "Old",
        last_name: "Form",
        extension: "102",
        email: "",
        department: "",
        may_use_panel: true,
        groups: one.groups,
        version: one.version,
      };
    };
    const queue = async () => {
      const one = endpoints.getCompanyQueue.response.parse((await server.get(`${API}/queues/610`, "grace")).body);
      return { version: one.version, name: "Old form", settings: {}, agents: one.agents };
    };
    const settings = async () => {
      const one = endpoints.getCompanySettings.response.parse((await server.get(`${API}/company`, "grace")).body);
      return { version: one.version, settings: { call_limit: "9" } };
    };
    const id = await idOf("bob");
    const put = (path: string) => (body: object) => refusal(server.send("PUT", `${API}/${path}`, "grace", body));
    const forms = [
      {
        open: person,
        save: put(`people/${id}`),
        first: { last_name: "New" },
        command: "users set bob --first-name Command",
        yaml: "users: [{ username: bob, first_name: File }]",
      },
      {
        open: queue,
        save: put("queues/610"),
        first: { name: "New" },
        command: "queues set 610 weight 7",
        yaml: "queues: [{ number: 610, name: File }]",
      },
      {
        open: settings,
        save: put("company"),
        first: { settings: { call_limit: "8" } },
        command: "settings set call_limit 7",
        yaml: "settings: { call_limit: 5 }",
      },
    ];
    for (const { open, save, first, command, yaml } of forms) {
      const [one, other] = [await open(), await open()];
      expect(await save({ ...one, ...first }), command).toBe("done");
      expect(await save(other), command).toBe("admin.conflict");
      const beforeCommand = await open();
      expect((await run(command)).code, command).toBe(0);
      expect(await save(beforeCommand), command).toBe("admin.conflict");
      const beforeFile = await open();
      expect((await imported(yaml)).error, yaml).toBe("");
      expect(await save(beforeFile), yaml).toBe("admin.conflict");
      expect(await save(await open()), yaml).toBe("done");
    }
  });

  it("PAGES-7 the last administrator neither removes themselves nor their right, by page, command or file", async () => {
    const grace = await idOf("grace");
    const before = await everything();
    const shown = endpoints.getCompanyPerson.response.parse((await server.get(`${API}/people/${grace}`, "grace")).body);
    const profile = {
      first_name: shown.first_name,
      last_name: shown.last_name,
      extension: shown.extension,
      email: shown.email,
      department: shown.department,
      may_use_panel: true,
      groups: shown.groups,
      version: shown.version,
    };
    const group = endpoints.getCompanyGroup.response.parse(
      (await server.get(`${API}/groups/administrators`, "grace")).body,
    );
    const less = group.permissions.filter(({ rule }) => rule !== "manage_permissions");
    const page: ReadonlyArray<readonly ["POST" | "PUT" | "DELETE", string, object?]> = [
      ["POST", `people/remove`, { ids: [grace], lead_to: "101" }],
      ["POST", `people/suspend`, { ids: [grace], suspended: true }],
      ["POST", `people/join`, { ids: [grace], group: "administrators", joins: false }],
      ["PUT", `people/${grace}`, { ...profile, groups: ["staff"] }],
      ["PUT", `people/${grace}`, { ...profile, may_use_panel: false }],
      ["PUT", `groups/administrators`, { name: "administrators", permissions: less, version: group.version }],
      ["DELETE", `groups/administrators`],
    ];
    for (const [method, path, body] of page)
      expect(await refusal(server.send(method, `${API}/${path}`, "grace", body)), `${method} ${path}`).toBe(
        // PEOPLE-22: nobody does these two to themselves, also if there are other administrators.
        ["people/remove", "people/suspend"].includes(path) ? "admin.yourself" : "admin.lastAdministrator",
      );
    for (const command of [
      "users remove grace",
      "users set grace --no-panel",
      "groups leave administrators grace",
      "permissions revoke @administrators administration:manage_permissions",
    ]) {
      const { code, error } = await run(command);
      expect([code, error], command).toEqual([1, expect.stringContaining("without an administrator")]);
    }
    for (const yaml of [
      "users: [{ username: grace, groups: [staff] }]",
      "users: [{ username: grace, suspended: true }]",
      "users: [{ username: grace, panel: false }]",
      "groups: [{ name: administrators, permissions: ['administration:show_people'] }]",
    ]) {
      // PEOPLE-22: a fault of its line.
      const isOwn = yaml.includes("suspended");
      expect(await file(yaml), yaml).toBe(isOwn ? "admin.invalidFile" : "admin.lastAdministrator");
      expect((await imported(yaml)).error, yaml).toContain("without an administrator");
    }
    expect(await everything()).toBe(before);
  });

  it("ADMIN-41 a company file of 200 MB, or one without end, is refused by the command line after its first 20", async () => {
    const path = join(server.dataDir, "huge.yaml");
    writeFileSync(path, "realm: demo\n");
    expect(await readCompanyFile(path)).toBe("realm: demo\n");
    truncateSync(path, 200 * 1024 ** 2);
    await expect(readCompanyFile(path)).rejects.toMatchObject({
      code: "admin.fileTooLarge",
      details: { megabytes: 20 },
    });
    // Without a size that could be asked for.
    await expect(readCompanyFile("/dev/zero")).rejects.toMatchObject({ code: "admin.fileTooLarge" });
    await expect(readCompanyFile(server.dataDir)).rejects.toMatchObject({ code: "admin.notFound" });
    await expect(readCompanyFile(`${path}.none`)).rejects.toMatchObject({ code: "admin.notFound" });
  });

  it("PEOPLE-10 COMPANY-30 a file of 200 MB is refused after its first megabytes, also without a declared length", async () => {
    const url = new URL(await server.app.listen({ port: 0, host: "127.0.0.1" }));
    const { access_token: token } = await server.signIn("grace");
    const send = (path: string, type: string, head: string) =>
      new Promise<{ status: number; code: string | undefined; sent: number }>((resolve, reject) => {
        const chunk = Buffer.alloc(65_536, "ada,Ada,Abel,155,,,,\n");
        let sent = 0;
        const asked = request(
          {
            host: url.hostname,
            port: url.port,
            path,
            method: "POST",
            headers: { authorization: `Bearer ${token}`, "content-type": type },
          },
          (answer) => {
            let text = "";
            answer.on("data", (part: Buffer) => (text += part.toString("utf8")));
            answer.on("end", () => {
              resolve({
                status: answer.statusCode ?? 0,
                code: errorBodySchema.safeParse(JSON.parse(text)).data?.code,
                sent,
              });
              asked.destroy();
            });
          },
        );
        // The server may close before everything is sent.
        asked.on("error", (error) => (sent > 0 ? undefined : reject(error)));
        const more = (): void => {
          while (sent < 200 * 1024 ** 2 && !asked.destroyed) {
            sent += chunk.length;
            if (!asked.write(chunk)) return void asked.once("drain", more);
          }
        };
        asked.write(head);
        more();
      });
    const form =
      '--x\r\ncontent-disposition: form-data; name="csv_file"; filename="people.csv"\r\ncontent-type: text/csv\r\n\r\nusername,first_name,last_name,extension,email,department,groups,panel\n';
    const people = await send(`${API}/people/file`, "multipart/form-data; boundary=x", form);
    expect([people.status, people.code]).toEqual([413, "admin.file.tooLarge"]);
    expect(people.sent).toBeLessThan(PEOPLE_FILE_MAX_BYTES * 4);
    const company = await send(`${API}/company/file/preview`, "application/json", '{"text":"');
    expect([company.status, company.code]).toEqual([413, "request.tooLarge"]);
    expect(company.sent).toBeLessThan(PEOPLE_FILE_MAX_BYTES * 4);
  });
});
