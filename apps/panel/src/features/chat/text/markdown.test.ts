import { expect, it } from "vitest";
import { parseMarkdown, parseMessage } from "./markdown.ts";

const text = (value: string) => ({ kind: "text", text: value });
const paragraph = (...content: readonly unknown[]) => ({ kind: "paragraph", content });

it.each([
  [
    "hello **you** and *me*",
    [
      paragraph(text("hello "), { kind: "strong", content: [text("you")] }, text(" and "), {
        kind: "em",
        content: [text("me")],
      }),
    ],
  ],
  ["~~no~~ `a*b*`", [paragraph({ kind: "del", content: [text("no")] }, text(" "), { kind: "code", text: "a*b*" })]],
  ["one\ntwo", [paragraph(text("one"), { kind: "break" }, text("two"))]],
  ["```\n<b>x</b>\n```", [{ kind: "code", text: "<b>x</b>" }]],
  ["> said\n\nyes", [{ kind: "quote", content: [paragraph(text("said"))] }, paragraph(text("yes"))]],
  ["- a\n- b", [{ kind: "list", start: null, items: [[paragraph(text("a"))], [paragraph(text("b"))]] }]],
  ["3. c", [{ kind: "list", start: 3, items: [[paragraph(text("c"))]] }]],
])("CHATUI-10 %j is rendered in parts", (source, blocks) => {
  expect(parseMessage(source)).toEqual(blocks);
});

it.each([
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "# big",
  "![a](http://x/y.png)",
  "a | b\n--|--\n1 | 2",
])("CHATUI-10 %j stays as it was written", (source) => {
  const written = JSON.stringify(parseMessage(source));
  for (const word of source.split(/\s+/)) expect(written).toContain(JSON.stringify(word).slice(1, -1));
  expect(written).not.toContain('"kind":"html"');
});

it("CHATUI-10 a text without Markdown characters takes a shorter path, with the same result", () => {
  const pieces = [
    "one",
    "Été",
    "…",
    "漢字",
    "👍🏽",
    "'s",
    '"q"',
    "(a)",
    "(",
    ")",
    "!",
    "?",
    "3.5",
    "12",
    "2)",
    "4.",
    "-",
    "- ",
    "+",
    "=",
    "==",
    "%",
    "/",
  ];
  const odd = [
    ..."# * _ ~ ` [ ] < > | & @ : \\".split(" "),
    "\t",
    "http://a.ca",
    "www.a.ca",
    "ftp://a",
    "a@b.ca",
    "mailto:a@b.ca",
    "&amp;",
    "---",
    "+ a",
  ];
  const parts = [...pieces, ...pieces, " ", " ", " ", "\n", "  ", "\n\n", "\u00A0", "\u2028", ...odd];
  let seed = 7;
  const pick = <One>(from: readonly One[]): One => {
    seed = (seed * 48_271) % 2_147_483_647;
    const one = from[seed % from.length];
    if (one === undefined) throw new Error("nothing to pick");
    return one;
  };
  const walk = (from: readonly string[]) =>
    Array.from({ length: 1 + (pick([0, 3, 9]) ?? 0) }, () => pick(from)).join("");
  for (let step = 0; step < 20_000; step += 1) {
    const written = walk(step % 2 === 0 ? parts : pieces);
    expect(parseMessage(written), JSON.stringify(written)).toEqual(parseMarkdown(written));
  }
});

const hrefs = (source: string): readonly string[] =>
  [...JSON.stringify(parseMessage(source)).matchAll(/"href":"([^"]*)"/g)].map(([, href = ""]) => href);

it("CHATUI-11 only web, mail and telephone addresses are links", () => {
  expect(hrefs("see https://example.com/a?b=1. or [here](http://x.org)")).toEqual([
    "https://example.com/a?b=1",
    "http://x.org",
  ]);
  expect(hrefs("[m](mailto:a@b.ca) [t](tel:+15145550142)")).toEqual(["mailto:a@b.ca", "tel:+15145550142"]);
  for (const bad of [
    "javascript:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "file:///etc/passwd",
    "//evil.test",
    "/signout",
    "JaVaScRiPt:x",
  ])
    expect(hrefs(`[x](${bad}) <${bad}>`)).toEqual([]);
});

/** Time of this process alone, not of the clock: a busy machine changes nothing. */
const MOST_CPU_US = 1_000_000;

it("CHATUI-10 texts made to be slow are parsed quickly", () => {
  const texts = [
    ">".repeat(20_000),
    "- > ".repeat(5_000),
    "a.".repeat(10_000),
    `${"a.".repeat(9_999)}@`,
    "*_".repeat(10_000),
    "[".repeat(20_000),
    "[a](".repeat(5_000),
    "`a``b".repeat(4_000),
    "**a* ".repeat(4_000),
    "> ".repeat(10_000),
    "* ".repeat(10_000),
    "|a ".repeat(3_000),
    Array.from({ length: 190 }, (_, at) => `${" ".repeat(at)}- a`).join("\n"),
    "<a ".repeat(6_000),
    "a_ ".repeat(6_600),
    "1. ".repeat(6_600),
    "a@b ".repeat(5_000),
    "http://a ".repeat(2_200),
    "~~a ".repeat(5_000),
  ];
  for (const source of texts) {
    const before = process.cpuUsage();
    expect(parseMessage(source).length).toBeGreaterThan(0);
    expect(process.cpuUsage(before).user, source.slice(0, 12)).toBeLessThan(MOST_CPU_US);
  }
});
