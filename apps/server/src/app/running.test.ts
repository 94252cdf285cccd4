import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SERVER_OPTIONS } from "../../../../tools/server-bundle.mjs";
import { createTestServer } from "../../test/test-server.ts";
import { parseSettings } from "./config.ts";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
const deployed = (name: string): string => readFileSync(join(ROOT, "deploy", name), "utf8");
const hasProgram = (name: string): boolean => spawnSync(name, ["--version"]).error === undefined;

/** Suffixes of the series of a histogram. */
const SERIES = /_(bucket|count|sum)$/;

describe("files for running it", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "callpanel-test-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("RUN-1 every metric of the dashboard is one that the server exports", async () => {
    const server = await createTestServer();
    try {
      const exported = (await server.app.inject({ url: "/metrics" })).body;
      const names = new Set([...exported.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name));
      const dashboard = deployed("grafana-dashboard.json");
      const used = [...dashboard.matchAll(/\b((?:callpanel|process)_[a-z0-9_]+)/g)].map(([, name = ""]) => name);
      expect(used.length).toBeGreaterThan(10);
      expect(used.filter((name) => !names.has(name) && !names.has(name.replace(SERIES, "")))).toEqual([]);
      const counted = [...dashboard.matchAll(/what=\\"(\w+)\\"/g)].map(([, what]) => `what="${what}"`);
      expect(counted.filter((label) => !exported.includes(label))).toEqual([]);
    } finally {
      await server.remove();
    }
  });

  it("RUN-2 the settings of the service are settings of the server, and the README has them", () => {
    const lines = deployed("callpanel.env")
      .split("\n")
      .map((line) => line.replace(/^#(?=[A-Z_]+=)/, ""));
    const settings = lines
      .filter((line) => /^[A-Z_]+=/.test(line))
      .map((line): readonly [string, string] => {
        const [name = "", value = ""] = line.split("=", 2);
        return [name, value];
      });
    const readme = readFileSync(join(ROOT, "README.md"), "utf8");
    for (const [name] of settings) expect(readme).toContain(`\`${name}\``);
    expect(parseSettings({ ...Object.fromEntries(new Map(settings)), DATA_DIR: folder })).toMatchObject({
      publicUrl: "https://phone.example.com",
      trustedProxies: ["127.0.0.1"],
      mediaPorts: [20_000, 20_003],
      backup: { folder: "/var/backups/callpanel", time: "03:00", keep: 14 },
    });
  });

  it("RUN-3 proxies pass every socket of the server on, and hide the metrics", () => {
    const nginx = deployed("nginx.conf");
    expect(/location ~ \^\/\(([a-z|]+)\)\$/.exec(nginx)?.[1]?.split("|").toSorted()).toEqual([
      "chat",
      "events",
      "sip",
      "video",
    ]);
    for (const file of [nginx, deployed("Caddyfile")]) expect(file).toContain("/metrics");
  });

  it.skipIf(!hasProgram("systemd-analyze"))("RUN-4 systemd takes the unit, and rates it as little exposed", () => {
    const unit = join(folder, "callpanel.service");
    // Node is elsewhere on the machines of developers.
    writeFileSync(unit, deployed("systemd/callpanel.service").replace("/usr/bin/node", process.execPath));
    execFileSync("systemd-analyze", ["verify", "--man=no", unit], { stdio: "pipe" });
    execFileSync("systemd-analyze", ["security", "--offline=true", "--threshold=25", "--no-pager", unit], {
      stdio: "pipe",
    });
  });

  it.skipIf(!hasProgram("nginx") || !hasProgram("openssl"))("RUN-5 nginx takes the proxy's configuration", () => {
    const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
    const subject = ["-subj", "/CN=phone.example.com", "-days", "2", "-nodes", "-newkey", "rsa:2048"];
    execFileSync("openssl", ["req", "-x509", ...subject, "-keyout", key, "-out", certificate], { stdio: "pipe" });
    const site = deployed("nginx.conf")
      .replace("/etc/ssl/callpanel/fullchain.pem", certificate)
      .replace("/etc/ssl/callpanel/privkey.pem", key);
    writeFileSync(join(folder, "site.conf"), site);
    mkdirSync(join(folder, "logs"));
    const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
      (of) => `${of}_temp_path ${folder}/${of};`,
    );
    const http = ["access_log off;", ...temporary, `include ${folder}/site.conf;`].join(" ");
    const main = `pid ${folder}/pid; error_log ${folder}/log; events {} http { ${http} }`;
    writeFileSync(join(folder, "main.conf"), main);
    execFileSync("nginx", ["-t", "-p", folder, "-c", join(folder, "main.conf")], { stdio: "pipe" });
  });

  it("RUN-7 the service, the container and npm start have the same options of Node, which takes them", () => {
    const options = (of: string, start: RegExp): readonly string[] =>
      (start.exec(of)?.[1] ?? "").match(/--[\w=-]+/g) ?? [];
    const service = options(deployed("systemd/callpanel.service"), /^ExecStart=\S+(.*) \S+main\.js$/m);
    expect(service.length).toBeGreaterThan(0);
    expect(options(deployed("Containerfile"), /^CMD \["node"(.*)main\.js"\]$/m)).toEqual(service);
    expect(SERVER_OPTIONS).toEqual(service);
    const scripts = readFileSync(join(ROOT, "package.json"), "utf8");
    expect(options(scripts, /"start": "node(.*)tools\/start\.mjs"/)).toEqual(service);
    expect(execFileSync(process.execPath, [...service, "--print", "1"], { encoding: "utf8" })).toBe("1\n");
  });

  it("RUN-6 the documents name files that are there", () => {
    const folderOfDocuments = join(ROOT, "docs/running");
    for (const name of readdirSync(folderOfDocuments)) {
      const text = readFileSync(join(folderOfDocuments, name), "utf8");
      for (const [, path = ""] of text.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g))
        expect(() => readFileSync(join(folderOfDocuments, path), "utf8"), `${name}: ${path}`).not.toThrow(/ENOENT/);
    }
  });
});
