import { listSmsConversations, listSmsHistory, sendSms } from "@callpanel/contract";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findKannel, freePort, startKannel, type OwnKannel } from "../../../../../tools/kannel.mjs";
import { createTestServer, type TestServer } from "../../../test/test-server.ts";

const DID = "+14165550101";
const CUSTOMER = "+14165550199";
const SECRET = "a-secret-of-callbacks-1";
const BASE = "/api/v1/chats/sms_messages";
const WAIT = { timeout: 120_000 };

describe.skipIf(findKannel() === undefined)("Kannel", () => {
  let kannel: OwnKannel;
  let server: TestServer;
  let address: string;
  beforeEach(async () => {
    const port = await freePort();
    address = `http://127.0.0.1:${port}`;
    const reportTo = `${address}/webhooks/sms?secret=${SECRET}&from=%p&to=%P&id=%I&coding=%c&text=%b`;
    const started = await startKannel(reportTo);
    if (started === undefined) throw new Error("Kannel did not start");
    kannel = started;
    server = await createTestServer({
      port,
      smsUrl: kannel.url,
      smsFrom: "+14165550100",
      publicUrl: address,
      smsCallbackSecret: SECRET,
    });
    await server.listen();
  });
  afterEach(async () => {
    await server.remove();
    await kannel.stop();
  });

  let clientIds = 0;
  const send = async (message: string) => {
    const { body } = await server.send("POST", `${BASE}/send`, "alice", {
      from_did: DID,
      sms_destination: CUSTOMER,
      message,
      client_id: `client-k${(clientIds += 1)}`,
    });
    return sendSms.response.parse(body).conversation.id;
  };
  const history = async (id: string) => {
    const { body } = await server.get(`${BASE}/${id}/messages`, "alice");
    return listSmsHistory.response
      .parse(body)
      .data.map(({ direction, state, text }) => `${direction} ${state} ${text}`);
  };

  it("SMS-60 SMS-61 the whole way: out to the centre, delivered, and in from there", async () => {
    kannel.connectCentre(`${CUSTOMER} ${DID} text Is it ready + when%3F`);
    const list = async () => listSmsConversations.response.parse((await server.get(BASE, "alice")).body).data;
    await expect.poll(async () => (await list())[0]?.lastMessage?.text, WAIT).toBe("Is it ready + when%3F");
    const id = await send("Ça dépend: 1+1=2 & {3}");
    await expect.poll(() => kannel.out.length, WAIT).toBe(1);
    await send("À 15 h 🙂");
    const long = `${"long ".repeat(60)}end`;
    await send(long);
    await expect
      .poll(() => history(id), WAIT)
      .toEqual([
        "in received Is it ready + when%3F",
        "out delivered Ça dépend: 1+1=2 & {3}",
        "out delivered À 15 h 🙂",
        `out delivered ${long}`,
      ]);
    expect(kannel.out[0]).toMatch(/^\+14165550101 \+14165550199 (text|ucs-2) /);
    const parts = () => kannel.out.filter((line) => line.includes(" udh %05%00%03")).length;
    await expect.poll(parts, WAIT).toBe(2);
  });

  it("SMS-60 a text in UCS-2 comes in as it was written", async () => {
    const utf16 = Buffer.from("Été: déjà 3 € 🙂", "utf16le").swap16();
    const escaped = [...utf16].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
    kannel.connectCentre(`${CUSTOMER} ${DID} ucs2 ${escaped}`);
    const list = async () => listSmsConversations.response.parse((await server.get(BASE, "alice")).body).data;
    await expect.poll(async () => (await list())[0]?.lastMessage?.text, WAIT).toBe("Été: déjà 3 € 🙂");
  });
});
