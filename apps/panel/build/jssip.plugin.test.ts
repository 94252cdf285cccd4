import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, it } from "vitest";
import { leanGrammar, leanManifest, START_RULES } from "./jssip.plugin.ts";

it("the name and version of the SIP library's manifest are kept", () => {
  const text = JSON.stringify({ name: "jssip", title: "JsSIP", version: "1.2.3", devDependencies: { a: "1" } });
  expect(JSON.parse(leanManifest(text))).toEqual({ title: "JsSIP", version: "1.2.3" });
});

const LIBRARY = fileURLToPath(new URL("../../../node_modules/jssip/lib", import.meta.url));
const sources = readdirSync(LIBRARY, { recursive: true, encoding: "utf8" })
  .filter(
    (name) =>
      name.endsWith(".js") && !/Grammar|Subscriber\.js$|Notifier\.js$/.test(name.replace("ReferSubscriber", "")),
  )
  .map((name) => readFileSync(join(LIBRARY, name), "utf8"))
  .join("\n");
const namesOf = (pattern: RegExp) => [...sources.matchAll(pattern)].map(([, name = ""]) => name);

it("every start rule that the SIP library uses is kept", () => {
  const rules = namesOf(/Grammar\.parse\([^,]*(?:\([^)]*\))?, '(\w+)'/g);
  const headers = namesOf(/(?:parseHeader|\.s)\('([\w-]+)'/g).map((name) => name.replaceAll("-", "_").toLowerCase());
  const kept = new Set([...START_RULES].map((rule) => rule.toLowerCase()));
  expect(rules.length).toBeGreaterThan(8);
  expect([...rules.map((rule) => rule.toLowerCase()), ...headers].filter((rule) => !kept.has(rule))).toEqual([]);
});

interface Grammar {
  parse(text: string, rule: string): unknown;
}

const isGrammar = (value: unknown): value is Grammar => typeof value === "object" && value !== null && "parse" in value;

/** Runs as a separate file next to the files of the library. */
function grammarOf(name: string, text: string): Grammar {
  const file = join(folder, `${name}.cjs`);
  writeFileSync(file, text.replaceAll("require('./", `require('${LIBRARY}/`));
  const loaded: unknown = createRequire(import.meta.url)(file);
  if (!isGrammar(loaded)) throw new Error("no grammar");
  return loaded;
}

const folder = mkdtempSync(join(tmpdir(), "callpanel-test-"));
afterAll(() => rmSync(folder, { recursive: true }));
const source = readFileSync(join(LIBRARY, "Grammar.js"), "utf8");
const whole = grammarOf("whole", source);
const lean = grammarOf("lean", leanGrammar(source));

it.each([
  ["Request_Response", "INVITE sip:102@demo SIP/2.0"],
  ["Request_Response", "SIP/2.0 486 Busy Here"],
  ["Request_Response", "INVITE sip:102@demo"],
  ["Via", "SIP/2.0/WSS 127.0.0.1:5060;branch=z9hG4bK77;rport;received=10.0.0.1"],
  ["Contact", '"Zoé" <sip:x7@1.invalid;transport=ws;ob>;expires=600;+sip.instance="<urn:uuid:1>", <sip:b@c>'],
  ["From", '"A \\"quoted\\" name" <sip:101@demo>;tag=ab'],
  ["To", "<sip:102@[2001:db8::1]:5061;user=phone>"],
  ["To", "sip:102@"],
  ["CSeq", "17 INVITE"],
  ["WWW_Authenticate", 'Digest realm="demo", nonce="n1", qop="auth,auth-int", algorithm=MD5, stale=TRUE'],
  ["Reason", 'SIP;cause=200;text="Call completed elsewhere"'],
  ["Refer_To", "<sip:600@demo?Replaces=a%40b%3Bto-tag%3Dc%3Bfrom-tag%3Dd>"],
  ["Replaces", "a@b;to-tag=c;from-tag=d;early-only"],
  ["Session_Expires", "1800;refresher=uac"],
  ["Record_Route", "<sip:proxy.demo;lr>,<sip:10.0.0.2;lr>"],
  ["Event", "refer;id=93809824"],
  ["Status_Line", "SIP/2.0 200 OK"],
  ["SIP_URI", "sips:a%20b:pw@host.example:5061;lr;x=y?h=v"],
  ["absoluteURI", "wss://127.0.0.1:8443/sip"],
  ["host", "192.168.0.1"],
  ["host", "a_b"],
  ["uuid", "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"],
  ["quoted_string", '"x'],
] as const)("without its notes for errors the SIP library reads the same: %s %s", (rule, text) => {
  expect(lean.parse(text, rule)).toEqual(whole.parse(text, rule));
});

it("a different grammar is not treated as the known one", () => {
  expect(() => leanGrammar("module.exports = {}")).toThrow("JsSIP's grammar has no");
});
