/**
 * `SLOW_IO=25 npx vitest run …` has files, sockets, threads and keys answer as many ms later. A test that fails then, but not without, reads something before it is
 * there, or moves a clock before it is asked: so it does by chance on a busy machine.
 */
import crypto from "node:crypto";
import dgram from "node:dgram";
import fs from "node:fs";
import { createRequire, syncBuiltinESMExports } from "node:module";
import net from "node:net";
import { Worker } from "node:worker_threads";

const SLOW_MS = Number(process.env["SLOW_IO"] ?? 0);
const SLOWED = Symbol.for("callpanel.slow-io");
/** The real one: tests may replace it. */
const later = setTimeout;

if (SLOW_MS > 0 && !(SLOWED in globalThis)) {
  Object.assign(globalThis, { [SLOWED]: true });
  await slowIo();
}

async function slowIo() {
  const file = await fs.promises.open("/dev/null");
  await file.close();
  slow(fs.promises, laterAnswer);
  slow(Object.getPrototypeOf(file), laterAnswer);
  slow(fs, laterCallback, (name) => `${name}Sync` in fs);
  slow(crypto, laterCallback, (name) => ["scrypt", "generateKeyPair", "randomFill"].includes(name));
  slow(Object.getPrototypeOf(crypto.webcrypto.subtle), laterAnswer);
  // SQLite commits on a thread of its own.
  const { prototype } = createRequire(import.meta.url)("libsql/promise");
  slow(prototype, laterAnswer, (name) => name === "exec");
  slow(net.Socket.prototype, laterStart, (name) => name === "_write" || name === "_writev");
  slow(dgram.Socket.prototype, laterStart, (name) => name === "send");
  slow(Worker.prototype, laterStart, (name) => name === "postMessage");
  syncBuiltinESMExports();
}

/** Replaces methods of an object. */
function slow(owner, change, isSlow = () => true) {
  for (const [name, { value, writable }] of Object.entries(Object.getOwnPropertyDescriptors(owner))) {
    if (typeof value !== "function" || writable !== true || name === "constructor" || !isSlow(name)) continue;
    const changed = Object.assign(change(value), value);
    Object.defineProperty(owner, name, { value: changed, writable, configurable: true });
  }
}

function laterAnswer(call) {
  return function (...parts) {
    const answer = call.apply(this, parts);
    return answer instanceof Promise ? slowly(answer) : answer;
  };
}

async function slowly(answer) {
  try {
    return await answer;
  } finally {
    await new Promise((resolve) => later(resolve, SLOW_MS));
  }
}

function laterCallback(call) {
  return function (...parts) {
    const done = parts.at(-1);
    if (typeof done !== "function") return call.apply(this, parts);
    const doneLater = (...results) => later(() => void Reflect.apply(done, undefined, results), SLOW_MS);
    return call.apply(this, [...parts.slice(0, -1), doneLater]);
  };
}

/** In order: timers of the same length fire as they were set. */
function laterStart(call) {
  return function (...parts) {
    later(() => {
      try {
        call.apply(this, parts);
      } catch {
        // It was closed meanwhile.
      }
    }, SLOW_MS);
    return true;
  };
}
