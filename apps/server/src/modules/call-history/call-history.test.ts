import { once } from "node:events";
import { Readable } from "node:stream";
import { endpoints, errorBodySchema, type RealtimeEvent } from "@callpanel/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callRecord } from "../../../test/call-records.ts";
import { bearer, createTestServer, type TestServer } from "../../../test/test-server.ts";
import { applyCompany, parseCompanyFile } from "../administration/index.ts";
import { openTimeZone } from "../../kernel/text/time-zone.ts";
import { callsFile } from "./call-history.csv.ts";
import { notifyCallWritten, type ListedCall } from "./index.ts";

const BASE = "/api/v1/cdrs";
const LIST = `${BASE}/friendly_calls_by_date`;
/** 1 a.m. in Toronto on the day on which clocks jump there. */
const LEAP_DAY = Date.UTC(2026, 2, 8, 6);
const HOUR_MS = 3_600_000;
const OUTSIDE = { number: "+14165550199", name: '=HYPERLINK("http://x")' };

let server: TestServer;
const SUPERVISOR = { number: "103", name: "Carol Chen", userId: 7 };
let ids: Readonly<Record<"alice" | "bob" | "carol" | "dave", number>>;
beforeAll(async () => {
  server = await createTestServer();
  const idOf = async (username: string) => (await server.stores.users.byUsername(username))?.id ?? 0;
  ids = { alice: await idOf("alice"), bob: await idOf("bob"), carol: await idOf("carol"), dave: await idOf("dave") };
  await applyCompany(
    server.stores.company,
    parseCompanyFile(`
realm: demo
groups: [{ name: watches, permissions: ["cdrs:read", "cdrs:list_for:${ids.bob}"] }]
users:
  - { username: wanda, first_name: Wanda, last_name: Watcher, extension: 301, groups: [watches], password: callpanel-demo }
`),
  );
  const [alice, bob, dave] = [
    { number: "101", name: "Alice Archer", userId: ids.alice },
    { number: "102", name: "Bob Brandt", userId: ids.bob },
    { number: "104", name: "Dave Diaz", userId: ids.dave },
  ];
  const quality = {
    caller: {
      codec: "opus",
      packetsReceived: 3_000,
      packetsSent: 2_990,
      packetsLost: 3,
      jitterMs: 2.5,
      phone: { mos: 4.3, jitterMs: 3, lossPercent: 0.1, seconds: 60 },
    },
  };
  const records = [
    callRecord({
      callId: "ab",
      startedAt: LEAP_DAY,
      from: alice,
      to: bob,
      quality: JSON.stringify(quality),
      listenedBy: JSON.stringify([
        { listener: SUPERVISOR, watched: alice, mode: "whisper", from: LEAP_DAY + 5_000, to: LEAP_DAY + 9_000 },
      ]),
    }),
    callRecord({ callId: "out", startedAt: LEAP_DAY - HOUR_MS, from: alice, to: OUTSIDE, direction: "outbound" }),
    callRecord({
      callId: "in",
      startedAt: LEAP_DAY - HOUR_MS - 1,
      from: OUTSIDE,
      to: bob,
      direction: "inbound",
      continues: ["ab"],
    }),
    callRecord({
      callId: "queue",
      startedAt: LEAP_DAY + 22 * HOUR_MS - 1,
      from: OUTSIDE,
      to: { number: "600", name: "Support" },
      direction: "inbound",
      destination: "queue",
    }),
    callRecord({
      callId: "forwarded",
      startedAt: LEAP_DAY + 22 * HOUR_MS,
      from: dave,
      to: bob,
      forwardedBy: JSON.stringify([alice]),
      sentBy: JSON.stringify({ number: "103", name: "Carol Chen", userId: 7 }),
      forwarderIds: [ids.alice],
    }),
    callRecord({
      callId: "failed",
      startedAt: LEAP_DAY + 23 * HOUR_MS,
      answeredAt: null,
      from: dave,
      to: { number: "E_999" },
      disposition: "noAnswer",
    }),
  ];
  for (const record of records) await server.stores.callRecords.write(record);
  for (const [id, callId] of [
    ["rec1", "ab"],
    ["rec2", "forwarded"],
  ] as const) {
    const begun = { owner: "s1", id, realm: "demo", callId, userId: null, startedBy: "alice", startedAt: LEAP_DAY };
    await server.stores.recordings.begin(begun);
    await server.stores.recordings.end(id, { durationMs: 5_000, bytes: 9, marks: [], failure: null });
  }
});
afterAll(() => server.remove());

const PERIOD = "date_from=2026-03-07&date_to=2026-03-10";
const listOf = async (username: string, query = PERIOD) =>
  endpoints.listCalls.response.parse((await server.get(`${LIST}?${query}`, username)).body);
const callsOf = async (username: string, query = PERIOD) =>
  (await listOf(username, query)).data.map(({ call_id }) => call_id);
const codeOf = async (username: string, path: string) => {
  const { status, body } = await server.get(`${BASE}/${path}`, username);
  return [status, errorBodySchema.parse(body).code];
};
const textOf = async (username: string, query: string) => {
  const { access_token } = await server.signIn(username);
  return server.app.inject({ url: `${LIST}_export?${query}`, headers: bearer(access_token) });
};

describe("people", () => {
  it("CDR-1 CDR-2 a user's own calls are listed, latest first, including forwarded ones", async () => {
    expect(await callsOf("alice")).toEqual(["forwarded", "ab", "out"]);
    expect(await callsOf("bob")).toEqual(["forwarded", "ab", "in"]);
    const page = await listOf("alice", `${PERIOD}&start=1&limit=1&sort_direction=ASC`);
    expect(page).toMatchObject({ success: true, total: 3, data: [{ call_id: "ab" }] });
    expect((await server.get(LIST, "erin")).status).toBe(403);
  });

  it("CDR-2 rights on a person add that person's calls, each call once; without targets they apply to the whole company", async () => {
    expect(await callsOf("wanda")).toEqual(["forwarded", "ab", "in"]);
    expect(await callsOf("carol")).toEqual(["failed", "forwarded", "queue", "ab", "out", "in"]);
    const watched = async (username: string) =>
      endpoints.watchCallUsers.response
        .parse((await server.get(`${BASE}/can_watch_users`, username)).body)
        .data.map(({ username: name }) => name);
    expect(await watched("alice")).toEqual(["alice"]);
    expect(await watched("wanda")).toEqual(["wanda", "bob"]);
    const all = await watched("carol");
    expect([all[0], all.length]).toEqual(["carol", 25]);
  });

  it("CDR-3 calls of some people by their extensions, as far as the user may list them", async () => {
    expect(await callsOf("carol", `${PERIOD}&filter_by_extension=101`)).toEqual(["forwarded", "ab", "out"]);
    expect(await callsOf("carol", `${PERIOD}&filter_by_extension=101,%20102`)).toEqual([
      "forwarded",
      "ab",
      "out",
      "in",
    ]);
    expect(await callsOf("alice", `${PERIOD}&filter_by_extension=101`)).toEqual(["forwarded", "ab", "out"]);
    for (const [who, extension] of [
      ["alice", "102"],
      ["wanda", "101"],
      ["carol", "999"],
      ["carol", "600"],
    ])
      expect(await codeOf(who ?? "", `friendly_calls_by_date?filter_by_extension=${extension}`)).toEqual([
        403,
        "request.forbidden",
      ]);
    const many = Array.from({ length: 51 }, (_, at) => 101 + at).join(",");
    expect((await codeOf("carol", `friendly_calls_by_date?filter_by_extension=${many}`))[0]).toBe(400);
  });
});

describe("period", () => {
  it("CDR-4 a day is a day of the time zone, with 23 hours where clocks jump", async () => {
    const day = "date_from=2026-03-08&date_to=2026-03-08";
    expect(await callsOf("carol", `${day}&time_zone=America/Toronto`)).toEqual(["queue", "ab", "out"]);
    expect(await callsOf("carol", day)).toEqual(["ab", "out", "in"]);
    const moments = "date_from=2026-03-08T00:00&date_to=2026-03-08T01:00&time_zone=America/Toronto";
    expect(await callsOf("carol", moments)).toEqual(["out"]);
    const { data } = await listOf("carol", `${day}&time_zone=America/Toronto`);
    expect(data.map(({ calldate }) => calldate)).toEqual([
      "2026-03-08T23:59:59-04:00",
      "2026-03-08T01:00:00-05:00",
      "2026-03-08T00:00:00-05:00",
    ]);
  });

  it("CDR-4 an unknown zone and an invalid date are refused", async () => {
    for (const [query, code] of [
      ["time_zone=Mars/Base", "cdrs.timeZone"],
      ["date_from=2026-02-30", "cdrs.date"],
      ["date_to=2026-01-01T25:00", "cdrs.date"],
    ])
      expect(await codeOf("alice", `friendly_calls_by_date?${query}`)).toEqual([422, code]);
    for (const query of ["date_from=yesterday", "start=-1", "limit=0", "limit=9999"])
      expect((await codeOf("alice", `friendly_calls_by_date?${query}`))[0], query).toBe(400);
  });

  it("CDR-5 only columns of the list can be used to sort", async () => {
    expect((await callsOf("carol", `${PERIOD}&sort_column=from&sort_direction=ASC`))[0]).toBe("queue");
    for (const column of ["id; drop table cdrs", "quality", ""])
      expect((await codeOf("carol", `friendly_calls_by_date?sort_column=${encodeURIComponent(column)}`))[0]).toBe(400);
  });
});

it("CDR-50 the demo company starts with calls of the last four weeks, of all kinds", async () => {
  const { total, data } = await listOf("alice", "limit=100");
  expect(total).toBeGreaterThan(15);
  const kinds = new Set(data.map(({ destination }) => destination));
  for (const kind of ["queue", "conference", "music", "voicemail", null] as const) expect(kinds).toContain(kind);
  expect(new Set(data.map(({ direction }) => direction)).size).toBe(3);
});

describe("search", () => {
  it("CDR-13 by a part of a name, and by a number in any notation, in the list and in the file", async () => {
    expect(await callsOf("alice", `${PERIOD}&search=bRÁndt`)).toEqual(["forwarded", "ab"]);
    expect(await callsOf("alice", `${PERIOD}&search=${encodeURIComponent("(416) 555-0199")}`)).toEqual(["out"]);
    expect(await callsOf("bob", `${PERIOD}&search=4165550199&sort_column=duration`)).toEqual(["in"]);
    expect(await listOf("alice", `${PERIOD}&search=nobody`)).toEqual({ success: true, total: 0, data: [] });
    const file = await textOf("alice", `${PERIOD}&search=brandt&sort_direction=ASC`);
    expect(file.payload.trim().split("\r\n").slice(1)).toEqual([
      expect.stringContaining(",101,Alice Archer,102,Bob Brandt,"),
      expect.stringContaining(",104,Dave Diaz,102,Bob Brandt,"),
    ]);
  });
});

it("CDR-60 the list and the file can be narrowed to a kind of call; an unknown kind is refused", async () => {
  expect(await callsOf("alice", `${PERIOD}&kind=outgoing`)).toEqual(["ab", "out"]);
  expect(await callsOf("alice", `${PERIOD}&kind=recorded`)).toEqual(["ab"]);
  expect(await callsOf("alice", `${PERIOD}&kind=missed`)).toEqual([]);
  expect(await callsOf("bob", `${PERIOD}&kind=incoming&search=brandt&limit=2`)).toEqual(["forwarded", "ab"]);
  expect(await listOf("bob", `${PERIOD}&kind=incoming&limit=1`)).toMatchObject({ total: 3, data: [{}] });
  const file = await textOf("alice", `${PERIOD}&kind=outgoing`);
  expect(file.payload.trim().split("\r\n")).toHaveLength(3);
  expect(await codeOf("alice", "friendly_calls_by_date?kind=nice")).toEqual([400, "request.invalid"]);
});

it("CDR-62 calls of one conversation name the first of them on the page", async () => {
  const conversations = async (username: string, query = PERIOD) =>
    (await listOf(username, query)).data.map(({ call_id, conversation }) => [call_id, conversation]);
  expect(await conversations("bob")).toEqual([
    ["forwarded", undefined],
    ["ab", "ab"],
    ["in", "ab"],
  ]);
  // On a page of its own it is alone, and so it is for someone who does not see the other.
  expect(await conversations("bob", `${PERIOD}&start=2`)).toEqual([["in", undefined]]);
  expect(await conversations("alice")).toEqual([
    ["forwarded", undefined],
    ["ab", undefined],
    ["out", undefined],
  ]);
});

describe("one call", () => {
  const detailsOf = async (username: string, callId: string) => {
    const { data } = await listOf("carol");
    const id = data.find(({ call_id }) => call_id === callId)?.id ?? 0;
    const { status, body } = await server.get(`${BASE}/${id}?time_zone=America/Toronto`, username);
    return status === 200 ? endpoints.getCall.response.parse(body) : errorBodySchema.parse(body).code;
  };

  it("CDR-7 CDR-8 TOLL-9 all details of a call, and the visible calls of its chain", async () => {
    expect(await detailsOf("alice", "ab")).toMatchObject({
      calldate: "2026-03-08T01:00:00-05:00",
      answered_at: "2026-03-08T01:00:02-05:00",
      duration: 62,
      talk_duration: 60,
      recording: true,
      recordings: [{ id: "rec1", duration_ms: 5_000 }],
      quality: { caller: { packets_lost: 3, phone: { mos: 4.3, round_trip_ms: null } }, callee: null },
      sent_by: null,
      listened_by: [],
      chain: [],
    });
    expect(await detailsOf("bob", "ab")).toMatchObject({ chain: [{ call_id: "in" }, { call_id: "ab" }] });
    expect(await detailsOf("alice", "forwarded")).toMatchObject({
      forwarded_by: [{ number: "101", user_id: ids.alice }],
      sent_by: { number: "103", name: "Carol Chen", user_id: 7 },
    });
  });

  it("CDR-15 listeners are visible to people who may listen to that person themselves, and not to people in the call without that right", async () => {
    const told = { mode: "whisper", from: "2026-03-08T01:00:05-05:00", to: "2026-03-08T01:00:09-05:00" };
    expect(await detailsOf("carol", "ab")).toMatchObject({
      listened_by: [{ ...told, listener: { number: "103", name: "Carol Chen" }, watched: { user_id: ids.alice } }],
    });
    for (const name of ["alice", "bob"]) expect(await detailsOf(name, "ab"), name).toMatchObject({ listened_by: [] });
    expect(JSON.stringify(await listOf("carol"))).not.toContain("whisper");
  });

  it("CDR-8 a call that the user may not see is not found; only list_for lists without details and sound", async () => {
    expect(await detailsOf("bob", "out")).toBe("cdrs.notFound");
    expect(await detailsOf("wanda", "ab")).toBe("cdrs.notFound");
    expect(await detailsOf("carol", "queue")).toMatchObject({ destination: "queue", to: "600" });
    expect(await codeOf("carol", "999999")).toEqual([404, "cdrs.notFound"]);
    const recorded = async (username: string) =>
      (await listOf(username)).data.find(({ call_id }) => call_id === "ab")?.recording;
    expect([await recorded("bob"), await recorded("carol"), await recorded("wanda")]).toEqual([true, true, false]);
    const forwarded = async (username: string) => {
      const details = await detailsOf(username, "forwarded");
      return typeof details === "string" ? details : [details.recording, details.recordings.length];
    };
    expect([await forwarded("bob"), await forwarded("alice")]).toEqual([
      [true, 1],
      [false, 0],
    ]);
  });

  it("CDR-9 a destination that begins with E_ failed", async () => {
    const { data } = await listOf("dave");
    expect(data.map(({ to, failed }) => [to, failed])).toEqual([
      ["E_999", true],
      ["102", false],
    ]);
  });

  it("CDR-12 people who were in a call, and people who list their calls, are notified of its record once", () => {
    const notices: unknown[] = [];
    const told: Array<readonly [number, RealtimeEvent]> = [];
    const record = callRecord({ callId: "x", from: { userId: 1 }, to: { userId: 1 }, forwarderIds: [3] });
    notifyCallWritten(record, {
      tell: (userId, event) => told.push([userId, event]),
      notice: (notice) => notices.push(notice),
    });
    expect(notices).toEqual([{ kind: "called", realm: "demo", callId: "x", userIds: [1, 3] }]);
    const event = { action: "CDR", realm: "demo", callid: "x" };
    expect(told).toEqual([
      [1, event],
      [3, event],
    ]);
  });
});

describe("as a file", () => {
  it("CDR-10 the list with its filter and order, formulas escaped and numbers complete", async () => {
    const answer = await textOf(
      "carol",
      `${PERIOD}&time_zone=America/Toronto&filter_by_extension=101&sort_direction=ASC`,
    );
    expect([answer.headers["content-type"], answer.headers["content-disposition"]]).toEqual([
      "text/csv; charset=utf-8",
      'attachment; filename="cdrs.csv"',
    ]);
    expect([...answer.rawPayload.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const lines = answer.rawPayload.toString("utf8").slice(1).split("\r\n");
    expect(lines[0]).toBe(
      "calldate,direction,from,from_name,to,to_name,destination,dialled,duration,talk_duration,disposition,failed,recording",
    );
    expect(lines[1]).toBe(
      `2026-03-08T00:00:00-05:00,outbound,101,Alice Archer,+14165550199,"'=HYPERLINK(""http://x"")",,+14165550199,62,60,answered,,`,
    );
    expect(lines[2]).toMatch(/,101,Alice Archer,102,Bob Brandt,,102,62,60,answered,,yes$/);
    expect(lines.slice(3)).toEqual([expect.stringMatching(/^2026-03-09T00:00:00-04:00,internal,104/), ""]);
    expect((await textOf("carol", `${PERIOD}`)).rawPayload.toString()).toContain(",600,Support,Call Queue 600,600,");
    expect((await textOf("carol", `${PERIOD}&sort_column=to`)).rawPayload.toString().split("\r\n")).toHaveLength(8);
    expect((await textOf("erin", "")).statusCode).toBe(403);
    expect((await textOf("alice", "filter_by_extension=102")).statusCode).toBe(403);
  });

  it("CDR-10 CDR-50 conferences, personal ones too, have their labels", async () => {
    const file = (await textOf("alice", "")).rawPayload.toString();
    expect(file).toMatch(/,\*99101,[^,\n]*,Personal Conference,\*99101,/u);
    expect(file).toMatch(/,Conference 8\d\d,/u);
  });

  it("CDR-11 a thousand calls arrive completely, and reading ends when the receiver disconnects", async () => {
    const dave = { number: "104", name: "Dave", userId: ids.dave };
    for (let call = 0; call < 1_000; call += 1)
      await server.stores.callRecords.write(
        callRecord({ callId: `many${call}`, startedAt: 1_500_000_000_000 + (call >> 2), from: dave, to: OUTSIDE }),
      );
    const whole = await textOf("dave", "date_to=2018-01-01");
    const dates = whole.rawPayload.toString().trim().split("\r\n").slice(1);
    expect(dates).toHaveLength(1_000);
  });

  it("CDR-11 only as much is read as the receiver takes, and nothing after it has disconnected", async () => {
    let read = 0;
    let ended = false;
    async function* endless(): AsyncGenerator<readonly ListedCall[]> {
      try {
        for (;;) {
          read += 1;
          yield [
            {
              ...callRecord({ callId: `c${read}` }),
              id: read,
              destination: null,
              divertedFrom: [],
              isRecorded: false,
              isClosed: false,
            },
          ];
        }
      } finally {
        ended = true;
      }
    }
    const zone = openTimeZone("UTC");
    if (zone === undefined) throw new Error("UTC is known");
    const file = Readable.from(
      callsFile(endless(), { zone, mayHear: () => false, mayListenTo: () => false, userId: 0 }),
    );
    for (let piece = 0; piece < 3; piece += 1) {
      await once(file, "readable");
      file.read();
    }
    await new Promise((resolve) => setImmediate(resolve));
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(6);
    file.destroy();
    await expect.poll(() => ended).toBe(true);
  });
});
