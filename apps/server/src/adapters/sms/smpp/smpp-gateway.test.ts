import { listSmsConversations, listSmsHistory, sendSms } from "@callpanel/contract";
import { connect } from "node:net";
import smpp, { type Pdu } from "smpp";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { startSmppCentre, type SmppCentre } from "../../../../test/smpp-centre.ts";
import { createTestServer, type TestServer } from "../../../../test/test-server.ts";
import { PARTS_WAIT_MS } from "../../../modules/sms/index.ts";
import { readDeliver, spellingsOf } from "./smpp-incoming.ts";
import { smppText } from "./smpp-text.ts";

const DID = "+14165550101";
const CUSTOMER = "+14165550199";
const BASE = "/api/v1/chats/sms_messages";

const contentSchema = z.object({ message: z.string(), udh: z.optional(z.array(z.instanceof(Buffer))) });

describe("SMPP", () => {
  let centre: SmppCentre;
  let server: TestServer;
  const start = (options = "") => createTestServer({ smsUrl: `${centre.url}${options}`, smsFrom: "+14165550100" });
  beforeEach(async () => {
    centre = await startSmppCentre();
    server = await start();
    await expect.poll(() => server.logText()).toContain("the link to the message centre is up");
  });
  afterEach(async () => {
    await server.remove();
    await centre.stop();
  });

  const linksMade = () => server.logText().split("the link to the message centre is up").length - 1;
  let clientIds = 0;
  const send = async (message: string) => {
    const { body } = await server.send("POST", `${BASE}/send`, "alice", {
      from_did: DID,
      sms_destination: CUSTOMER,
      message,
      client_id: `client-p${(clientIds += 1)}`,
    });
    return sendSms.response.parse(body).conversation.id;
  };
  const messages = async (): Promise<readonly string[]> => {
    const [talk] = listSmsConversations.response.parse((await server.get(BASE, "alice")).body).data;
    if (talk === undefined) return [];
    const { body } = await server.get(`${BASE}/${talk.id}/messages`, "alice");
    return listSmsHistory.response
      .parse(body)
      .data.map(({ direction, state, cause, text }) => `${direction} ${state}${cause} ${text}`);
  };
  const incoming = (text: string | Buffer, more: object = {}) => ({
    source_addr: "14165550199",
    source_addr_ton: 1,
    destination_addr: "14165550101",
    dest_addr_ton: 1,
    short_message: text,
    ...more,
  });
  const receipt = (id: string, stat = "DELIVRD", err = "000") =>
    centre.deliver(
      incoming(
        `id:${id} sub:001 dlvrd:001 submit date:2601010101 done date:2601010102 stat:${stat} err:${err} text:x`,
        {
          esm_class: 0x04,
        },
      ),
    );
  const bytesOf = ({ short_message: message }: Pdu) => contentSchema.parse(message);
  /** Waits until the job of the message that could not be sent is due again, and lets that time pass. */
  const retryAfter = async (ms: number) => {
    await expect.poll(() => server.stores.jobs.nextAt("sms.send")).toBe(server.clock.now() + ms);
    await server.clock.advance(ms);
  };

  it("SMS-62 SMS-63 a message goes out as a number of the ISDN plan, and its receipt makes it delivered", async () => {
    centre.handleWith(({ answer }) => answer({ message_id: "00a1B2" }));
    await send("Ça va? {1}");
    await expect.poll(messages).toEqual(["out sent Ça va? {1}"]);
    expect(centre.submitted[0]?.pdu).toMatchObject({
      source_addr: "14165550101",
      source_addr_ton: 1,
      destination_addr: "14165550199",
      dest_addr_ton: 1,
      data_coding: 0,
      registered_delivery: 1,
      short_message: { message: "Ça va? {1}" },
    });
    // Of other numbers, of no message, of no final state.
    await centre.deliver(incoming("id:a1b2 stat:DELIVRD", { esm_class: 0x04, source_addr: "14165550188" }));
    await receipt("ffff");
    await receipt("a1b2", "ENROUTE");
    expect(await messages()).toEqual(["out sent Ça va? {1}"]);
    expect(await receipt(String(0xa1b2))).toBe(0);
    expect(await messages()).toEqual(["out delivered Ça va? {1}"]);
  });

  it("SMS-64 a receipt that is faster than the answer waits for it", async () => {
    centre.handleWith(({ answer }) => {
      void receipt("77").then(() => answer({ message_id: "77" }));
    });
    await send("Fast");
    await expect.poll(messages).toEqual(["out sent Fast"]);
    await expect.poll(() => server.stores.jobs.nextAt("sms.receipt")).toBe(server.clock.now() + 5_000);
    await server.clock.advance(5_000);
    await expect.poll(messages).toEqual(["out delivered Fast"]);
  });

  it("SMS-63 SMS-64 a long message goes in parts, is delivered when all are, and failed when one is", async () => {
    const text = `${"a".repeat(152)}€${"b".repeat(160)}`;
    await send(text);
    await expect.poll(() => centre.submitted.length).toBe(3);
    await expect.poll(async () => (await messages())[0]).toMatch(/^out sent/);
    const parts = centre.submitted.map(({ pdu }) => bytesOf(pdu));
    expect(parts.map(({ message }) => message).join("")).toBe(text);
    expect(parts.map(({ udh }) => udh?.[0]?.subarray(0, 2).toString("hex"))).toEqual(["0003", "0003", "0003"]);
    expect(new Set(parts.map(({ udh }) => udh?.[0]?.[2])).size).toBe(1);
    expect(parts.map(({ udh }) => udh?.[0]?.[4])).toEqual([1, 2, 3]);
    await receipt("2");
    await receipt("3");
    expect((await messages())[0]).toMatch(/^out sent/);
    await receipt("1");
    expect((await messages())[0]).toMatch(/^out delivered/);
    await send("é".repeat(161));
    await expect.poll(async () => (await messages())[1]).toMatch(/^out sent/);
    await receipt("5", "UNDELIV", "069");
    await receipt("4");
    expect((await messages())[1]).toMatch(/^out failed069/);
  });

  it("SMS-63 parts with a reference of 16 bits, and one message_payload instead", async () => {
    await server.remove();
    server = await start("?reference=16");
    await send("ш".repeat(67));
    await send("ш".repeat(71));
    await expect.poll(() => centre.submitted.length).toBe(3);
    const long = centre.submitted.slice(1).map(({ pdu }) => bytesOf(pdu));
    expect(long.map(({ udh }) => udh?.[0]?.subarray(0, 2).toString("hex"))).toEqual(["0804", "0804"]);
    expect(long.map(({ message }) => message.length)).toEqual([66, 5]);
    await server.remove();
    server = await start("?long=payload");
    await send("🙂".repeat(40));
    await expect.poll(() => centre.submitted.length).toBe(4);
    expect(centre.submitted[3]?.pdu.message_payload).toMatchObject({ message: "🙂".repeat(40) });
  });

  it("SMS-63 an error about the message is final, a temporary error is tried again", async () => {
    const statuses = [0x58, 0x14, 0];
    centre.handleWith(({ answer }) => {
      const status = statuses.shift() ?? 0x0b;
      answer(status === 0 ? { message_id: "m1" } : { command_status: status });
    });
    await send("Later");
    await retryAfter(10_000);
    await retryAfter(40_000);
    await expect.poll(messages).toEqual(["out sent Later"]);
    await send("Never");
    await expect.poll(async () => (await messages())[1]).toBe("out failed11 Never");
  });

  it("SMS-62 SMS-63 a link that is cut between a message and its answer: it is sent again over a new one", async () => {
    centre.handleWith(({ session }) => void session.socket.resetAndDestroy());
    const again = server.clock.now() + 10_000;
    await send("Cut");
    await expect.poll(() => centre.submitted.length).toBe(1);
    centre.handleWith(({ answer }) => answer({ message_id: "after" }));
    await expect.poll(() => server.logText()).toContain("the link to the message centre was lost");
    await expect.poll(() => server.stores.jobs.nextAt("sms.send")).toBe(again);
    await server.clock.advance(1_000);
    await expect.poll(linksMade).toBe(2);
    await server.clock.advance(9_000);
    await expect.poll(messages).toEqual(["out sent Cut"]);
    expect(centre.submitted).toHaveLength(2);
  });

  it("SMS-62 a centre that is dead without a word is left after thirty seconds, with growing waits", async () => {
    await server.clock.advance(20_000);
    await expect.poll(centre.enquiries).toBe(1);
    // The server has the answer to the question before it answers this.
    await centre.deliver(incoming("Are you there?"));
    await expect.poll(async () => (await server.clock.advance(1_000), centre.enquiries())).toBe(2);
    centre.setAlive(false);
    await expect.poll(async () => (await server.clock.advance(1_000), centre.enquiries())).toBe(3);
    await server.clock.advance(10_000);
    await expect.poll(() => server.logText()).toContain("no answer to enquire_link");
    centre.setAlive(true);
    await server.clock.advance(1_000);
    await expect.poll(() => centre.binds.length).toBe(2);
  });

  it("SMS-62 a refused sign-in is tried with waits up to a minute", async () => {
    await server.remove();
    server = await createTestServer({
      smsUrl: centre.url.replace(":secret@", ":wrong@"),
      smsFrom: "+14165550100",
    });
    for (const [n, waitMs] of [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000].entries()) {
      await expect.poll(() => server.logText().split("the sign-in was refused with 14").length - 1).toBe(n + 1);
      expect(server.logText()).toContain(`"waitMs":${waitMs}`);
      await server.clock.advance(waitMs);
    }
    expect(server.logText()).not.toContain("wrong");
  });

  it("SMS-62 at most a window of requests waits for answers", async () => {
    await server.remove();
    server = await start("?window=2");
    const waiting: Array<() => void> = [];
    centre.handleWith(({ answer }) => void waiting.push(() => answer({ message_id: String(waiting.length) })));
    for (const text of ["a", "b", "c", "d", "e"]) await send(text);
    await expect.poll(() => waiting.length).toBe(2);
    for (let n = 0; n < 5; n += 1) {
      await expect.poll(() => waiting.length).toBeGreaterThan(n);
      expect(waiting.length).toBeLessThanOrEqual(n + 2);
      waiting[n]?.();
    }
    await expect.poll(async () => (await messages()).filter((one) => one.startsWith("out sent")).length).toBe(5);
  });

  it("SMS-64 parts in any order are one message, with any other headers", async () => {
    const part = (n: number, text: string) => {
      const port = [0x05, 4, 0x0b, 0x84, 0, 0];
      const header = Buffer.from([11, ...port, 0x00, 3, 7, 3, n]);
      return centre.deliver(incoming(Buffer.concat([header, Buffer.from(text)]), { esm_class: 0x40 }));
    };
    expect([await part(3, "three"), await part(1, "one "), await part(1, "one ")]).toEqual([0, 0, 0]);
    expect(await messages()).toEqual([]);
    await part(2, "two ");
    expect(await messages()).toEqual(["in received one two three"]);
    const wide = (n: number, text: string) => {
      const header = Buffer.from([6, 0x08, 4, 1, 2, 2, n]);
      const bytes = Buffer.from(text, "utf16le").swap16();
      return centre.deliver(incoming(Buffer.concat([header, bytes]), { esm_class: 0x40, data_coding: 8 }));
    };
    await wide(2, "\uDE42!");
    await wide(1, "Été \uD83D");
    expect((await messages())[1]).toBe("in received Été 🙂!");
    const sar = (n: number, text: string) =>
      centre.deliver(
        incoming(text, { sar_msg_ref_num: 9, sar_total_segments: 2, sar_segment_seqnum: n, data_coding: 0 }),
      );
    await sar(2, "b");
    await sar(1, "a");
    expect((await messages())[2]).toBe("in received ab");
  });

  it("SMS-64 the received parts of a message are shown when a part is lost, also across a restart", async () => {
    const part = (n: number, text: string) =>
      centre.deliver(
        incoming(Buffer.concat([Buffer.from([5, 0, 3, 9, 4, n]), Buffer.from(text)]), { esm_class: 0x40 }),
      );
    await part(4, "end");
    await part(1, "begin");
    const { dataDir, clock } = server;
    await server.stop();
    server = await createTestServer({ dataDir, clock, smsUrl: centre.url, smsFrom: "+14165550100" });
    expect(await messages()).toEqual([]);
    await clock.advance(PARTS_WAIT_MS);
    await expect.poll(messages).toEqual(["in received begin […] end"]);
  });

  it("SMS-65 the same text twice is two messages; a message that comes again over a new link is one", async () => {
    await centre.deliver(incoming("ok"));
    await centre.deliver(incoming("ok"));
    expect(await messages()).toEqual(["in received ok", "in received ok"]);
    centre.last().socket.resetAndDestroy();
    await expect.poll(() => server.logText()).toContain("was lost");
    await server.clock.advance(1_000);
    await expect.poll(() => centre.binds.length).toBe(2);
    await centre.deliver(incoming("ok"));
    expect(await messages()).toHaveLength(2);
    await centre.deliver(incoming("ok"));
    expect(await messages()).toHaveLength(3);
  });

  it("SMS-62 broken PDUs end the link, and the server goes on", async () => {
    const garbage = [
      Buffer.from("GET / HTTP/1.1\r\n\r\n"),
      Buffer.from("00000005000000050000000000000001", "hex"),
      Buffer.concat([Buffer.from("00000030000000050000000000000009", "hex"), Buffer.alloc(32, 0xff)]),
      Buffer.concat([Buffer.from("ffffffff", "hex"), Buffer.alloc(64)]),
    ];
    for (const bytes of garbage) {
      const before = centre.sessions.length;
      centre.last().socket.write(bytes);
      centre.last().socket.end();
      await expect
        .poll(async () => (await server.clock.advance(1_000), centre.sessions.length))
        .toBeGreaterThan(before);
      await expect.poll(() => centre.binds.length).toBe(centre.sessions.length);
    }
    expect((await server.get("/api/v1/users/me", "alice")).status).toBe(200);
    const { port } = new URL(centre.url.replace("smpp:", "http:"));
    await new Promise<void>((resolve) => connect(Number(port), "127.0.0.1", resolve).on("connect", resolve));
  });
});

describe("the text of SMPP", () => {
  const options = { reference: 0x1234, referenceBytes: 1 } as const;
  it("SMS-63 escapes and surrogate pairs stay in one part", () => {
    const gsm = smppText(`${"a".repeat(152)}€${"a".repeat(10)}`, options);
    expect(gsm.parts.map(({ length }) => length)).toEqual([6 + 152, 6 + 12]);
    const ucs = smppText(`${"ш".repeat(66)}🙂`, options);
    expect(ucs).toMatchObject({ dataCoding: 8 });
    expect(ucs.parts).toHaveLength(1);
    const long = smppText(`${"ш".repeat(66)}🙂${"ш".repeat(9)}`, options);
    expect(long.parts.map(({ length }) => length)).toEqual([6 + 132, 6 + 22]);
    expect(smppText("a".repeat(160), options).parts).toHaveLength(1);
    expect(smppText("a".repeat(161), { ...options, referenceBytes: 2 }).parts.map(({ length }) => length)).toEqual([
      7 + 152,
      7 + 9,
    ]);
  });

  it.each([
    ["0000012345", ["0000012345", "12345", "3039", "74565"]],
    ["00A1B2", ["00a1b2", "a1b2", "41394"]],
    ["550e8400-e29b-41d4-a716-446655440000", ["550e8400-e29b-41d4-a716-446655440000"]],
    ["0", ["0"]],
  ])("SMS-64 the id %s may be written as %j", (id, spellings) => {
    expect(spellingsOf(id)).toEqual(spellings);
  });

  it("SMS-65 PDUs without a text, or with fields of other kinds, are ignored", () => {
    const read = (fields: object) => readDeliver(new smpp.PDU("deliver_sm", fields), "r");
    expect(read({})).toMatchObject({ kind: "message", text: "" });
    const binary = { short_message: { message: Buffer.from([1, 2]) }, esm_class: 0 };
    expect(readDeliver(Object.assign(new smpp.PDU("deliver_sm"), binary), "r")).toEqual({ kind: "other" });
    const odd = { short_message: 7, source_addr: 5, esm_class: "x", message_payload: null };
    expect(readDeliver(Object.assign(new smpp.PDU("deliver_sm"), odd), "r")).toMatchObject({ text: "" });
    expect(read({ esm_class: 0x04, short_message: { message: "no receipt" } })).toEqual({ kind: "other" });
  });
});
