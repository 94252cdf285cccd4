import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const CSS = readFileSync(new URL("tokens.css", import.meta.url), "utf8");
/** The colour tokens of one scheme, from the rule that declares its `color-scheme`. */
function coloursOf(scheme: "light" | "dark"): ReadonlyMap<string, string> {
  const block = CSS.split("{").find((part) => part.includes(`color-scheme: ${scheme};`)) ?? "";
  return new Map([...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map((match) => [match[1] ?? "", match[2] ?? ""]));
}

/** Relative luminance (WCAG 2.2). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(first: string, second: string): number {
  const [light, dark] = [luminance(first), luminance(second)].toSorted((a, b) => b - a);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

const TEXT = [
  ["text", "page surface raised sunken hover pressed"],
  ["text-dim", "page surface raised sunken hover"],
  ["link", "page surface raised"],
  ["accent-ink", "accent accent-hover"],
  ["accent-soft-ink", "accent-soft"],
  ["primary-ink", "primary primary-hover"],
  ["danger-ink", "danger danger-hover"],
  ["on-call-ink", "surface raised on-call-soft"],
  ["muted-ink", "surface raised muted-soft"],
  ["on-hold-ink", "surface raised on-hold-soft"],
  ["ringing-ink", "surface raised"],
] as const;
const EDGES = [
  ["line-strong", "surface page"],
  ["focus", "surface page raised"],
  ["on-call", "surface"],
  ["on-hold", "surface"],
] as const;

it.each(["light", "dark"] as const)("SHELL-13 %s: text has 4.5:1, edges and states 3:1", (scheme) => {
  const colours = coloursOf(scheme);
  const weak: string[] = [];
  const check = (pairs: ReadonlyArray<readonly [string, string]>, least: number) => {
    for (const [ink, grounds] of pairs) {
      for (const ground of grounds.split(" ")) {
        const ratio = contrast(colours.get(ink) ?? "#000000", colours.get(ground) ?? "#000000");
        if (ratio < least) weak.push(`${ink} on ${ground}: ${ratio.toFixed(2)} < ${least}`);
      }
    }
  };
  expect(colours.size).toBeGreaterThan(30);
  check(TEXT, 4.5);
  check(EDGES, 3);
  expect(weak).toEqual([]);
});
