import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AppError } from "@callpanel/contract";
import { createFakeClock, type FakeClock } from "@callpanel/testkit";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openPostOffice, type PostOffice } from "../../../test/post-office.ts";
import { silentLog } from "../../../test/temporary-storage.ts";
import { openDatabase } from "../../app/services/storage.ts";
import { EARLIER_VERSION } from "../../kernel/jobs/lease.ts";
import type { Adopt } from "../../kernel/jobs/leftovers.ts";
import { createBus } from "../../kernel/bus/bus.ts";
import { createJobs } from "../../kernel/jobs/jobs.ts";
import { createTally } from "../../kernel/tally.ts";
import { createSecretBox } from "../../kernel/secrets/secret-box.ts";
import type { Mail } from "../../modules/mail/index.ts";
import { createJobStore } from "../database/server/job.store.ts";
import { startMailer } from "./index.ts";
import { WAIT } from "../../../test/wait.ts";

const BOB: Mail = {
  to: { name: "Bob Brandt", address: "bob@example.com" },
  locale: "en-US",
  subject: "Hello",
  parts: [{ kind: "text", text: "How are you?" }],
};

describe("mail", () => {
  let dataDir: string;
  let clock: FakeClock;
  let office: PostOffice;
  const stops: Array<() => Promise<void>> = [];
  const logged: string[] = [];
  const log = {
    ...silentLog,
    info: (message: string, facts?: object) => void logged.push(`${message} ${JSON.stringify(facts)}`),
    warn: (message: string, facts?: object) => void logged.push(`${message} ${JSON.stringify(facts)}`),
    error: (message: string, facts?: object) => void logged.push(`${message} ${JSON.stringify(facts)}`),
  };
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "callpanel-mail-"));
    clock = createFakeClock();
    office = await openPostOffice();
    logged.length = 0;
  });
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop();
    await office.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  let ids = 0;
  const start = async (smtpUrl: string | undefined, { from = "Phone <phone@example.org>", mostWaiting = 100 } = {}) => {
    const tally = createTally();
    const random = (count: number): Uint8Array => new Uint8Array(count).fill((ids += 1));
    const db = await openDatabase({ dataDir, databaseUrl: undefined, realm: undefined }, silentLog);
    const jobs = createJobs({ store: createJobStore(db), bus: createBus({ clock, log }), clock, random, log });
    const adopting: Adopt[] = [];
    const leftovers = { inFolder: (adopt: Adopt) => void adopting.push(adopt) };
    const mailer = await startMailer({
      dataDir,
      smtpUrl,
      from,
      jobs,
      box: createSecretBox("key"),
      leftovers,
      clock,
      random,
      log,
      mostWaiting,
      tally,
    });
    for (const adopt of adopting) await adopt(EARLIER_VERSION);
    let stopped: Promise<void> | undefined;
    const stop = () => (stopped ??= jobs.stop().then(() => db.destroy()));
    stops.push(stop);
    return { mailer, tally, stop, waiting: () => db.selectFrom("jobs").selectAll().execute() };
  };
  /** Advances time until this was logged; the database needs real time for its results. */
  const passing = (text: string): Promise<void> =>
    expect
      .poll(
        async () => {
          await clock.advance(1);
          return logged.join("\n").includes(text);
        },
        { timeout: 30_000, interval: 5 },
      )
      .toBe(true)
      .then(() => undefined);
  /** After this many tries the message is queued again, to be sent at that time. */
  const isDue = (one: Awaited<ReturnType<typeof start>>, tries: number, afterMs: number): Promise<void> =>
    expect
      .poll(async () => (await one.waiting()).map((job) => [job.holder, job.tries, job.run_at]), { timeout: 30_000 })
      .toEqual([[null, tries, clock.now() + afterMs]])
      .then(() => undefined);
  const files = (folder: string): readonly string[] => readdirSync(join(dataDir, "mail", folder)).toSorted();
  const wasLogged = (text: string): Promise<void> => vi.waitFor(() => expect(logged.join("\n")).toContain(text), WAIT);

  it("MAIL-1 without a mail server, each mail is a file that a mail program can open", async () => {
    const { mailer } = await start(undefined, { from: "callpanel <no-reply@callpanel.invalid>" });
    await mailer.send(BOB);
    const [name = ""] = files("");
    expect(name).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-[0-9a-f]{32}\.eml$/);
    const text = readFileSync(join(dataDir, "mail", name), "utf8");
    for (const line of [
      "From: callpanel <no-reply@callpanel.invalid>",
      "To: Bob Brandt <bob@example.com>",
      "Subject: Hello",
      "Auto-Submitted: auto-generated",
      "How are you?",
    ])
      expect(text.split("\r\n"), line).toContain(line);
  });

  it("MAIL-2 a mail is sent to the mail server with both bodies and its picture", async () => {
    const { mailer } = await start(office.url);
    const png = new Uint8Array([137, 80, 78, 71]);
    await mailer.send({
      ...BOB,
      locale: "fr-CA",
      subject: "Prêt",
      parts: [
        { kind: "code", text: "123 456" },
        { kind: "link", text: "Ouvrir", url: "https://phone.example.com/?a=1&b=<2>" },
        { kind: "picture", png, alt: "Code QR", widthPx: 200 },
      ],
    });
    await wasLogged("a mail was sent");
    const [mail] = office.mails;
    expect([mail?.from, mail?.to]).toEqual(["phone@example.org", ["bob@example.com"]]);
    const text = (mail?.text ?? "").replace(/=\r\n/g, "");
    expect(mail?.text).toMatch(/^Subject: =\?UTF-8\?(Q\?Pr=C3=AAt|B\?UHLDqnQ=)\?=\r$/m);
    expect(text).toContain("Content-Language: fr-CA");
    expect(text).toContain("    123 456");
    expect(text).toContain("https://phone.example.com/?a=3D1&amp;b=3D%3C2%3E");
    expect(text).toContain("Content-ID: <picture-0@callpanel>");
    expect(text).toContain("cid:picture-0@callpanel");
    expect(mail?.text).toContain(Buffer.from(png).toString("base64"));
  });

  it("MAIL-3 MAIL-7 no part of a mail can inject a header, an address or markup", async () => {
    const { mailer } = await start(office.url);
    const evil = "x\r\nBcc: eve@evil.example\r\n\r\n<script>alert(1)</script>";
    await mailer.send({
      ...BOB,
      to: { name: evil, address: "bob@example.com" },
      subject: evil,
      parts: [
        { kind: "text", text: evil },
        { kind: "table", head: [evil, "b"], rows: [[evil, "<img src=x>"]] },
      ],
    });
    await wasLogged("a mail was sent");
    expect(office.mails[0]?.to).toEqual(["bob@example.com"]);
    const text = office.mails[0]?.text ?? "";
    const [head = ""] = text.split("\r\n\r\n", 1);
    expect(head).not.toMatch(/^bcc:/im);
    expect(text.split("Content-Type: text/html")[1]).not.toMatch(/<script|<img/);
    for (const address of [
      "bob@example.com\r\nBcc: eve@evil.example",
      "bob@example.com, eve@evil.example",
      "Eve <eve@evil.example>",
      '"bob"@example.com',
      "bob",
      "",
      `${"x".repeat(250)}@example.com`,
    ])
      await expect(mailer.send({ ...BOB, to: { name: "", address } }), address).rejects.toBeInstanceOf(AppError);
    const link = { kind: "link", text: "x", url: "javascript:alert(1)" } as const;
    await expect(mailer.send({ ...BOB, parts: [link] })).rejects.toThrow("http or https");
  });

  it("MAIL-4 ACTIVITY-1 a mail with a temporary refusal is tried again, with growing waits", async () => {
    const one = await start(office.url);
    office.answers.push(451, 452);
    await one.mailer.send(BOB);
    await wasLogged('"tries":1,"reason"');
    await isDue(one, 1, 10_000);
    await clock.advance(10_000);
    await wasLogged('"tries":2,"reason"');
    await isDue(one, 2, 60_000);
    await clock.advance(59_999);
    expect(office.mails).toEqual([]);
    await passing('a mail was sent {"id":');
    await expect.poll(one.waiting).toEqual([]);
    expect([office.mails.length, files("failed")]).toEqual([1, []]);
    expect(one.tally.look().mail).toEqual({ sent: 1, failed: 0 });
    expect(logged.join("\n")).not.toContain("bob@example.com");
  });

  it("MAIL-5 ACTIVITY-1 a mail that is refused permanently or is older than a day is stored as a readable file", async () => {
    const one = await start(office.url);
    const { mailer } = one;
    office.answers.push(550);
    await mailer.send(BOB);
    await wasLogged("a mail was refused");
    office.answers.push(451);
    await mailer.send({ ...BOB, expiresAt: clock.now() + 5_000 });
    await wasLogged("could not be sent yet");
    await isDue(one, 1, 10_000);
    await clock.advance(10_000);
    await passing("not sent in time");
    await expect.poll(one.waiting).toEqual([]);
    expect(files("failed")).toHaveLength(2);
    expect([one.tally.take().mail, one.tally.look().mail]).toEqual([
      { sent: 0, failed: 2 },
      { sent: 0, failed: 0 },
    ]);
    expect(readFileSync(join(dataDir, "mail", "failed", files("failed")[0] ?? ""), "utf8")).toContain("How are you?");
    expect(office.mails).toEqual([]);
  });

  it("MAIL-7 the number of waiting mails is limited while the mail server is down", async () => {
    const { mailer } = await start(office.url, { mostWaiting: 2 });
    office.answers.push(451, 451, 451);
    for (const tried of [1, 2]) {
      await mailer.send(BOB);
      await vi.waitFor(() => expect(logged.filter((line) => line.includes("be sent yet")).length).toBe(tried), WAIT);
    }
    await expect(mailer.send(BOB)).rejects.toMatchObject({ code: "server.unavailable" });
  });

  it("MAIL-6 a queued mail survives a restart of the server and an unreachable mail server", async () => {
    const away = await openPostOffice();
    await away.close();
    const first = await start(away.url);
    await first.mailer.send(BOB);
    await wasLogged("could not be sent yet");
    await isDue(first, 1, 10_000);
    const [kept] = await first.waiting();
    expect(kept?.payload).not.toContain("How are you?");
    await first.stop();
    const second = await start(office.url);
    await clock.advance(10_000);
    await passing("a mail was sent");
    expect(office.mails[0]?.to).toEqual(["bob@example.com"]);
    await expect.poll(second.waiting).toEqual([]);
  });

  it("MAIL-6 mails that an earlier version stored in files are sent once", async () => {
    const waiting = join(dataDir, "mail", "waiting");
    mkdirSync(waiting, { recursive: true });
    const envelope = { id: "m1", from: "a@example.org", to: "bob@example.com", writtenAt: 1, expiresAt: 9e15 };
    writeFileSync(join(waiting, "m1.mail"), `${JSON.stringify(envelope)}\nSubject: Hé\r\n\r\nHow are you?`);
    writeFileSync(join(waiting, "broken.mail"), "no envelope");
    const one = await start(office.url);
    await wasLogged("a mail was sent");
    expect(office.mails[0]).toMatchObject({ from: "a@example.org", to: ["bob@example.com"] });
    expect(office.mails[0]?.text).toContain("How are you?");
    expect(files("waiting")).toEqual(["broken.mail"]);
    await expect.poll(one.waiting).toEqual([]);
  });
});
