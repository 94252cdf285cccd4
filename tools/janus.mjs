/** A Janus of our own, with which a benchmark compares: HTTP on 127.0.0.1, media on an address of this machine, everything it writes in a temporary folder, gone when it is stopped. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { freePort, isReady, ownAddress, startOwn } from "./own-program.mjs";

/** Where Debian's package has its plug-ins: below the folder of the machine's kind. */
const LIBRARIES = "/usr/lib";
const ROOM_PLUGIN = "libjanus_videoroom.so";
const HTTP_TRANSPORT = "libjanus_http.so";

/** The program and the folder of its plug-ins; undefined where either is missing. */
export function findJanus() {
  const program = (process.env["PATH"] ?? "")
    .split(delimiter)
    .map((folder) => join(folder, "janus"))
    .find((path) => existsSync(path));
  const folders = existsSync(LIBRARIES) ? readdirSync(LIBRARIES).map((kind) => join(LIBRARIES, kind, "janus")) : [];
  const library = folders.find((folder) => existsSync(join(folder, "plugins", ROOM_PLUGIN)));
  return program === undefined || library === undefined ? undefined : { program, library };
}

/** @returns the address of its HTTP interface, its version, its process and how to stop it; undefined where it is missing or does not start. */
export async function startJanus() {
  const found = findJanus();
  const address = ownAddress();
  if (found === undefined || address === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "callpanel-janus-"));
  mkdirSync(join(folder, "none"));
  const port = await freePort();
  writeFileSync(join(folder, "janus.jcfg"), settings({ folder, library: found.library, address }));
  writeFileSync(
    join(folder, "janus.transport.http.jcfg"),
    `general: { json = "compact"\n base_path = "/janus"\n http = true\n port = ${port}\n ip = "127.0.0.1"\n https = false }\nadmin: { admin_http = false }\n`,
  );
  const { program, end } = startOwn(
    found.program,
    ["-F", folder, "-C", join(folder, "janus.jcfg"), "--disable-stdout", "--log-file", join(folder, "log")],
    { cwd: folder },
  );
  const stop = async () => {
    await end();
    rmSync(folder, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}/janus`;
  let version = "";
  const answers = async () => {
    const info = await fetch(`${url}/info`).then(
      (answer) => answer.json(),
      () => undefined,
    );
    version = info?.version_string ?? "";
    return version !== "";
  };
  if (await isReady(program, answers)) return { url, version, address, pid: program.pid, stop };
  await stop();
  return undefined;
}

/** One worker thread for each connection, as Debian has it; only the parts that a video room needs. */
function settings({ folder, library, address }) {
  const others = (kind, wanted) =>
    readdirSync(join(library, kind))
      .filter((name) => name.endsWith(".so") && name !== wanted)
      .join(",");
  return [
    `general: { configs_folder = "${folder}"`,
    ` plugins_folder = "${library}/plugins"`,
    ` transports_folder = "${library}/transports"`,
    ` events_folder = "${folder}/none"`,
    ` loggers_folder = "${folder}/none"`,
    ` interface = "127.0.0.1" }`,
    `nat: { ice_lite = true`,
    ` ice_enforce_list = "${address}" }`,
    `plugins: { disable = "${others("plugins", ROOM_PLUGIN)}" }`,
    `transports: { disable = "${others("transports", HTTP_TRANSPORT)}" }`,
    "",
  ].join("\n");
}
