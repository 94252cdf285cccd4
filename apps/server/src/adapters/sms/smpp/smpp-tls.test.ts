import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFakeClock } from "@callpanel/testkit";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createTlsKey } from "../../../../test/server-link.ts";
import { startSmppCentre, type SmppCentre } from "../../../../test/smpp-centre.ts";
import { silentLog } from "../../../../test/temporary-storage.ts";
import { createSmppGateway } from "./smpp-gateway.ts";

let folder: string;
let centre: SmppCentre;
let stop: (() => void) | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "smpp-tls-"));
});
afterEach(async () => {
  stop?.();
  stop = undefined;
  await centre.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The link of a server to a centre with a certificate that nobody but `ca` has signed. */
async function link(ca: "own" | "none") {
  const { key, cert } = createTlsKey(folder);
  centre = await startSmppCentre({ tls: { key, cert } });
  const clock = createFakeClock();
  const warnings: object[] = [];
  const log = { ...silentLog, warn: (_text: string, facts?: object) => void warnings.push(facts ?? {}) };
  const deps = { address: centre.url, sender: "+14165550100", clock, log };
  const gateway = createSmppGateway(ca === "own" ? { ...deps, ca: cert } : deps);
  stop = gateway.listen?.(() => Promise.resolve());
  return { gateway, warnings, clock };
}

it("SMS-62 smpps: signs in and sends over TLS to a centre with a certificate that it is configured to trust", async () => {
  const { gateway } = await link("own");
  await expect.poll(() => centre.binds.length).toBe(1);
  const message = { from: "+14165550101", to: "+14165550199", text: "Over TLS", key: "key-1" };
  await expect.poll(() => gateway.send(message).catch(() => undefined)).toMatchObject({ reference: "1" });
  expect(centre.submitted[0]?.pdu).toMatchObject({ source_addr: "14165550101" });
  // Without TLS the centre has nothing to say.
  const plain = connect(centre.port, "127.0.0.1");
  const heard: Buffer[] = [];
  plain.on("data", (bytes: Buffer) => void heard.push(bytes));
  const closed = new Promise<void>((resolve) => {
    plain.on("error", () => undefined).on("close", () => resolve());
  });
  plain.write(Buffer.from("00000010000000150000000000000001", "hex"));
  await closed;
  expect(centre.binds).toHaveLength(1);
});

it("SMS-62 smpps: a certificate that nobody vouches for gets neither the password nor a message", async () => {
  const { gateway, warnings, clock } = await link("none");
  await expect.poll(() => JSON.stringify(warnings)).toMatch(/self-signed|self signed/);
  const refused = expect(gateway.send({ to: "+14165550199", text: "x", key: "key-1" })).rejects.toThrow("link");
  await clock.advance(10_000);
  await refused;
  expect(centre.binds).toEqual([]);
  expect(centre.submitted).toEqual([]);
});
