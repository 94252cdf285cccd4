import { describe, expect, it } from "vitest";
import { foldText, searchWords } from "./search-text.ts";

describe("search text", () => {
  it("SERVER-24 accents, case and control characters are ignored", () => {
    expect(foldText("  Noël\tNGUYỄN\u0000 ")).toBe("noel nguyen");
    expect(foldText("Søren Łukasz Straße Æsir")).toBe("soren lukasz strasse aesir");
    expect(foldText("ｆｕｌｌ ①")).toBe("full 1");
  });

  it("SERVER-24 a search uses at most eight words", () => {
    expect(searchWords("a b c d e f g h i j")).toEqual(["a", "b", "c", "d", "e", "f", "g", "h"]);
    expect(searchWords(" \u0000 ")).toEqual([]);
  });
});
