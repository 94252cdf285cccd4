import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ERROR_CODES, errorTemplate, LOCALES, type ErrorCode } from "@callpanel/contract";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { expect, it } from "vitest";
import { CATALOGUE_PARTS } from "../shared/words/words.ts";
import type { Messages } from "../shared/words/words.ts";
import { loadCatalogue, loadCataloguePart } from "./index.ts";

const PANEL = fileURLToPath(new URL("..", import.meta.url));

/** Every en-US text by id, from all areas: read from the folder, since a kept `import.meta.glob` would not know new files. */
const english = new Map<string, string>();
for (const path of readdirSync(PANEL, { recursive: true, encoding: "utf8" })) {
  if (!path.endsWith(".messages.ts")) continue;
  const module: Readonly<Record<string, unknown>> = await import(join(PANEL, path));
  for (const messages of Object.values(module)) {
    if (typeof messages !== "object" || messages === null) continue;
    for (const [id, text] of Object.entries(messages)) if (typeof text === "string") english.set(id, text);
  }
}
const frenchStart = await loadCatalogue("fr-CA");
const frenchParts = await Promise.all(CATALOGUE_PARTS.map((part) => loadCataloguePart("fr-CA", part)));
const allFrench = frenchParts.reduce<Messages>((all, part) => ({ ...all, ...part }), frenchStart.messages);
const french = { messages: allFrench, errors: frenchStart.errors };

const byText = (a: string, b: string) => a.localeCompare(b);

/** The placeholders of an ICU message, from all plural cases. */
function placeholders(message: string): readonly string[] {
  const found = new Set<string>();
  const visit = (tokens: unknown): void => {
    if (!Array.isArray(tokens)) return;
    for (const token of tokens) if (Array.isArray(token)) visitPlaceholder(token);
  };
  const visitPlaceholder = ([name, , cases]: readonly unknown[]): void => {
    if (typeof name === "string") found.add(name);
    if (typeof cases === "object" && cases !== null) for (const one of Object.values<unknown>({ ...cases })) visit(one);
  };
  visit(compileMessage(message));
  return [...found].toSorted(byText);
}

it("SHELL-10 there are areas to compare", () => {
  expect(english.size).toBeGreaterThan(80);
});

it.each([...english])("SHELL-10 %s has an fr-CA text with the same placeholders", (id, text) => {
  expect(french.messages).toHaveProperty([id]);
  expect(placeholders(french.messages[id] ?? "")).toEqual(placeholders(text));
});

it("SHELL-10 fr-CA has no text without its en-US one", () => {
  expect(Object.keys(french.messages).filter((id) => !english.has(id))).toEqual([]);
});

it.each(ERROR_CODES)("SHELL-10 the error %s has an fr-CA text with the same values", (code) => {
  const translated = french.errors[code] ?? "";
  const values = (one: string) => [...one.matchAll(/\{(\w+)\}/g)].map(([value]) => value).toSorted(byText);
  expect(translated).not.toBe("");
  expect(values(translated)).toEqual(values(errorTemplate(code)));
});

it.each(LOCALES)("SHELL-10 every error has a text in %s", async (locale) => {
  const { errors } = await loadCatalogue(locale);
  const textOf = (code: ErrorCode): string | undefined =>
    errors[code] ?? (locale === "fr-CA" ? undefined : errorTemplate(code));
  expect(ERROR_CODES.filter((code) => (textOf(code) ?? "").trim() === "")).toEqual([]);
});

it.each(["en-AU", "en-GB"] as const)("SHELL-10 %s holds only what differs from en-US", async (locale) => {
  const { messages, errors } = await loadCatalogue(locale);
  for (const [code, text] of Object.entries(errors)) expect(ERROR_CODES.map(errorTemplate), code).not.toContain(text);
  for (const [id, text] of Object.entries(messages)) {
    expect(english.has(id), id).toBe(true);
    expect(text, id).not.toBe(english.get(id));
    expect(placeholders(text), id).toEqual(placeholders(english.get(id) ?? ""));
  }
});
