/**
 * Makes a bare clone usable, with Node's built-ins alone: installs the npm packages when the lock file has changed since
 * the last install, and for tests a Chromium, Firefox, PostgreSQL, RabbitMQ, Kannel and the engines of speech from the system's packages when they are not found.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ASTERISK_ROOT, findAsterisk } from "./asterisk.mjs";
import { findJanus } from "./janus.mjs";
import { findKannel } from "./kannel.mjs";
import { findPostgres } from "./postgres.mjs";
import { findRabbit } from "./rabbitmq.mjs";

export const ROOT = fileURLToPath(new URL("..", import.meta.url));
const STAMP = join(ROOT, "node_modules", ".callpanel-installed");

/** Stops with one clear line. */
export function fail(line) {
  process.stderr.write(`callpanel: ${line}\n`);
  process.exit(2);
}

function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    fail(`Node 20.19 or later is needed, this is ${process.versions.node}`);
}

/** Runs a command with its output shown; ends the process when it fails and `orElse` says why it matters. */
function run(command, args, orElse) {
  const shell = process.platform === "win32";
  const result = spawnSync(command, args, { cwd: ROOT, stdio: ["ignore", "inherit", "inherit"], shell });
  if (result.status !== 0) fail(orElse);
}

export function installPackages() {
  requireNode();
  const lock = createHash("sha256")
    .update(readFileSync(join(ROOT, "package-lock.json")))
    .digest("hex");
  const wanted = `${lock} ${process.versions.modules}`;
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === wanted) return;
  process.stdout.write("callpanel: installing packages…\n");
  // Not `npm ci`: it refuses a lock file without the binaries of platforms that a registry mirror does not carry.
  run(
    "npm",
    ["install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error"],
    "the npm packages could not be installed (see above)",
  );
  writeFileSync(STAMP, wanted);
}

const CHROMIUM_NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome.exe"];
const CHROMIUM_PLACES = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

const foldersOnPath = () => (process.env["PATH"] ?? "").split(delimiter);
const isOnPath = (name) => foldersOnPath().some((folder) => existsSync(join(folder, name)));

/** The path of a Chromium: CHROMIUM_PATH, else the first on PATH. */
export function findChromium() {
  if (process.env["CHROMIUM_PATH"]) return process.env["CHROMIUM_PATH"];
  const onPath = foldersOnPath().flatMap((folder) => CHROMIUM_NAMES.map((name) => join(folder, name)));
  return [...onPath, ...CHROMIUM_PLACES].find((path) => existsSync(path));
}

/** Chromium without its own windows and menus, for journeys: the path, or undefined without one. */
const findHeadlessShell = () =>
  foldersOnPath()
    .map((folder) => join(folder, "chromium-headless-shell"))
    .find((path) => existsSync(path));

/** Engines of speech that tests run (docs/adr/0011-speech-engines.md), each with Debian's packages of it. */
const SPEECH_PROGRAMS = {
  "espeak-ng": ["espeak-ng"],
  flite: ["flite"],
  pocketsphinx_continuous: ["pocketsphinx", "pocketsphinx-en-us"],
  apertium: ["apertium", "apertium-eng-spa"],
  ffmpeg: ["ffmpeg"],
};

function findMissingSpeech() {
  return Object.entries(SPEECH_PROGRAMS).flatMap(([name, packages]) => (isOnPath(name) ? [] : packages));
}

/** What the journey in Firefox needs: Firefox itself, and a sound device for a machine without one. */
const FIREFOX_PROGRAMS = { firefox: ["firefox-esr"], pulseaudio: ["pulseaudio"] };

function findMissingFirefox() {
  return Object.entries(FIREFOX_PROGRAMS).flatMap(([name, packages]) =>
    isOnPath(name) || (name === "firefox" && isOnPath("firefox-esr")) ? [] : packages,
  );
}

/** Debian's packages of the database that tests of several servers run on. */
const findMissingPostgres = () => (findPostgres() || process.env["TEST_DATABASE_URL"] ? [] : ["postgresql"]);

/** Debian's packages of the message broker that tests of several servers run on. */
const findMissingRabbit = () => (findRabbit() ? [] : ["rabbitmq-server"]);

/** Debian's packages of the gateway for text messages that a test sends through. */
const findMissingKannel = () => (findKannel() ? [] : ["kannel", "kannel-extras"]);

/** Installs packages without starting their services: tests start their own. Debian Policy §9.3.3: status 101 forbids it. */
const INSTALL = `
  policy=/usr/sbin/policy-rc.d
  if [ ! -e $policy ]; then
    trap 'rm -f $policy' EXIT
    trap 'exit 1' HUP INT TERM
    printf '#!/bin/sh\\nexit 101\\n' > $policy && chmod 755 $policy
  fi
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends "$@"`;

async function installFromSystem(packages) {
  process.stdout.write(`callpanel: installing ${packages.join(", ")} from the system's packages…\n`);
  const asRoot = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  const [command, ...rest] = [...asRoot, "sh", "-c", INSTALL, "install", ...packages];
  const child = spawn(command, rest, { stdio: ["ignore", "ignore", "inherit"] });
  await once(child, "exit").catch(() => undefined); // whether it worked shows what is found afterwards
}

export async function installChromium() {
  if (!findChromium()) await installFromSystem(["chromium"]);
  return findChromium() ?? fail("no Chromium found: install one, or name it in CHROMIUM_PATH");
}

/** Installs the video server with which a benchmark compares; without it that benchmark is left out. */
export async function installRival() {
  if (findJanus() === undefined) await installFromSystem(["janus"]);
}

/** Debian's unstable has Asterisk 22, its releases do not: into a folder of its own, from the mirror that this machine uses. */
export async function installAsterisk() {
  const sources = "/etc/apt/sources.list.d/debian.sources";
  if (findAsterisk() !== undefined || process.getuid?.() !== 0 || !existsSync(sources)) return;
  const mirror = /^URIs:\s*(\S+)/m.exec(readFileSync(sources, "utf8"))?.[1];
  if (mirror === undefined) return;
  if (!isOnPath("mmdebstrap")) await installFromSystem(["mmdebstrap"]);
  process.stdout.write("callpanel: installing Asterisk 22 for a benchmark…\n");
  const options = [
    "--variant=essential",
    "--include=asterisk,asterisk-core-sounds-en",
    // Lists of a mirror that is no longer updated are past their date; their signatures are still checked.
    '--aptopt=Acquire::Check-Valid-Until "false"',
  ];
  mkdirSync(dirname(ASTERISK_ROOT), { recursive: true }); // mmdebstrap makes only the last folder
  const result = spawnSync("mmdebstrap", ["--quiet", ...options, "sid", ASTERISK_ROOT, mirror], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (result.status !== 0) rmSync(ASTERISK_ROOT, { recursive: true, force: true }); // a part is no Asterisk
}

/**
 * Installs the speech engines, Firefox, PostgreSQL, RabbitMQ, Kannel, Chromium and its headless shell, and returns the paths of the last two.
 * Without one of the first five, its tests are left out; without a headless shell, Chromium does its work.
 */
export async function installForTests() {
  requireNode();
  const missing = [
    ...(findChromium() ? [] : ["chromium"]),
    ...(findHeadlessShell() ? [] : ["chromium-headless-shell"]),
    ...findMissingSpeech(),
    ...findMissingFirefox(),
    ...findMissingPostgres(),
    ...findMissingRabbit(),
    ...findMissingKannel(),
  ];
  if (missing.length > 0) await installFromSystem(missing);
  const left = findMissingSpeech();
  if (left.length > 0) process.stdout.write(`callpanel: tests of speech are left out: they need ${left.join(", ")}\n`);
  const firefox = findMissingFirefox();
  if (firefox.length > 0)
    process.stdout.write(`callpanel: the journey in Firefox is left out: it needs ${firefox.join(", ")}\n`);
  const postgres = findMissingPostgres();
  if (postgres.length > 0)
    process.stdout.write(`callpanel: tests on PostgreSQL are left out: they need ${postgres.join(", ")}\n`);
  const rabbit = findMissingRabbit();
  if (rabbit.length > 0)
    process.stdout.write(`callpanel: tests on RabbitMQ are left out: they need ${rabbit.join(", ")}\n`);
  const kannel = findMissingKannel();
  if (kannel.length > 0)
    process.stdout.write(`callpanel: the test with Kannel is left out: it needs ${kannel.join(", ")}\n`);
  return { chromium: await installChromium(), headlessShell: findHeadlessShell() };
}
