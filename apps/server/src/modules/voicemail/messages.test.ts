import { errorBodySchema, getVoicemail, listVoicemails, type Permission } from "@callpanel/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { bearer, createTestServer, type TestServer } from "../../../test/test-server.ts";
import { leaveMessage, NO_TEXTS } from "../../../test/voicemails.ts";
import { applyCompany, parseCompanyFile } from "../administration/index.ts";
import type { StoredMessage } from "./index.ts";

const SECRET = "the vault opens at noon";
const WORDS = {
  ...NO_TEXTS,
  transcription: { state: "done", text: SECRET },
  summary: { state: "done", text: "vault" },
  category: { state: "done", text: "fraud" },
} as const;
const bulkSchema = z.object({ success: z.literal(true), count: z.number(), ids: z.array(z.number()) });

describe("voicemail messages", () => {
  let server: TestServer;
  const ids = new Map<string, number>();
  const idOf = (username: string): number => ids.get(username) ?? 0;
  beforeAll(async () => {
    server = await createTestServer();
    const { company, users } = server.stores;
    await applyCompany(
      company,
      parseCompanyFile(`
realm: elsewhere
groups: [{ name: all, permissions: [voicemails:read, voicemails:write, voicemails:read_for, voicemails:write_for] }]
users:
  - { username: spy, first_name: Sue, last_name: Spy, extension: 102, password: callpanel-demo, groups: [all] }
`),
    );
    for (const username of ["alice", "bob", "carol", "dave", "erin", "spy"])
      ids.set(username, (await users.byUsername(username))?.id ?? 0);
  });
  afterAll(() => server.remove());
  beforeEach(async () => {
    for (const username of ["alice", "bob", "carol"]) {
      const everything = {
        folder: { folder: "all" },
        category: undefined,
        from: 0,
        until: Infinity,
        words: [],
      } as const;
      const page = { ...everything, boxIds: [idOf(username)], sort: "origtime", ascending: true, start: 0 } as const;
      for (const folder of ["all", "archived"] as const) {
        const { messages } = await server.stores.voicemail.list({ ...page, folder: { folder }, limit: 999 });
        await server.stores.voicemail.remove(messages.map(({ id }) => id));
      }
    }
  });

  const leave = (username: string, over: Omit<Parameters<typeof leaveMessage>[1], "boxId"> = {}) =>
    leaveMessage(server, { boxId: idOf(username), ...over });
  const list = async (query = "", username = "alice") => {
    const { status, body } = await server.get(`/api/v1/voicemails${query}`, username);
    expect(status, query).toBe(200);
    return z.parse(listVoicemails.response, body);
  };
  const listed = async (query = "", username = "alice") => (await list(query, username)).data.map(({ id }) => id);
  const put = async (message: StoredMessage, action: string, body?: object, username = "alice") => {
    const answer = await server.send("PUT", `/api/v1/voicemails/${message.id}/${action}`, username, body ?? {});
    return answer.status === 200 ? answer : { status: answer.status, body: errorBodySchema.parse(answer.body).code };
  };
  const bulk = async (action: string, body: object, username = "alice") => {
    const answer = await server.send("POST", `/api/v1/voicemails/bulk/${action}`, username, body);
    return answer.status === 200 ? z.parse(bulkSchema, answer.body) : errorBodySchema.parse(answer.body).code;
  };
  const shown = async (message: StoredMessage, username = "alice") => {
    const { body } = await server.get(`/api/v1/voicemails/${message.id}`, username);
    return z.parse(getVoicemail.response, body);
  };
  const soundOf = async (message: StoredMessage, username: string, range?: string) => {
    const { access_token } = await server.signIn(username);
    const headers = { ...bearer(access_token), ...(range === undefined ? {} : { range }) };
    return server.app.inject({ url: `/api/v1/voicemails/${message.id}/download?format=wav`, headers });
  };
  const grant = (username: string, ...permissions: readonly Permission[]) =>
    server.stores.company.atomically((company) => company.setPermissions(idOf(username), permissions));

  it("VM-1 a list has pages of 18, the total and the number of unread messages, newest first", async () => {
    const left = [];
    for (let n = 0; n < 20; n += 1) left.push(await leave("alice", { at: Date.UTC(2026, 2, 1) + n * 60_000 }));
    await leave("bob");
    await put(left[0] ?? (await leave("alice")), "mark_as_read");
    const { total, unread, data } = await list();
    expect([total, unread, data.length]).toEqual([20, 19, 18]);
    expect(data.map(({ id }) => id)).toEqual(
      left
        .toReversed()
        .slice(0, 18)
        .map(({ id }) => id),
    );
    expect(await listed("?start=18")).toEqual([left[1]?.id, left[0]?.id]);
    expect(data[0]).toMatchObject({ callerid: '"Bob Brandt" <102>', dir: "101/INBOX", isRead: false, duration: 4 });
  });

  it("VM-5 only allowed columns can be used to sort", async () => {
    const short = await leave("alice", { durationMs: 1_000, from: { number: "1", name: "Zoe", userId: null } });
    const long = await leave("alice", { durationMs: 9_000, from: { number: "2", name: "adam", userId: null } });
    expect(await listed("?sort_column=duration&sort_direction=asc")).toEqual([short.id, long.id]);
    expect(await listed("?sort_column=callerid&sort_direction=ASC")).toEqual([long.id, short.id]);
    for (const column of ["id", "search_text", "origtime;drop table voicemails", "1--", "duration desc, id", ""]) {
      const { status, body } = await server.get(
        `/api/v1/voicemails?sort_column=${encodeURIComponent(column)}`,
        "alice",
      );
      expect([status, errorBodySchema.parse(body).code], column).toEqual([400, "request.invalid"]);
    }
    const { status } = await server.get("/api/v1/voicemails?sort_direction=asc;select", "alice");
    expect([status, (await list()).total]).toEqual([400, 2]);
  });

  it("VM-6 a search finds callers and texts", async () => {
    const message = await leave("alice", { from: { number: "+14165550111", name: "Zoë", userId: null } });
    await server.stores.voicemail.saveTexts(message.id, WORDS);
    await leave("alice");
    for (const search of ["zoe", "VAULT noon", "5550111"])
      expect(await listed(`?search=${encodeURIComponent(search)}`), search).toEqual([message.id]);
    expect(await listed("?search=%25")).toEqual([]);
    expect(await listed("?category=fraud")).toEqual([message.id]);
    expect(await listed("?category=medical")).toEqual([]);
  });

  it("VM-66 of some messages, the list says which are still in it, and of no box that the user may not see", async () => {
    const [first, second, read] = [await leave("alice"), await leave("alice"), await leave("alice")];
    const foreign = await leave("bob");
    await put(read, "mark_as_read");
    const ids = [first, second, read, foreign].map(({ id }) => id).join(",");
    expect(await listed(`?ids=${ids}`)).toEqual([read.id, second.id, first.id]);
    expect(await listed(`?ids=${ids}&folder=inbox`)).toEqual([second.id, first.id]);
    expect(await listed(`?ids=${first.id}&search=nothing`)).toEqual([]);
    await server.stores.voicemail.remove([first.id]);
    expect(await listed(`?ids=${ids}&folder=inbox`)).toEqual([second.id]);
    for (const bad of ["1,", "-1", "1;2", "a"])
      expect((await server.get(`/api/v1/voicemails?ids=${encodeURIComponent(bad)}`, "alice")).status, bad).toBe(400);
  });

  it("VM-9 a date is a day of the time zone, or a range of days", async () => {
    const evening = await leave("alice", { at: Date.parse("2026-03-09T03:59:59Z") });
    const morning = await leave("alice", { at: Date.parse("2026-03-09T04:00:00Z") });
    const zone = "time_zone=America/Toronto";
    // The clocks of Toronto went forward on the 8th.
    expect(await listed(`?date=2026-03-08&${zone}`)).toEqual([evening.id]);
    expect(await listed(`?date=2026-03-09&${zone}`)).toEqual([morning.id]);
    expect(await listed("?date=2026-03-09")).toEqual([morning.id, evening.id]);
    expect(await listed(`?date=2026-03-08,2026-03-09&${zone}`)).toEqual([morning.id, evening.id]);
    for (const [query, status] of [
      ["date=2026-02-30", 400],
      ["date=yesterday", 400],
      ["time_zone=Mars/Base", 422],
    ] as const)
      expect((await server.get(`/api/v1/voicemails?${query}`, "alice")).status, query).toBe(status);
  });

  it("VM-8 unread is the inbox and read is old; reading does not move a message out of a custom folder", async () => {
    const message = await leave("alice");
    expect((await put(message, "mark_as_read")).body).toMatchObject({ isRead: true, folder: "old" });
    expect((await put(message, "mark_as_new")).body).toMatchObject({ isRead: false, folder: "inbox" });
    await put(message, "move_to_custom_folder", { custom_folder: "Family" });
    expect((await put(message, "mark_as_read")).body).toMatchObject({ folder: "custom", custom_folder: "Family" });
    expect((await put(message, "mark_as_new")).body).toMatchObject({ folder: "inbox", custom_folder: null });
  });

  it("VM-10 VM-11 the name of a custom folder has letters; a message that leaves it is old", async () => {
    const message = await leave("alice");
    for (const [fault, ...names] of [
      ["required", ""],
      ["length", "ab", "elevenchars"],
      ["letters", "Fam1ly", "Fa mily", "../etc", "<b>x</b>"],
      ["reserved", "INBOX", "Old", "deleted"],
    ] as const)
      for (const name of names)
        expect(await put(message, "move_to_custom_folder", { custom_folder: name }), name).toEqual({
          status: 400,
          body: `vmail.folder.${fault}`,
        });
    expect((await put(message, "move_to_custom_folder", { custom_folder: "Été" })).body).toMatchObject({
      folder: "custom",
      dir: "101/Été",
    });
    const { body } = await server.get("/api/v1/voicemails/list_custom_folders", "alice");
    expect(body).toEqual({ success: true, total: 1, data: [{ name: "Été", messages: 1 }] });
    for (const form of ["NFC", "NFD"])
      expect(await listed(`?folder=${encodeURIComponent("Été".normalize(form))}`)).toEqual([message.id]);
    for (const none of ["%00", "Ete", "%F0%9F%93%81", "..%2F"])
      expect(await listed(`?folder=${none}`), none).toEqual([]);
    expect((await put(message, "move_to_custom_folder", { custom_folder: "Été".normalize("NFD") })).body).toMatchObject(
      { dir: "101/Été" },
    );
    expect((await put(message, "remove_from_custom_folder")).body).toMatchObject({ folder: "old" });
    expect(await put(message, "remove_from_custom_folder")).toEqual({ status: 409, body: "vmail.notInFolder" });
  });

  it("VM-10 a name in another case means the existing folder, in each box its own", async () => {
    const [first, second, third] = [await leave("alice"), await leave("alice"), await leave("alice")];
    const foreign = await leave("bob");
    await server.stores.voicemail.move([first.id], { folder: "custom", name: "Clients" });
    await server.stores.voicemail.move([foreign.id], { folder: "custom", name: "CLIENTS" });
    const { body } = await put(second, "move_to_custom_folder", { custom_folder: "clients" });
    expect(body).toMatchObject({ custom_folder: "Clients", dir: "101/Clients" });
    await put(third, "archive", { name: "kept" });
    await put(third, "restore", { folder: "cLIENTS" });
    expect(await shown(third)).toMatchObject({ custom_folder: "Clients" });
    const onBob = (rule: string): Permission => ({ module: "voicemails", rule, targets: [String(idOf("bob"))] });
    await grant("alice", onBob("read_for"), onBob("write_for"));
    await bulk("move_to_custom_folder", { ids: [second.id, foreign.id], custom_folder: "clients" });
    await grant("alice");
    const folders = async (of: string) => await server.stores.voicemail.customFolders([idOf(of)]);
    expect([await folders("alice"), await folders("bob")]).toEqual([
      [{ name: "Clients", messages: 3 }],
      [{ name: "CLIENTS", messages: 1 }],
    ]);
  });

  it("VM-12 a person can have twenty folders", async () => {
    const name = (n: number): string => `folder${String.fromCharCode(97 + n)}`;
    for (let n = 0; n < 20; n += 1)
      await server.stores.voicemail.move([(await leave("alice")).id], { folder: "custom", name: name(n) });
    const message = await leave("alice");
    const move = (to: string) => put(message, "move_to_custom_folder", { custom_folder: to });
    expect(await move("onemore")).toEqual({ status: 409, body: "vmail.folder.tooMany" });
    expect((await move(name(3))).status).toBe(200);
  });

  it("VM-13 an archived message has a name, cannot be changed, and can be restored", async () => {
    const message = await leave("alice");
    expect(await put(message, "restore", { folder: "inbox" })).toEqual({ status: 409, body: "vmail.notArchived" });
    expect((await put(message, "archive", { name: "  " })).status).toBe(400);
    expect((await put(message, "archive", { name: " \u0000\n\u202E" })).body).toBe("vmail.archiveName");
    expect((await put(message, "archive", { name: " Grandma's\u0000 \u202E<recipe>\n" })).status).toBe(200);
    expect(await listed()).toEqual([]);
    expect((await list("?folder=archived")).data[0]).toMatchObject({ archive_name: "Grandma's <recipe>" });
    for (const action of ["mark_as_read", "mark_as_new", "archive"])
      expect((await put(message, action, { name: "again" })).body, action).toBe("vmail.isArchived");
    expect((await put(message, "restore", { folder: "Family" })).status).toBe(200);
    expect(await shown(message)).toMatchObject({ folder: "custom", custom_folder: "Family", archive_name: null });
  });

  it("VM-14 a favourite stays one in every folder, until it is unmarked", async () => {
    const message = await leave("alice");
    expect((await put(message, "mark_as_favorite")).body).toMatchObject({ favorite: true });
    await put(message, "mark_as_read");
    expect(await listed("?folder=favorite")).toEqual([message.id]);
    expect((await put(message, "unmark_as_favorite")).body).toMatchObject({ favorite: false });
    expect(await listed("?folder=favorite")).toEqual([]);
  });

  it("VM-15 a transfer gives others an unheard copy with its texts; the sound stays until both are removed", async () => {
    const message = await leave("alice", { bytes: Buffer.from("only once") });
    await server.stores.voicemail.saveTexts(message.id, WORDS);
    await put(message, "mark_as_read");
    const url = `/api/v1/voicemails/${message.id}/transfer_voicemail`;
    const { body } = await server.send("POST", url, "alice", { extensions: ["102", "103", "102"] });
    expect(body).toEqual({ success: true, transferred: 2 });
    const [copy] = (await list("", "bob")).data;
    expect(copy).toMatchObject({ mailbox: "102", isRead: false, transcription: SECRET, may_write: true });
    const refused = await server.send("POST", url, "alice", { extensions: ["102", "9999"] });
    expect(errorBodySchema.parse(refused.body).code).toBe("vmail.extension");
    expect((await list("", "bob")).total).toBe(1);
    expect((await server.send("DELETE", `/api/v1/voicemails/${message.id}`, "alice")).status).toBe(200);
    const ofBob = await server.stores.voicemail.byIds([copy?.id ?? 0]);
    for (const one of ofBob) expect((await soundOf(one, "bob")).body).toBe("only once");
    for (const username of ["bob", "carol"]) await bulk("delete", { ids: await listed("", username) }, username);
    expect(await server.sounds.find(message.sound)).toBeUndefined();
  });

  it("VM-16 bulk actions change the messages to which they apply, and return their number", async () => {
    const [one, two, three] = [await leave("alice"), await leave("alice"), await leave("alice")];
    const foreign = await leave("bob");
    const all = [one.id, two.id, three.id, foreign.id, 424_242];
    await put(three, "archive", { name: "kept" });
    expect(await bulk("mark_as_read", { ids: all })).toEqual({ success: true, count: 2, ids: [one.id, two.id] });
    expect(await bulk("mark_as_read", { ids: all })).toMatchObject({ count: 0 });
    expect(await bulk("mark_as_new", { ids: [one.id] })).toMatchObject({ count: 1 });
    expect(await bulk("move_to_custom_folder", { ids: all, custom_folder: "Work" })).toMatchObject({ count: 2 });
    expect(await bulk("move_to_custom_folder", { ids: all, custom_folder: "no!" })).toBe("vmail.folder.letters");
    expect(await bulk("remove_from_custom_folder", { ids: all })).toMatchObject({ count: 2 });
    expect(await bulk("mark_as_favorite", { ids: all })).toMatchObject({ count: 3 });
    expect(await bulk("unmark_as_favorite", { ids: all })).toMatchObject({ count: 3 });
    expect(await bulk("transfer_voicemail", { ids: [one.id, foreign.id], extensions: ["103"] })).toMatchObject({
      count: 1,
    });
    expect(await bulk("delete", { ids: all })).toEqual({ success: true, count: 3, ids: [one.id, two.id, three.id] });
    expect([await listed(), await listed("", "bob")]).toEqual([[], [foreign.id]]);
    expect(await bulk("delete", { ids: [] })).toBe("request.invalid");
  });

  it("VM-17 sound can be played completely or in part; permissions are checked for each part", async () => {
    const message = await leave("alice", { bytes: Buffer.from("0123456789") });
    const whole = await soundOf(message, "alice");
    expect([whole.statusCode, whole.body, whole.headers["content-type"]]).toEqual([200, "0123456789", "audio/wav"]);
    const part = await soundOf(message, "alice", "bytes=2-4");
    expect([part.statusCode, part.body, part.headers["content-range"]]).toEqual([206, "234", "bytes 2-4/10"]);
    expect((await soundOf(message, "alice", "bytes=10-")).statusCode).toBe(416);
    for (const username of ["bob", "spy"]) expect((await soundOf(message, username)).statusCode, username).toBe(404);
    // The right is removed between two parts.
    await grant("dave", { module: "voicemails", rule: "read_for", targets: [String(idOf("alice"))] });
    expect((await soundOf(message, "dave", "bytes=0-1")).body).toBe("01");
    await grant("dave");
    expect((await soundOf(message, "dave", "bytes=2-3")).statusCode).toBe(404);
    await server.sounds.release({ kind: "voicemail", id: String(message.id) });
    expect((await soundOf(message, "alice")).statusCode).toBe(404);
  });

  it("VM-2 VM-4 messages of another person need a right on that person: to list, to hear, to change", async () => {
    const message = await leave("bob", { texts: WORDS });
    const asDave = () => server.get(`/api/v1/voicemails/${message.id}`, "dave");
    expect((await asDave()).status).toBe(404);
    expect(await listed("?filter_by_extension=102", "dave")).toEqual([]);
    const on = (rule: string): Permission => ({ module: "voicemails", rule, targets: [String(idOf("bob"))] });
    await grant("dave", on("list_for"));
    const [seen] = (await list("?filter_by_extension=102,101", "dave")).data;
    expect(seen).toMatchObject({ id: message.id, may_read: false, may_write: false, transcription: null });
    expect(JSON.stringify(seen)).not.toContain("vault");
    expect((await soundOf(message, "dave")).statusCode).toBe(403);
    expect((await put(message, "mark_as_read", {}, "dave")).status).toBe(403);
    await grant("dave", on("read_for"));
    expect(await shown(message, "dave")).toMatchObject({ may_read: true, may_write: false, transcription: SECRET });
    expect((await soundOf(message, "dave")).statusCode).toBe(200);
    expect(await bulk("delete", { ids: [message.id] }, "dave")).toMatchObject({ count: 0 });
    await grant("dave", on("list_for"), on("write_for"));
    expect((await put(message, "mark_as_read", {}, "dave")).status).toBe(200);
    const url = `/api/v1/voicemails/${message.id}/transfer_voicemail`;
    expect((await server.send("POST", url, "dave", { extensions: ["104"] })).status).toBe(403);
    await grant("dave");
    // Another company, with every right and the same numbers.
    expect((await server.get(`/api/v1/voicemails/${message.id}`, "spy")).status).toBe(404);
    expect((await list("?filter_by_extension=101,102", "spy")).total).toBe(0);
    expect(await bulk("delete", { ids: [message.id] }, "spy")).toMatchObject({ count: 0 });
    expect((await server.get("/api/v1/voicemails", "erin")).status).toBe(403);
  });
});
