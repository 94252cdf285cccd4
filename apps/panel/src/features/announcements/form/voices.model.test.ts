import { expect, it } from "vitest";
import { languagesOf, nearestLanguage, voicesFor } from "./voices.model.ts";

const voice = (name: string, ...language_codes: readonly string[]) => ({
  name,
  language_codes,
  ssml_gender: "MALE" as const,
});
const VOICES = [
  voice("slt", "en-US", "en"),
  voice("fr-fr", "fr-FR", "fr"),
  voice("fr-be", "fr-BE", "fr"),
  voice("us", "en-US"),
];

it("ANN-15 the languages are the main languages of the voices; the requested one is selected, else the closest one", () => {
  expect(languagesOf(VOICES)).toEqual(["en-US", "fr-FR", "fr-BE"]);
  expect(["fr-be", "fr-CA", "en-AU", "tlh"].map((wanted) => nearestLanguage(wanted, VOICES))).toEqual([
    "fr-BE",
    "fr-FR",
    "en-US",
    "en-US",
  ]);
  expect(nearestLanguage("fr-CA", [])).toBe("fr-CA");
  expect(voicesFor("en-US", VOICES).map(({ name }) => name)).toEqual(["slt", "us"]);
});
