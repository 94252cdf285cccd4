import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { detailText, errorBodySchema, tokenSchema } from "@callpanel/contract";
import { expect, vi } from "vitest";
import { DEMO_PASSWORD } from "../src/modules/users/index.ts";
import { openPostOffice, type PostOffice } from "./post-office.ts";
import { createPostgresDatabase } from "./postgres-database.ts";
import { buildServer, runProcess, type ServerProcess } from "./server-process.ts";

const WAIT = { timeout: 120_000, interval: 50 };

/** Two server processes on one PostgreSQL database and in one data folder, with a mail server. */
export interface ServerPair {
  /** Addresses, as in `http://127.0.0.1:8080`. */
  readonly one: string;
  readonly other: string;
  readonly post: PostOffice;
  readonly databaseUrl: string;
  /** What both wrote to their logs. */
  logged(): string;
  /** SIGKILL for the first server. */
  killOne(): Promise<void>;
  remove(): Promise<void>;
}

/** `env`: settings in addition to those of a pair. */
export async function startServerPair(
  postgresUrl: string,
  env: Readonly<Record<string, string>> = {},
): Promise<ServerPair> {
  const folder = await buildServer();
  const dataDir = mkdtempSync(join(tmpdir(), "callpanel-test-"));
  const database = await createPostgresDatabase(postgresUrl);
  const post = await openPostOffice();
  const running: ServerProcess[] = [];
  const start = async (): Promise<string> => {
    const server = runProcess(`${folder}/main.js`, {
      DATA_DIR: dataDir,
      DATABASE_URL: database.databaseUrl,
      PORT: "0",
      LOG_LEVEL: "info",
      SMTP_URL: post.url,
      MAIL_FROM: "Phone <phone@example.com>",
      ...env,
    });
    running.push(server);
    const ready = /callpanel is ready: (\S+)\n/;
    await vi.waitFor(() => expect(server.out() + server.error()).toMatch(ready), WAIT);
    return ready.exec(server.out())?.[1] ?? "";
  };
  const kill = async (server: ServerProcess | undefined): Promise<void> => {
    server?.child.kill("SIGKILL");
    await server?.exited;
  };
  return {
    one: await start(),
    other: await start(),
    post,
    databaseUrl: database.databaseUrl,
    logged: () => running.map((server) => server.out() + server.error()).join(""),
    killOne: () => kill(running[0]),
    remove: async () => {
      for (const server of running) await kill(server);
      await post.close();
      await database.remove();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A password grant of a demo user; `error` is the code of a refusal. */
export async function grant(at: string, username: string, parameters: Readonly<Record<string, string>> = {}) {
  const answer = await fetch(`${at}/api/oauth/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ grant_type: "password", username, password: DEMO_PASSWORD, ...parameters }),
  });
  const body: unknown = await answer.json();
  if (answer.ok) return { token: tokenSchema.parse(body).access_token, error: undefined, challenge: "" };
  const { code, details } = errorBodySchema.parse(body);
  return { token: "", error: code, challenge: detailText(details, "challenge") };
}

/** A request with a token; `body` is sent as JSON, or as a form. */
export async function ask(address: string, token: string, method = "GET", body?: object) {
  const isForm = body instanceof FormData;
  const answer = await fetch(address, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && !isForm && { "content-type": "application/json" }) },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  const parsed: unknown = answer.headers.get("content-type")?.includes("json") === true ? JSON.parse(text) : text;
  return { status: answer.status, body: parsed };
}
