import { expect, it } from "vitest";
import { stepDraft } from "./draft.model.ts";
import type { Draft, DraftAction } from "./draft.model.ts";

interface Values {
  readonly number: string;
}
const error = { code: null, details: {}, text: "No" } as const;
const after = (...actions: ReadonlyArray<DraftAction<Values>>) =>
  actions.reduce<Draft<Values>>(stepDraft, { phase: "clean" });
const typed = (number: string) => ({ type: "typed", value: { number } }) as const;
const sent = (number: string) => ({ type: "sent", value: { number } }) as const;

it("SET-4 after saving there are no changes", () => {
  expect(after(typed("1"), sent("1"), { type: "stored" })).toEqual({ phase: "clean" });
});

it("SET-4 text typed while saving is kept", () => {
  expect(after(typed("1"), sent("1"), typed("12"), { type: "stored" })).toEqual({
    phase: "edited",
    typed: { number: "12" },
    error: null,
  });
  expect(after(typed("1"), sent("1"), typed("12"), { type: "refused", error })).toEqual({
    phase: "edited",
    typed: { number: "12" },
    error,
  });
});

it("SET-4 the refusal disappears with the next change, and with discarding", () => {
  const refused = [typed("1"), sent("1"), { type: "refused", error }] as const;
  expect(after(...refused, typed("2"))).toEqual({ phase: "edited", typed: { number: "2" }, error: null });
  expect(after(...refused, { type: "discarded" })).toEqual({ phase: "clean" });
});

it("SET-4 a running save cannot be discarded", () => {
  expect(after(typed("1"), sent("1"), { type: "discarded" }).phase).toBe("saving");
});
