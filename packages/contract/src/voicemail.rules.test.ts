import { describe, expect, it } from "vitest";
import { folderNamed, folderNameFault, pinFault } from "./voicemail.rules.ts";

describe("names and PINs of voicemail", () => {
  it("VM-10 a folder has 3 to 10 letters, of any alphabet, and no reserved name", () => {
    for (const name of ["Family", "Été", "Projekte", "abc", "abcdefghij", "工作室", "नमस्ते", "ที่บ้าน", "한국어"])
      for (const form of ["NFC", "NFD"]) expect(folderNameFault(name.normalize(form)), name).toBeUndefined();
    for (const [name, fault] of [
      ["", "required"],
      ["ab", "length"],
      ["abcdefghijk", "length"],
      ["Work 1", "letters"],
      ["../etc", "letters"],
      ["a_b", "letters"],
      ["\u0301abc", "letters"],
      [`abc${"\u0325".repeat(3)}`, "letters"],
      ["i\u0307n\u0325".repeat(6), "length"],
      ["<b>", "letters"],
      ["INBOX", "reserved"],
      ["Old", "reserved"],
      ["favorite", "reserved"],
      ["Unavail", "reserved"],
      ["archived", "reserved"],
    ] as const)
      expect(folderNameFault(name), name).toBe(`vmail.folder.${fault}`);
  });

  it("VM-10 a name is the same in another case and in another normal form", () => {
    expect(folderNamed(["Équipe"], "équipe".normalize("NFD"))).toBe("Équipe");
    expect(folderNamed(["Équipe", "équipe"], "équipe".normalize("NFD"))).toBe("équipe");
    expect(folderNamed(["Équipe"], "equipe")).toBeUndefined();
  });

  it("VM-40 a PIN has only digits, is long enough, and is not easy to guess", () => {
    const rules = {
      min_length: 4,
      max_length: 10,
      no_sequence: true,
      no_repetition: true,
      no_extension: true,
      extension: "101",
    };
    for (const pin of ["2580", "739416", "1357924680"]) expect(pinFault(pin, rules), pin).toBeUndefined();
    for (const [pin, fault] of [
      ["12a4", "digits"],
      ["258", "length"],
      ["", "length"],
      ["12345678901", "length"],
      ["1234", "sequence"],
      ["98765", "sequence"],
      ["0000", "repetition"],
      ["1013", "extension"],
      ["41017", "extension"],
    ] as const)
      expect(pinFault(pin, rules), pin).toBe(`vmail.pin.${fault}`);
    const lax = { ...rules, no_sequence: false, no_repetition: false, no_extension: false };
    for (const pin of ["1234", "0000", "1013"]) expect(pinFault(pin, lax), pin).toBeUndefined();
  });
});
