import { describe, expect, it } from "vitest";
import { openStoresForEach } from "../../../../test/open-stores.ts";
import { onEachDatabase } from "../../../../test/test-databases.ts";

const COMPANY = `
realm: demo
groups: [{ name: staff, permissions: [] }]
users:
  - { username: ann, first_name: Ann, last_name: Able, extension: 101, password: callpanel-demo, groups: [staff] }
  - { username: ben, first_name: Ben, last_name: Bond, extension: 102, password: callpanel-demo, groups: [staff] }
queues: [{ number: 600, name: Support, members: [{ user: ann }, { user: ben }] }]
numbers: [{ number: "+14165550101", name: Main, target: 600, sms: true }]
`;

onEachDatabase((kind, create) => {
  describe(`text messages on ${kind}`, () => {
    const open = openStoresForEach(create, COMPANY);
    const PAIR = { realmId: 1, did: "+14165550101", customer: "+14165550199" };
    const job = (messageId: number) => ({ kind: "sms.send", payload: JSON.stringify({ messageId }), runAt: 0 });
    const write = async (username: string, clientId: string, at = 1) =>
      open.stores.sms.write({
        ...PAIR,
        text: "x",
        segments: 1,
        at,
        by: { userId: (await open.stores.users.byUsername(username))?.id, clientId },
        files: [],
        mostPerMinute: 5,
        job,
      });
    const receive = (reference: string, isStopped?: boolean) =>
      open.stores.sms.receive({ ...PAIR, text: "y", segments: 1, at: 2, reference, isStopped, jobs: [job] });

    const other = {
      ...PAIR,
      customer: "+14165550177",
      text: "z",
      segments: 1,
      at: 2,
      reference: "r9",
      isStopped: undefined,
    };

    it("SMS-11 agents of a queue share its number", async () => {
      const [number] = await open.stores.sms.numbers(1);
      expect(number?.people.size).toBe(2);
      expect(await open.stores.sms.realmsOf("+14165550101")).toEqual([{ id: 1, name: "demo" }]);
      expect(await open.stores.sms.realmsOf("+14165550102")).toEqual([]);
    });

    it("SMS-10 SMS-13 SMS-15 messages that are written and received at the same time are each stored once, without a gap", async () => {
      await Promise.all([
        write("ann", "client-1"),
        write("ann", "client-1"),
        write("ben", "client-1"),
        receive("r1"),
        receive("r1"),
        receive("r2"),
      ]);
      const page = {
        realmId: 1,
        dids: [PAIR.did],
        sort: "lm",
        descending: true,
        search: "",
        named: [],
        limit: 50,
        offset: 0,
      } as const;
      const { total, conversations } = await open.stores.sms.page({ ...page, userId: 1 });
      expect(total).toBe(1);
      const found = async (search: string, named: readonly string[]) =>
        (await open.stores.sms.page({ ...page, userId: 1, search, named })).total;
      expect(await found("Agnes", [])).toBe(0);
      expect(await found("Agnes", ["+19995550000", PAIR.customer])).toBe(1);
      const id = conversations[0]?.id ?? 0;
      const all = await open.stores.sms.history({ conversationId: id, before: undefined, limit: 50 });
      expect(all.map(({ n }) => n)).toEqual([1, 2, 3, 4]);
      expect(all.filter(({ direction }) => direction === "in")).toHaveLength(2);
      expect(await open.stores.jobs.count("sms.send")).toBe(4);
    });

    it("SMS-21 SMS-30 the limit of a minute and STOP hold in the transaction", async () => {
      const results = await Promise.all(Array.from({ length: 8 }, (_, n) => write("ann", `client-${n}`)));
      expect(results.filter((one) => one === "tooMany")).toHaveLength(3);
      await receive("r1", true);
      expect(await write("ben", "client-9", 100_000)).toBe("stopped");
      await receive("r2");
      expect(await write("ben", "client-9", 100_000)).toBe("stopped");
      await receive("r3", false);
      expect(await write("ben", "client-9", 100_000)).toMatchObject({ by: { name: "Ben Bond" } });
    });

    it("SMS-72 templates are those of one company, and have a limit also at the same time", async () => {
      const { templates } = open.stores.sms;
      const add = (name: string) => templates.add({ realmId: 1, name, text: "x", limit: 2 });
      expect((await Promise.all([add("b"), add("a"), add("c")])).filter((one) => one === "kept")).toHaveLength(2);
      const kept = await templates.of(1);
      expect(kept.map(({ name }) => name)).toEqual(kept.map(({ name }) => name).toSorted());
      const id = kept[0]?.id ?? 0;
      expect(await templates.change({ realmId: 2, id, name: "z", text: "x" })).toBe("gone");
      expect(await templates.remove(2, id)).toBe(false);
      expect(await templates.change({ realmId: 1, id, name: "z", text: "y" })).toBe("kept");
      expect((await templates.of(1)).at(-1)).toEqual({ id, name: "z", text: "y" });
      expect(await templates.remove(1, id)).toBe(true);
    });

    it("SMS-72 a name is used once in a company, also by two who save at the same time", async () => {
      const { templates } = open.stores.sms;
      const add = (name: string) => templates.add({ realmId: 1, name, text: "x", limit: 9 });
      expect((await Promise.all([add("Hours"), add("HOURS")])).toSorted()).toEqual(["kept", "taken"]);
      expect(await add("Fax")).toBe("kept");
      const [fax, hours] = await templates.of(1);
      const change = (id: number | undefined, name: string) =>
        templates.change({ realmId: 1, id: id ?? 0, name, text: "y" });
      expect([await change(fax?.id, "hoUrs"), await change(hours?.id, "hours")]).toEqual(["taken", "kept"]);
    });

    it("SMS-73 a draft is kept for each person and conversation, the later one, and up to a limit", async () => {
      const { drafts } = open.stores.sms;
      const [first, second] = [await receive("r1"), await open.stores.sms.receive({ ...other, jobs: [job] })];
      const [talk = 0, next = 0] = [first?.id, second?.id];
      const save = (userId: number, conversationId: number, text: string, version: number) =>
        drafts.save(userId, { conversationId, text, version }, 1);
      const of = (userId: number, dids = [PAIR.did]) => drafts.of({ userId, realmId: 1, dids });
      expect(await save(1, talk, "begun", 5)).toEqual({ conversationId: talk, text: "begun", version: 5 });
      expect(await save(1, talk, "older", 4)).toMatchObject({ text: "begun", version: 5 });
      expect(await save(1, next, "one too many", 6)).toBeUndefined();
      expect(await save(1, talk, "", 7)).toMatchObject({ text: "" });
      expect(await save(1, next, "now there is room", 8)).toMatchObject({ version: 8 });
      expect((await of(1)).map(({ text }) => text).toSorted()).toEqual(["", "now there is room"]);
      expect([await of(2), await of(1, []), await of(1, ["+14165550102"])]).toEqual([[], [], []]);
      expect(await drafts.of({ userId: 1, realmId: 2, dids: [PAIR.did] })).toEqual([]);
    });

    it("SMS-12 unread messages of all conversations of the user's numbers are counted from the user's own marks", async () => {
      const page = (dids: readonly string[], userId: number) =>
        open.stores.sms.page({
          realmId: 1,
          dids,
          userId,
          sort: "lm",
          descending: true,
          search: "none",
          named: [],
          limit: 1,
          offset: 0,
        });
      const talk = await receive("r1");
      await receive("r2");
      await write("ann", "client-1");
      await receive("r3");
      expect((await page([PAIR.did], 2)).unread).toBe(3);
      expect((await page([PAIR.did], 1)).unread).toBe(1);
      expect((await page(["+14165550102"], 1)).unread).toBe(0);
      await open.stores.sms.read(talk?.id ?? 0, 2, 1);
      expect((await page([PAIR.did], 2)).unread).toBe(2);
    });

    it("SMS-41 SMS-42 a message is passed on once to each address, with its mail, up to the limit", async () => {
      const passOn = async (reference: string, address = "a@example.com") => {
        const { id } = (await receive(reference)) ?? { id: 1 };
        const [last] = await open.stores.sms.history({ conversationId: id, before: undefined, limit: 1 });
        const of = { messageId: last?.id ?? 0, realmId: 1, did: PAIR.did, address, at: 10, since: 5, most: 2 };
        return open.stores.sms.forward({ ...of, job: { kind: "mail.send", payload: "{}", runAt: 0 } });
      };
      expect((await Promise.all([passOn("r1"), passOn("r1")])).toSorted()).toEqual(["known", "stored"]);
      expect([await passOn("r1", "b@example.com"), await passOn("r2"), await passOn("r3")]).toEqual([
        "stored",
        "stored",
        "tooMany",
      ]);
      expect(await open.stores.jobs.count("mail.send")).toBe(3);
      expect(await open.stores.sms.forwardedSince({ did: PAIR.did, address: "a@example.com", since: 5 })).toBe(2);
    });

    it("SMS-64 a message in parts has the state of them all, between its numbers", async () => {
      const written = await write("ann", "client-1");
      const messageId = typeof written === "string" ? 0 : written.id;
      const { settle, message } = open.stores.sms;
      await settle({ messageId }, { state: "sent", cause: "", parts: ["a1", "a2"] });
      const report = (reference: string, customer = PAIR.customer) =>
        settle(
          { references: ["x", reference], between: { did: PAIR.did, customer } },
          { state: "delivered", cause: "" },
        );
      expect([await report("a1", "+14165550188"), await report("a3")]).toEqual(["unknown", "unknown"]);
      const told = await Promise.all([report("a1"), report("a2")]);
      expect(told.filter((one) => one !== undefined && one !== "unknown")).toHaveLength(1);
      expect((await message(messageId))?.message.state).toBe("delivered");
    });

    it("SMS-64 parts that come in are kept once each, with their job, as they were cut", async () => {
      const { smsParts, jobs } = open.stores;
      const of = { from: PAIR.customer, to: PAIR.did, group: "udh 07 of 2" };
      const add = (n: number, text: string) =>
        smsParts.add({ ...of, total: 2, n, text, at: 3 }, { kind: "sms.parts", payload: "{}", runAt: 0 });
      await add(2, "\uDE42!");
      await add(2, "again");
      const both = await add(1, "\uD83D");
      expect(both.map(({ text }) => text).join("")).toBe("🙂!");
      expect(await jobs.count("sms.parts")).toBe(1);
      await smsParts.remove(both.map(({ id }) => id));
      expect(await smsParts.of(of)).toEqual([]);
    });

    it("SMS-19 if two people take it at the same time, one of them does", async () => {
      const conversation = await receive("r1");
      const id = conversation?.id ?? 0;
      const ann = (await open.stores.users.byUsername("ann"))?.id;
      const ben = (await open.stores.users.byUsername("ben"))?.id;
      const claims = await Promise.all(
        [ann, ben].map((userId) => open.stores.sms.claim(id, { holder: undefined, userId, at: 5 })),
      );
      expect(claims.filter(Boolean)).toHaveLength(1);
      expect((await open.stores.sms.conversation(id, 1))?.claimedAt).toBe(5);
    });
  });
});
