import { expect, it } from "vitest";
import { openStoresForEach } from "../../../../test/open-stores.ts";
import { onEachDatabase } from "../../../../test/test-databases.ts";
import { smsRetention } from "../../../modules/sms/index.ts";

const COMPANY = `
realm: demo
groups: [{ name: staff, permissions: [] }]
users:
  - { username: ann, first_name: Ann, last_name: Able, extension: 101, password: callpanel-demo, groups: [staff] }
numbers: [{ number: "+14165550101", name: Main, target: 101, sms: true }]
`;
const DAY_MS = 86_400_000;

onEachDatabase((kind, create) => {
  const open = openStoresForEach(create, COMPANY);
  it(`SMS-90 ${kind}: old messages and their files are removed, messages that wait to be sent and the conversation stay`, async () => {
    const { sms, smsFiles, smsKeeping, users } = open.stores;
    const PAIR = { realmId: 1, did: "+14165550101", customer: "+14165550199" };
    const job = (messageId: number) => ({ kind: "sms.send", payload: JSON.stringify({ messageId }), runAt: 0 });
    const userId = (await users.byUsername("ann"))?.id;
    for (const day of [1, 2, 3])
      await sms.receive({
        ...PAIR,
        text: `d${day}`,
        segments: 1,
        at: day * DAY_MS,
        reference: `r${day}`,
        isStopped: true,
        jobs: [],
      });
    await sms.receive({
      ...PAIR,
      text: "start",
      segments: 1,
      at: 3 * DAY_MS,
      reference: "s",
      isStopped: false,
      jobs: [],
    });
    const queued = await sms.write({
      ...PAIR,
      text: "queued",
      segments: 1,
      at: DAY_MS,
      by: { userId, clientId: "client-1" },
      files: [],
      mostPerMinute: 5,
      job,
    });
    if (typeof queued === "string") throw new Error(queued);
    const before = await sms.history({ conversationId: queued.conversationId, before: undefined, limit: 10 });
    const file = {
      realmId: 1,
      userId,
      name: "a",
      bytes: 1,
      kind: "other",
      type: "x",
      width: null,
      height: null,
    } as const;
    const sounds = { whole: "w", shown: null, thumbnail: null };
    await smsFiles.add({ id: "old", ...file, ...sounds, messageId: before[0]?.id, place: 0, uploadedAt: 1 });
    const released: string[] = [];
    const limits = (smsDays: number | null) => async () => [
      { realmId: 1, limits: { chatDays: null, rooms: "none" as const, smsDays, auditDays: null } },
      { realmId: 2, limits: { chatDays: null, rooms: "none" as const, smsDays: 1, auditDays: null } },
    ];
    const sweep = (smsDays: number | null, now: number) =>
      smsRetention({
        keeping: smsKeeping,
        limits: limits(smsDays),
        sounds: { release: async ({ id }) => void released.push(id) },
      }).removeBefore(now);
    const texts = async () =>
      (await sms.history({ conversationId: queued.conversationId, before: undefined, limit: 10 })).map(
        ({ text }) => text,
      );
    expect(await sweep(null, 100 * DAY_MS)).toBe(0);
    expect(await sweep(1, 3 * DAY_MS)).toBe(1);
    expect(released).toEqual(["old"]);
    expect(await texts()).toEqual(["d2", "d3", "start", "queued"]);
    expect(await sweep(1, 30 * DAY_MS)).toBe(3);
    expect(await sweep(1, 30 * DAY_MS)).toBe(0);
    expect(await texts()).toEqual(["queued"]);
    expect(await sms.conversation(queued.conversationId, userId ?? 0)).toMatchObject({
      unread: 0,
      n: 5,
      isStopped: false,
    });
  });
});
