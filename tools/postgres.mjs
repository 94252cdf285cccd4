/** A PostgreSQL of our own for tests: a new cluster in a temporary folder, on a port of 127.0.0.1 that the system chose, gone when it is stopped. */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { accountToUse, freePort, isReady } from "./own-program.mjs";

const DEBIAN_PLACE = "/usr/lib/postgresql";
/** The account of Debian's package: PostgreSQL refuses to run as root. */
const ACCOUNT = "postgres";

/** The folder of PostgreSQL's programs: on PATH, else where Debian's packages put the newest. */
export function findPostgres() {
  const installed = existsSync(DEBIAN_PLACE) ? readdirSync(DEBIAN_PLACE) : [];
  const newestFirst = installed.toSorted((one, other) => Number(other) - Number(one));
  const folders = [
    ...newestFirst.map((version) => join(DEBIAN_PLACE, version, "bin")),
    ...(process.env["PATH"] ?? "").split(delimiter),
  ];
  return folders.find((folder) => ["initdb", "postgres", "pg_isready"].every((name) => existsSync(join(folder, name))));
}

/** @returns its address, for TEST_DATABASE_URL, and how to stop it; undefined where its programs are missing or it does not start. */
export async function startPostgres() {
  const programs = findPostgres();
  const account = accountToUse(ACCOUNT);
  if (programs === undefined || account === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "callpanel-postgres-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const password = randomBytes(24).toString("hex");
    const passwordFile = join(folder, "password");
    writeFileSync(passwordFile, password, { mode: 0o600 });
    if ("uid" in account) for (const path of [folder, passwordFile]) chownSync(path, account.uid, account.gid);
    const data = join(folder, "data");
    const how = [
      "--username=tests",
      `--pwfile=${passwordFile}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      "--locale=C",
    ];
    const options = { ...account, cwd: folder, stdio: "ignore" };
    execFileSync(join(programs, "initdb"), [`--pgdata=${data}`, ...how, "--no-sync"], options);
    const port = await freePort();
    const settings = [`port=${port}`, "listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off"];
    const server = spawn(
      join(programs, "postgres"),
      ["-D", data, ...settings.flatMap((setting) => ["-c", setting])],
      options,
    );
    const ended = new Promise((resolve) => server.on("close", resolve));
    const stop = async () => {
      server.kill("SIGQUIT"); // at once: nothing of it is kept
      await ended;
      remove();
    };
    const asks = ["-h", "127.0.0.1", "-p", String(port)];
    if (await isReady(server, () => spawnSync(join(programs, "pg_isready"), asks).status === 0))
      return { url: `postgres://tests:${password}@127.0.0.1:${port}/postgres`, stop };
    await stop();
  } catch (error) {
    process.stderr.write(`callpanel: PostgreSQL could not be started for tests: ${String(error)}\n`);
    remove();
  }
  return undefined;
}
