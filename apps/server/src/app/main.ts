import { fileURLToPath } from "node:url";
import { createMediaEngine } from "@callpanel/media";
import { DEMO_PASSWORD } from "../modules/users/index.ts";
import { startServer, type RunningServer } from "./compose.ts";
import { parseSettings, SettingsError, type Settings } from "./config.ts";
import { createLogger } from "./log.ts";

/** Longer than any clean stop; after this the process exits anyway. */
const STOP_WAIT_MS = 8_000;
const EXIT_BAD_SETTINGS = 2;
/** In the line about the demo company. */
const NAMED_SIGN_INS = 6;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

// Only this account may read the files that are written.
process.umask(0o077);

/** The server that runs, or ran before a restart. */
let server: RunningServer | undefined;

async function main(): Promise<void> {
  stopOnSignal();
  await run(parseSettings(process.env));
}

async function run(settings: Settings): Promise<void> {
  const logger = createLogger(settings.logLevel);
  server = await startServer({
    ...settings,
    logger,
    restart: () => restart(settings),
    // Next to this file in the build (tools/build.mjs).
    panelDir: fileURLToPath(new URL("../../panel/dist", import.meta.url)),
    demoSoundsDir: fileURLToPath(new URL("./demo", import.meta.url)),
    commandLine: fileURLToPath(new URL("./cli.js", import.meta.url)),
    conversionUrl: new URL("./conversion.worker.js", import.meta.url),
    promptsFolder: fileURLToPath(new URL("./prompts", import.meta.url)),
    textWorkerUrl: new URL("./text-analysis.worker.js", import.meta.url),
    openMedia: () =>
      createMediaEngine({
        workerUrl: new URL("./media.worker.js", import.meta.url),
        mediaAddress: settings.mediaAddress,
        offersOwnAddresses: settings.mediaOnOwnAddresses,
        ...(settings.mediaPorts === undefined ? {} : { portRange: settings.mediaPorts }),
        onFlood: (count) => logger.warn({ count }, "packets that belong to no call come to a media port"),
        onThreadLost: (reason) => logger.error({ reason }, "a media thread was lost: its calls ended"),
      }),
  });
  // A single write: a reader who waits for the first line then has the second one too.
  say(
    [
      `callpanel is ready: ${server.address}`,
      ...demoLine(server.demoPeople),
      ...(server.setupLine === undefined ? [] : [server.setupLine]),
    ].join("\n"),
  );
}

/** Only people who can sign in with that password: others may have been removed, or have a password of their own. */
function demoLine(people: readonly string[]): readonly string[] {
  if (people.length === 0) return [];
  const names = people.slice(0, NAMED_SIGN_INS).join(", ");
  return [`demo sign-ins: ${names}${people.length > NAMED_SIGN_INS ? " …" : ","} password ${DEMO_PASSWORD}`];
}

function stopOnSignal(): void {
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => {
      if (server === undefined) process.exit(1);
      exitAfterWait();
      server.stop().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
  }
}

const exitAfterWait = (): NodeJS.Timeout => setTimeout(() => process.exit(1), STOP_WAIT_MS).unref();

/** BACKUP-14: in the same process, so that it needs nothing that starts it again; at the port that browsers know. */
function restart(settings: Settings): void {
  if (server === undefined) return;
  const port = Number(new URL(server.address).port) || settings.port;
  const giveUp = exitAfterWait();
  server
    .stop()
    .then(() => {
      clearTimeout(giveUp);
      return run({ ...settings, port });
    })
    .catch(fail);
}

main().catch(fail);

function fail(error: unknown): void {
  process.stderr.write(`callpanel: ${failureLine(error)}\n`);
  process.exit(error instanceof SettingsError ? EXIT_BAD_SETTINGS : 1);
}

function failureLine(error: unknown): string {
  if (error instanceof SettingsError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
