import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { forbiddenArrows } from "./arrows.mjs";
import { readImports } from "./imports.mjs";

describe("arrows between modules", () => {
  let root: string;
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const library = (name: string) => {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, exports: { ".": "./index.js" } }));
    write(`node_modules/${name}/index.js`, "export default 1;");
  };
  const forbidden = () => forbiddenArrows(readImports(root, ["packages", "apps"]));
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "callpanel-arrows-"));
    write("package.json", "{}");
    for (const app of ["packages/sip", "packages/media", "packages/pbx", "apps/panel", "apps/server"])
      write(`${app}/package.json`, JSON.stringify({ dependencies: { listed: "1" } }));
    write("apps/server/src/app/a.ts", "export const a = 1;");
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it("reads every form of an import, and no comment and no text", () => {
    for (const name of ["a", "b", "c", "d", "e"]) write(`packages/sip/src/${name}.ts`, "export type T = 1;");
    write(
      "packages/sip/src/all.ts",
      `import { type T } from "./a.ts";
       export type { T } from "./b.ts";
       export * from "./c.ts";
       import "./d";
       export const later = () => import("./e.ts");
       // import "./f.ts"
       export const text = 'import "./g.ts"';`,
    );
    const read = readImports(root, ["packages"]).get("packages/sip/src/all.ts") ?? [];
    expect(read.map(({ to, typeOnly }) => `${to.replace("packages/sip/src/", "")} ${typeOnly}`).sort()).toEqual([
      "a.ts true",
      "b.ts true",
      "c.ts false",
      "d.ts false",
      "e.ts false",
    ]);
  });

  it("follows imports to folders that nobody named", () => {
    write("apps/server/src/app/b.ts", `import "../../../../tools/c.mjs";`);
    write("tools/c.mjs", `import "node:fs";`);
    expect(readImports(root, ["apps"]).get("tools/c.mjs")).toEqual([{ to: "fs", kind: "core", typeOnly: false }]);
  });

  it.each([
    ["packages/sip/src/a.ts", `import "node:net";`, "sip-no-node-builtins: packages/sip/src/a.ts -> net"],
    ["packages/sip/src/a.ts", `import "./b.ts";`, "not-to-unresolvable: packages/sip/src/a.ts -> ./b.ts"],
    [
      "packages/sip/src/a.ts",
      `import "listed";`,
      "sip-npm-only-nothing: packages/sip/src/a.ts -> node_modules/listed/index.js",
    ],
    [
      "apps/server/src/app/b.ts",
      `import other from "other";`,
      "not-to-dev-dependency: apps/server/src/app/b.ts -> node_modules/other/index.js",
    ],
    [
      "packages/media/src/a.ts",
      `export * from "../../pbx/src/a.ts";`,
      "media-may-import-only-nothing: packages/media/src/a.ts -> packages/pbx/src/a.ts",
    ],
    [
      "packages/pbx/src/calls/leg/a.ts",
      `import type { A } from "../call/a.ts";`,
      "calls-leg-knows-only-floors-below: packages/pbx/src/calls/leg/a.ts -> packages/pbx/src/calls/call/a.ts",
    ],
    [
      "apps/server/src/kernel/a.ts",
      `export const a = () => import("../app/a.ts");`,
      "shared-below-features: apps/server/src/kernel/a.ts -> apps/server/src/app/a.ts",
    ],
    [
      "apps/panel/src/features/chat/a.ts",
      `import "../voicemail/deep.ts";`,
      "front-door-only: apps/panel/src/features/chat/a.ts -> apps/panel/src/features/voicemail/deep.ts",
    ],
  ])("%s may not have %s", (path, text, line) => {
    library("listed");
    library("other");
    write("packages/pbx/src/a.ts", "");
    write("packages/pbx/src/calls/call/a.ts", "export type A = 1;");
    write("apps/panel/src/features/voicemail/deep.ts", "");
    write(path, text);
    expect(forbidden()).toEqual([line]);
  });

  it.each([
    ["apps/server/src/app/b.ts", `import "listed"; import type other from "other";`],
    ["apps/server/src/app/b.test.ts", `import "other";`],
    ["packages/pbx/src/calls/call/b.ts", `import "../leg/a.ts"; import "../../../../sip/src/a.ts";`],
    ["apps/panel/src/features/chat/a.ts", `import "./deep.ts"; import "../voicemail/index.ts";`],
  ])("%s may have %s", (path, text) => {
    library("listed");
    library("other");
    write("packages/sip/src/a.ts", "");
    write("packages/pbx/src/calls/leg/a.ts", "");
    write("apps/panel/src/features/chat/deep.ts", "");
    write("apps/panel/src/features/voicemail/index.ts", "");
    write(path, text);
    expect(forbidden()).toEqual([]);
  });

  it("allows no cycle, neither of one module nor of types alone, and says the way round", () => {
    write("packages/sip/src/a.ts", `import type { B } from "./b.ts"; import "./d.ts";`);
    write("packages/sip/src/b.ts", `import "./c.ts"; export type B = 1;`);
    write("packages/sip/src/c.ts", `import "./a.ts"; import "./d.ts";`);
    write("packages/sip/src/d.ts", "");
    write("packages/sip/src/self.ts", `import "./self.ts";`);
    const places = forbidden().map((line) => line.replaceAll("packages/sip/src/", ""));
    expect(places).toHaveLength(2);
    expect(places).toContain("no-cycle: self.ts -> self.ts");
    const [way = ""] = places.filter((line) => !line.includes("self"));
    const [first, ...rest] = way.replace("no-cycle: ", "").split(" -> ");
    expect(rest.at(-1)).toBe(first);
    expect(rest.sort()).toEqual(["a.ts", "b.ts", "c.ts"]);
  });
});
