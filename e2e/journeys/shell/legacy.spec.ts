import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { anyCall, dial, expect, expectHears, test } from "../../support/company/people.ts";

const ASSETS = fileURLToPath(new URL("../../../apps/panel/dist/legacy/assets", import.meta.url));
const CHROME_72 =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/72.0.3626.121 Safari/537.36";

/** Newer than Chromium 72, Firefox 66 or Safari 15, as TypeScript names it. */
const NEWER_SYNTAX = new Set([
  ts.SyntaxKind.QuestionDotToken,
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.QuestionQuestionEqualsToken,
  ts.SyntaxKind.BarBarEqualsToken,
  ts.SyntaxKind.AmpersandAmpersandEqualsToken,
  ts.SyntaxKind.PrivateIdentifier,
  ts.SyntaxKind.PropertyDeclaration,
  ts.SyntaxKind.ClassStaticBlockDeclaration,
  ts.SyntaxKind.BigIntLiteral,
  ts.SyntaxKind.MetaProperty,
  ts.SyntaxKind.ImportDeclaration,
]);

function newerSyntaxIn(file: string): readonly string[] {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.ESNext, false, ts.ScriptKind.JS);
  const found = new Set<string>();
  const look = (node: ts.Node): void => {
    if (NEWER_SYNTAX.has(node.kind)) found.add(ts.SyntaxKind[node.kind]);
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) found.add("import()");
    ts.forEachChild(node, look);
  };
  look(source);
  return [...found];
}

test("LEGACY-2 the legacy build has no syntax that the oldest browsers cannot read", () => {
  const scripts = readdirSync(ASSETS).filter((name) => name.endsWith(".js"));
  // The worklet that reduces noise is a package's own file: where it cannot be read, calls go on without (NOISE-4).
  const [script = "", ...others] = scripts.filter((name) => !name.startsWith("workletProcessor-"));
  expect(others).toEqual([]);
  expect(newerSyntaxIn(join(ASSETS, script))).toEqual([]);
});

test("LEGACY-1 LEGACY-3 a browser without newer functions signs in and calls; a current one does not load them", async ({
  company,
}) => {
  const alice = await company.open("alice", {
    userAgent: CHROME_72,
    before: () => {
      const array: object = Array.prototype;
      const of = { array, string: String.prototype, object: Object, url: URL, promise: Promise };
      const gone: readonly (readonly [keyof typeof of, string])[] = [
        ["array", "toSorted"],
        ["array", "toReversed"],
        ["array", "toSpliced"],
        ["array", "with"],
        ["array", "at"],
        ["array", "findLast"],
        ["string", "replaceAll"],
        ["string", "at"],
        ["object", "hasOwn"],
        ["object", "fromEntries"],
        ["object", "groupBy"],
        ["url", "canParse"],
        ["promise", "allSettled"],
        ["promise", "withResolvers"],
      ];
      for (const [owner, name] of gone) Reflect.deleteProperty(of[owner], name);
      for (const name of ["structuredClone", "ResizeObserver", "BroadcastChannel"])
        Reflect.deleteProperty(globalThis, name);
      Reflect.deleteProperty(Intl, "DisplayNames");
      Reflect.deleteProperty(Navigator.prototype, "locks");
      Reflect.deleteProperty(Navigator.prototype, "userAgentData");
    },
  });
  const bob = await company.open("bob");
  const scriptsOf = ({ page }: typeof alice) =>
    page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname));
  await company.enter(alice);
  expect((await scriptsOf(alice)).some((path) => path.startsWith("/assets/"))).toBe(false);
  expect((await scriptsOf(bob)).some((path) => path.startsWith("/legacy/"))).toBe(false);
  await expect(alice.page.getByRole("listitem", { name: "Bob Brandt" })).toBeVisible();
  await dial(alice, "*43");
  await expect(anyCall(alice)).toHaveAttribute("data-state", "on-call");
  await expectHears(alice, alice.voiceHz);
});
