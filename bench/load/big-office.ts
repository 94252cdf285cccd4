/** A real server with an imported company, a gateway of the benchmark's own before it, and a real browser that looks at the buddies. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import type { Boards } from "../../apps/server/src/app/boards.ts";
import type { PresenceBoard } from "../../apps/server/src/modules/presence/index.ts";
import { launchBrowser } from "../../e2e/support/browser/browser.ts";
import { createServerFolder, runCommand, startServer } from "../../e2e/support/server.ts";
import { openBenchGateway, passTo } from "./bench-gateway.ts";
import { bigCompany, REALM, WATCHER } from "./big-company.ts";

/** Each step of a call sends an event for the call and one for the presence. */
export const EVENTS_PER_STEP = 2;
const BEAT_MS = 4;

export interface BigOffice {
  /** Where the gateway listens: `127.0.0.1:40123`. */
  readonly host: string;
  /** Signs the watcher in and waits for a card of the buddies that the selector finds. */
  openBuddies(card: string): Promise<Page>;
  close(): Promise<void>;
}

export async function openBigOffice(of: {
  readonly people: number;
  /** With the board that has them. */
  readonly queues?: { readonly count: number; readonly board: Boards["queues"] };
  readonly presenceBoard: PresenceBoard;
  readonly sockets: number;
}): Promise<BigOffice> {
  const folder = await createServerFolder();
  const scratch = await mkdtemp(join(tmpdir(), "callpanel-bench-"));
  const file = join(scratch, "company.yaml");
  await writeFile(file, bigCompany(of.people, of.queues?.count));
  await runCommand(folder, ["import", file, "--create"]);
  const server = await startServer(folder, { env: { DEMO: "0", REALM } });
  const gateway = await openBenchGateway({
    presenceBoard: of.presenceBoard,
    ...(of.queues ? { queueBoard: of.queues.board } : {}),
    realm: REALM,
    username: WATCHER.username,
    sockets: of.sockets,
    answer: passTo(server.address),
  });
  const browser = await launchBrowser(scratch, WATCHER.username);
  return {
    host: gateway.host,
    openBuddies: async (card) => {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      await page.goto(`http://${gateway.host}`);
      await page.getByRole("textbox", { name: "Username" }).fill(WATCHER.username);
      await page.getByRole("textbox", { name: "Password" }).fill(WATCHER.password);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.locator(card).first().waitFor({ timeout: 60_000 });
      return page;
    },
    close: async () => {
      await browser.close();
      gateway.stop();
      of.presenceBoard.stop();
      await server.stop();
      await folder.remove();
      await rm(scratch, { recursive: true, force: true });
    },
  };
}

/** Takes steps of calls on the beat, so many that they make that many events. @returns how to stop */
export function driveSteps(eventsPerSecond: number, take: (step: number) => void): () => void {
  const startedAt = performance.now();
  let taken = 0;
  const timer = setInterval(() => {
    const due = ((performance.now() - startedAt) / 1_000) * (eventsPerSecond / EVENTS_PER_STEP);
    for (; taken < due; taken += 1) take(taken);
  }, BEAT_MS);
  return () => clearInterval(timer);
}
