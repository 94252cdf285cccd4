import {
  chatFileSchema,
  errorBodySchema,
  listSmsConversations,
  listSmsHistory,
  listSmsNumbers,
  sendSms,
  SMS_LIMITS,
} from "@callpanel/contract";
import { createFakeClock } from "@callpanel/testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sendForm } from "../../../test/chat-client.ts";
import { createTestServer, type TestServer } from "../../../test/test-server.ts";
import { applyCompany, parseCompanyFile } from "../../modules/administration/index.ts";
import { DEMO_PASSWORD } from "../../modules/users/index.ts";
import { SmsRefused, type SmsReport } from "../../modules/sms/index.ts";
import { createDemoCarrier } from "./demo-carrier.ts";

const DID = "+14165550170";
const PDF = { field: "file", name: "a.pdf", bytes: Buffer.from("%PDF-1.7 a") } as const;
const BASE = "/api/v1/chats/sms_messages";

describe("the demo carrier", () => {
  const start = () => {
    const clock = createFakeClock();
    let ids = 0;
    const reports: SmsReport[] = [];
    const carrier = createDemoCarrier({
      clock,
      realm: "demo",
      newId: () => `id-${(ids += 1)}`,
      onFailed: (error) => {
        throw error;
      },
    });
    const stop = carrier.listen?.((report) => {
      reports.push(report);
      return Promise.resolve();
    });
    const send = (to: string, key = `key-${ids}-${reports.length}`) =>
      carrier.send({ from: DID, to, text: "Hello?", key });
    return { clock, reports, send, stop: () => stop?.() };
  };

  it("SMS-80 takes a message, reports it as delivered, and answers as a customer would", async () => {
    const { clock, reports, send } = start();
    const first = await send("+14165550150", "a");
    expect(await send("+14165550150", "a")).toEqual(first);
    await clock.advance(10_000);
    expect(reports).toMatchObject([
      { kind: "state", reference: first.reference, state: "delivered" },
      { kind: "message", from: "+14165550150", to: DID, text: expect.stringMatching(/\w/) },
    ]);
  });

  it("SMS-81 the last digits of a customer's number decide its behaviour: refused, silent, STOP", async () => {
    const { clock, reports, send } = start();
    await expect(send("+14165550197")).rejects.toThrow(SmsRefused);
    await send("+14165550198");
    await clock.advance(10_000);
    expect(reports.map(({ kind }) => kind)).toEqual(["state"]);
    await send("+14165550199", "b");
    await clock.advance(10_000);
    await send("+14165550199", "c");
    await clock.advance(10_000);
    const texts = reports.flatMap((report) => (report.kind === "message" ? [report.text] : []));
    expect(texts).toEqual(["STOP"]);
  });

  it("SMS-82 two robots that write to each other fall silent, and a stop leaves nothing behind", async () => {
    const { clock, reports, send, stop } = start();
    const answers = () => reports.filter(({ kind }) => kind === "message").length;
    for (let n = 0; n < 50; n += 1) {
      await send("+14165550150", `loop-${n}`);
      await clock.advance(1_000);
    }
    expect(answers()).toBe(10);
    await send("+14165550150", "last");
    stop();
    expect(clock.timerCount).toBe(0);
  });
});

describe("in the demo company", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await createTestServer();
  });
  afterEach(() => server.remove());

  const list = async (who: string) =>
    listSmsConversations.response.parse((await server.get(`${BASE}?sort_property=name&sort_direction=1`, who)).body);
  const send = (who: string, to: string, clientId: string, files: readonly string[] = []) =>
    server.send("POST", `${BASE}/send`, who, {
      from_did: DID,
      sms_destination: to,
      message: "Hello?",
      client_id: clientId,
      files,
    });

  it("SMS-80 alice, bob and carol share a number, and messages from it are answered", async () => {
    for (const who of ["alice", "bob", "carol"]) {
      const { body } = await server.get("/api/v1/chats/sms_numbers", who);
      const numbers = listSmsNumbers.response.parse(body);
      expect(numbers.carrier).toBe("demo");
      expect(numbers.data.map(({ number }) => number)).toContain(DID);
    }
    const { conversation } = sendSms.response.parse((await send("bob", "+14165550150", "client-b")).body);
    const messages = async () => {
      const { body } = await server.get(`${BASE}/${conversation.id}/messages`, "alice");
      return listSmsHistory.response.parse(body).data.map(({ direction, state }) => `${direction} ${state}`);
    };
    await expect.poll(messages).toEqual(["out sent"]);
    await server.clock.advance(3_000);
    await expect.poll(messages).toEqual(["out delivered", "in received"]);
    expect((await list("alice")).unread).toBe(1);
  });

  it("SMS-80 it takes pictures and files as well", async () => {
    const { body } = await sendForm(server, "bob", "/api/v1/chats/sms_files", { name: "a.pdf" }, PDF);
    const file = chatFileSchema.parse(body);
    const answer = await send("bob", "+14165550150", "client-file", [file.id]);
    const { message, conversation } = sendSms.response.parse(answer.body);
    expect([conversation.sends_files, message.files]).toEqual([true, [file]]);
    await server.clock.advance(3_000);
    const states = async () => {
      const history = await server.get(`${BASE}/${conversation.id}/messages`, "alice");
      return listSmsHistory.response.parse(history.body).data.map(({ state }) => state);
    };
    await expect.poll(states).toEqual(["delivered", "received"]);
  });

  it("SMS-82 the limit of a minute holds for the demo carrier too", async () => {
    for (let n = 0; n < SMS_LIMITS.perMinute; n += 1)
      expect((await send("bob", "+14165550198", `client-${n}`)).status).toBe(200);
    const { body } = await send("bob", "+14165550198", "client-more");
    expect(errorBodySchema.parse(body).code).toBe("chats.tooFast");
  });
});

describe("elsewhere", () => {
  it("SMS-83 another company on the same server has no carrier, and codes of the second factor never go to the demo", async () => {
    const server = await createTestServer();
    try {
      await applyCompany(server.stores.company, OTHER_COMPANY);
      const { body } = await server.get("/api/v1/chats/sms_numbers", "olga");
      expect(body).toEqual({ carrier: "none", total: 1, data: [{ number: "+14165550175", name: "Main" }] });
      const refused = await server.send("POST", `${BASE}/send`, "olga", {
        from_did: "+14165550175",
        sms_destination: "+14165550150",
        message: "x",
        client_id: "client-o",
      });
      expect(errorBodySchema.parse(refused.body).code).toBe("chats.sms");
      const upload = await sendForm(server, "olga", "/api/v1/chats/sms_files", { name: "a.pdf" }, PDF);
      expect(errorBodySchema.parse(upload.body).code).toBe("chats.sms.files");
      expect((await server.get("/api/v1/otp_configuration", "alice")).body).toMatchObject({ smsAvailable: false });
    } finally {
      await server.remove();
    }
  });

  it("SMS-83 a real gateway is never replaced, and a company that is no demo has no carrier", async () => {
    const server = await createTestServer({ smsUrl: "http://127.0.0.1:9/" });
    try {
      const { body } = await server.get("/api/v1/chats/sms_numbers", "alice");
      expect(body).toMatchObject({ carrier: "gateway" });
    } finally {
      await server.remove();
    }
  });
});

const OTHER_COMPANY = parseCompanyFile(`
realm: other
groups: [{ name: office, permissions: ["chats:read", "chats:write", "configs:read"] }]
users: [{ username: olga, first_name: Olga, last_name: Orlova, extension: 101, password: ${DEMO_PASSWORD}, groups: [office] }]
numbers: [{ number: "+14165550175", name: Main, target: 101, sms: true }]
`);
