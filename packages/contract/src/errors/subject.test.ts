import { describe, expect, it } from "vitest";
import { AppError, ERROR_CODES, errorTemplate, errorText } from "../errors.ts";
import { errorDetailsSchema } from "./error-body.ts";
import { FRENCH } from "./fr-CA.language.ts";
import { englishSubject, SUBJECT_KINDS, subjectSchema, type Subject } from "./subject.ts";

const AGENT: Subject = { kind: "agent", name: "ann", of: { kind: "queue", name: "600" } };
const SLOT: Subject = { kind: "number", name: "702", as: "slot", of: { kind: "lot", name: "700" } };

describe("the subject of an error", () => {
  it("ERROR-7 a text has it in the language of the text", () => {
    for (const [what, english, french] of [
      [{ kind: "person", name: "ada" }, "user ada", "la personne « ada »"],
      [{ kind: "queue", name: "600" }, "queue 600", "la file 600"],
      [{ kind: "number", name: "+14165550100" }, "number +14165550100", "le numéro +14165550100"],
      [{ kind: "company" }, "the company", "l’entreprise"],
      [{ kind: "hours", name: "Été" }, "business hours schedule Été", "l’horaire d’ouverture « Été »"],
      [AGENT, "agent ann of queue 600", "l’agent « ann » de la file 600"],
      [
        { kind: "right", name: "queues:read", of: { kind: "group", name: "staff" } },
        "permission queues:read of group staff",
        "le droit « queues:read » du groupe « staff »",
      ],
      [SLOT, "number 702 (a slot of parking lot 700)", "le numéro 702 (place du stationnement 700)"],
      [
        { kind: "number", name: "911", as: "emergencyNumber" },
        "number 911 (an emergency number)",
        "le numéro 911 (numéro d’urgence)",
      ],
    ] as const satisfies ReadonlyArray<readonly [Subject, string, string]>) {
      expect(errorText("admin.exists", { what })).toBe(`${english} already exists`);
      expect(errorText("admin.exists", { what }, FRENCH)).toBe(`${french} existe déjà`);
    }
  });

  it("ERROR-7 each kind has a noun in each language, and the French one has its article", () => {
    for (const kind of SUBJECT_KINDS) {
      expect(englishSubject({ kind }), kind).toMatch(/^the \p{L}/u);
      expect(FRENCH.subject({ kind }), kind).toMatch(/^(le |la |l’)\p{L}/u);
      expect(FRENCH.subject({ kind }), kind).not.toBe(englishSubject({ kind }));
    }
  });

  it("ERROR-7 it travels as a kind and a name, never as a text", () => {
    expect(errorDetailsSchema.parse({ what: SLOT, number: "600", limit: 3 })).toEqual({
      what: SLOT,
      number: "600",
      limit: 3,
    });
    expect(errorDetailsSchema.safeParse({ what: "user ada" }).success).toBe(false);
    expect(subjectSchema.safeParse({ kind: "user ada" }).success).toBe(false);
    // @ts-expect-error a phrase is in one language
    expect(new AppError("admin.exists", { what: "user ada" }).details).toEqual({ what: "user ada" });
  });

  it("ERROR-7 both languages ask for it in the same errors", () => {
    for (const code of ERROR_CODES)
      expect(FRENCH.texts[code].includes("{what}"), code).toBe(errorTemplate(code).includes("{what}"));
  });
});
