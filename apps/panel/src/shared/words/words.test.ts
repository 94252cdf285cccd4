import { FRENCH } from "@callpanel/contract/errors/fr-CA";
import { expect, it } from "vitest";
import { createWords } from "./words.ts";

const MESSAGES = { "t.people": "{total, plural, one {# person} other {# people}}", "t.hello": "Hello {name}" } as const;

it("SHELL-10 texts come from the catalogue and fall back to en-US", () => {
  const words = createWords("fr-CA", {
    messages: { "t.people": "{total, plural, one {# personne} other {# personnes}}" },
    errors: {},
  });
  expect(words.text(MESSAGES, "t.people", { total: 1 })).toBe("1 personne");
  expect(words.text(MESSAGES, "t.people", { total: 1200 })).toMatch(/^1\s?200 personnes$/u);
  expect(words.text(MESSAGES, "t.hello", { name: "<b>&{x}" })).toBe("Hello <b>&{x}");
});

it("SHELL-10 in French zero is singular", () => {
  const words = createWords("fr-CA", {
    messages: { "t.people": "{total, plural, one {# personne} other {# personnes}}" },
    errors: {},
  });
  expect(words.text(MESSAGES, "t.people", { total: 0 })).toBe("0 personne");
});

it("SHELL-12 a code with a translation uses it, others use the server's text", () => {
  const french = createWords("fr-CA", { messages: {}, errors: { "call.busy": "{number} est occupé" } });
  expect(french.say({ code: "call.busy", details: { number: "102" }, text: "102 is busy" })).toBe("102 est occupé");
  expect(french.say({ code: "call.noAnswer", details: { number: "102" }, text: "No reply from 102" })).toBe(
    "No reply from 102",
  );
  expect(french.say({ code: null, details: {}, text: "Odd" })).toBe("Odd");
});

it("SHELL-12 without a text from the server the catalogue's text is filled in, with unchanged quotes", () => {
  const words = createWords();
  expect(words.say({ code: "sipua.error.destination", details: { value: "x{y}" }, text: null })).toBe(
    "Invalid or empty destination: 'x{y}'",
  );
});

it("SHELL-20 in French there is a no-break space before a colon and inside guillemets", () => {
  const errors = { "call.busy": "Occupé : {number}" };
  const messages = { "t.hello": "Bonjour « {name} » : ça va? 14:05" };
  const french = createWords("fr-CA", { messages, errors });
  expect(french.text(MESSAGES, "t.hello", { name: "Zoé" })).toBe("Bonjour «\u00a0Zoé\u00a0»\u00a0: ça va? 14:05");
  expect(french.error("call.busy", { number: "102" })).toBe("Occupé\u00a0: 102");
  expect(createWords().text(MESSAGES, "t.hello", { name: "A : B" })).toBe("Hello A : B");
});

it("SHELL-38 an error begins with a capital letter, also where its first word is a value", () => {
  const words = createWords();
  const details = { what: { kind: "person", name: "ann" } } as const;
  expect(words.say({ code: "admin.exists", details, text: "user ann already exists" })).toBe("User ann already exists");
  expect(words.say({ code: null, details: {}, text: "été" })).toBe("Été");
  expect(words.say({ code: null, details: {}, text: "101 is not a number" })).toBe("101 is not a number");
  const act = { code: "administration.save", details: {} } as const;
  expect(words.say({ act, code: "admin.exists", details, text: "user ann already exists" })).toMatch(
    /\. User ann already exists$/,
  );
  const { texts: errors, subject } = FRENCH;
  const french = createWords("fr-CA", { messages: {}, errors, subject });
  expect(french.say({ code: "admin.exists", details, text: "x" })).toBe("La personne «\u00a0ann\u00a0» existe déjà");
});
