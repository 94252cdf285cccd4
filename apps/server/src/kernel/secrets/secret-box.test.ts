import { describe, expect, it } from "vitest";
import { createSecretBox, isSealed, WrongSecretKey } from "./secret-box.ts";

describe("a secret box", () => {
  const box = createSecretBox("k".repeat(32));

  it("SERVER-67 an encrypted text reveals nothing, differs each time, and can be decrypted", () => {
    const [one, other] = [box.seal("JBSWY3DPÉ", "alice"), box.seal("JBSWY3DPÉ", "alice")];
    expect(one).not.toContain("JBSWY3DP");
    expect(one).not.toBe(other);
    expect([isSealed(one), isSealed("JBSWY3DP"), isSealed("1234")]).toEqual([true, false, false]);
    expect([box.open(one, "alice"), box.open(other, "alice"), box.open("1234", "alice")]).toEqual([
      "JBSWY3DPÉ",
      "JBSWY3DPÉ",
      "1234",
    ]);
  });

  it("SERVER-67 it cannot be decrypted in another place, with another key, or after a changed bit", () => {
    const sealed = box.seal("JBSWY3DP", "alice");
    expect(() => box.open(sealed, "bob")).toThrow(WrongSecretKey);
    expect(() => createSecretBox("x".repeat(32)).open(sealed, "alice")).toThrow(WrongSecretKey);
    expect(() => box.open(`${sealed.slice(0, -3)}AAA`, "alice")).toThrow(WrongSecretKey);
    expect(() => box.open(sealed.slice(0, 20), "alice")).toThrow(WrongSecretKey);
  });
});
