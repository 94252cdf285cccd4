import { describe, expect, it } from "vitest";
import { checkDialable } from "./feature-codes.ts";

describe("numbers that can be dialled", () => {
  it.each([
    ["101", "101"],
    ["+1 (555) 010-0142", "+15550100142"],
    ["1.555.010.0142", "15550100142"],
    ["*43", "*43"],
    ["*44*12", "*44*12"],
    ["***102", "***102"],
    ["##", "##"],
    [" 102 ", "102"],
  ])("NUMBER-1 %j is dialled as %j", (typed, number) => {
    expect(checkDialable(typed)).toEqual({ ok: true, number });
  });

  it.each(["", "   "])("NUMBER-2 an empty number %j asks for one", (typed) => {
    expect(checkDialable(typed)).toEqual({ ok: false, code: "sipua.hint.missNum" });
  });

  it.each(["bob", "10a", "1+2", "++1", "****1x", "+", "-", "(", "١٠١", "1".repeat(65), "<script>", "101\n102"])(
    "NUMBER-3 %j is no number",
    (typed) => {
      expect(checkDialable(typed)).toEqual({ ok: false, code: "sipua.error.invalidNumber" });
    },
  );

  it.each(["*55", "*44", "#1", "*8612", "**"])("NUMBER-4 %j is no feature code", (typed) => {
    expect(checkDialable(typed)).toEqual({ ok: false, code: "sipua.error.invalidFeatureCode" });
  });

  it("NUMBER-4 the server's list decides", () => {
    const codes = [{ name: "echo", code: "*55", target: "none" }] as const;
    expect(checkDialable("*55", codes)).toEqual({ ok: true, number: "*55" });
    expect(checkDialable("*43", codes)).toEqual({ ok: false, code: "sipua.error.invalidFeatureCode" });
  });
});
