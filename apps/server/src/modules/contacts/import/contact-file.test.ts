import { AppError } from "@callpanel/contract";
import { describe, expect, it } from "vitest";
import { detectDialect } from "../../../kernel/files/csv-dialect.ts";
import { guessByCells, guessMapping, hasHeader, labelOfHeader } from "./columns.ts";
import { readContactFile } from "./contact-file.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);
const read = async (bytes: Uint8Array | string) => readContactFile(typeof bytes === "string" ? utf8(bytes) : bytes);
const codeOf = async (bytes: Uint8Array | string) => {
  const error: unknown = await read(bytes).catch((caught: unknown) => caught);
  return error instanceof AppError ? [error.code, error.details] : error;
};

describe("reading a file", () => {
  const TEXT = "Prénom,Nom\nZoë,Łukasz\n";
  const utf16 = (text: string, littleEndian: boolean) => {
    const bytes = Buffer.from(text, "utf16le");
    return new Uint8Array(littleEndian ? bytes : bytes.swap16());
  };

  it.each([
    ["utf-8", utf8(TEXT)],
    ["utf-8", utf8(`\u{FEFF}${TEXT}`)],
    ["utf-16le", utf16(`\u{FEFF}${TEXT}`, true)],
    ["utf-16be", utf16(`\u{FEFF}${TEXT}`, false)],
    ["utf-16le", utf16(TEXT, true)],
    ["utf-16be", utf16(TEXT, false)],
  ] as const)("IMPORT-3 %s is detected", async (encoding, bytes) => {
    expect(await read(bytes)).toMatchObject({
      encoding,
      rows: [
        ["Prénom", "Nom"],
        ["Zoë", "Łukasz"],
      ],
    });
  });

  it("IMPORT-3 text that is not UTF-8 is Windows-1252", async () => {
    const bytes = new Uint8Array(Buffer.from("Pr\u00e9nom;Nom\nZo\u00eb;O\u0092Brien\u0080\n", "latin1"));
    expect(await read(bytes)).toMatchObject({
      encoding: "windows-1252",
      delimiter: ";",
      rows: [
        ["Prénom", "Nom"],
        ["Zoë", "O’Brien€"],
      ],
    });
  });

  it("IMPORT-3 an apostrophe within apostrophes is written twice", async () => {
    expect(await read("'name','company'\n'Shaun O''Neil','A, B'\n'Zoë','C'\n")).toMatchObject({
      quote: "'",
      rows: [
        ["name", "company"],
        ["Shaun O'Neil", "A, B"],
        ["Zoë", "C"],
      ],
    });
  });

  it.each([
    ["sep=;\r\n", ";", ";", 1],
    ["\u{FEFF}SEP=\t\n", "\t", "\t", 1],
    ["\r\n;;\r\n", ";", ";", 2],
    ["", ";", ";", 0],
  ])(
    "IMPORT-3 the header is the first row that has something, after %j",
    async (before, separator, delimiter, first) => {
      const file = await read(`${before}first_name${separator}b, c\r\nZoë${separator}d, e, f\r\n`);
      expect(file).toMatchObject({ delimiter, first });
      expect(file.rows.slice(first)).toEqual([
        ["first_name", "b, c"],
        ["Zoë", "d, e, f"],
      ]);
    },
  );

  it("IMPORT-2 a character across two chunks is one character", async () => {
    for (const pad of [16_380, 16_381, 16_382, 16_383]) {
      const { rows } = await read(
        `a,b\n${`${"x".repeat(100)},y\n`.repeat(Math.floor(pad / 103))}${"z".repeat(pad % 103)}😀,é\n`,
      );
      expect(rows.at(-1)).toEqual([`${"z".repeat(pad % 103)}😀`, "é"]);
    }
  });

  it.each([
    [",", 'a,"b;c",d\n1,2,3\n'],
    [";", "a;b,c;d\n1;2,5;3\n"],
    ["\t", "a\tb, c\td\n1\t2\t3\n"],
    ["|", "a|b|c\n1|2|3\n"],
    [",", "Notes, such as these, vary\na,b,c\nd,e,f\n"],
  ])("IMPORT-3 %s is detected as separator", async (delimiter, text) => {
    const file = await read(text);
    expect([file.delimiter, file.rows[1]?.length]).toEqual([delimiter, 3]);
  });

  it("IMPORT-8 the separator of a row of thousands of cells is found in one short piece of work", () => {
    const sample = ";,|\t".repeat(16_384);
    // The shortest of five, because other work may interrupt one. A parser that builds the records takes more than 300 ms.
    const times = Array.from({ length: 5 }, () => {
      const start = performance.now();
      expect(detectDialect(sample).delimiter).toBe(",");
      return performance.now() - start;
    });
    expect(Math.min(...times)).toBeLessThan(100);
  });

  it("IMPORT-3 cells may contain separators, quotes and line breaks; apostrophes quote only without quotation marks", async () => {
    expect((await read('a,b\r\n"x, ""y""\r\nz",2\r\n')).rows[1]).toEqual(['x, "y"\r\nz', "2"]);
    expect(await read("'a','b','c'\n'x, y','2','3'\n")).toMatchObject({
      quote: "'",
      rows: [
        ["a", "b", "c"],
        ["x, y", "2", "3"],
      ],
    });
    expect((await read('a,b\n5" pipe,2\n')).rows[1]).toEqual(['5" pipe', "2"]);
  });

  it("IMPORT-2 rows are as wide as the widest, and empty ones keep their position", async () => {
    expect((await read("a,b\n1\n\n1,2,3\n\n\n")).rows).toEqual([
      ["a", "b", ""],
      ["1", "", ""],
      ["", "", ""],
      ["1", "2", "3"],
    ]);
  });

  it("IMPORT-2 each limit has its own error", async () => {
    expect(await codeOf("")).toEqual(["contacts.import.empty", {}]);
    expect(await codeOf("\n\n\n")).toEqual(["contacts.import.empty", {}]);
    expect(await codeOf('a,b\n"never closed,2\n3,4\n')).toEqual(["contacts.import.quote", { row: 2 }]);
    expect(await codeOf(`a,b\n1,${"x".repeat(2_001)}\n`)).toEqual([
      "contacts.import.cellTooLong",
      { row: 2, limit: 2_000 },
    ]);
    expect(await codeOf(`${"a,".repeat(100)}b\n`)).toEqual(["contacts.import.tooManyColumns", { limit: 100 }]);
    expect(await codeOf(`a,b\n${"1,2\n".repeat(20_001)}`)).toEqual(["contacts.import.tooManyRows", { limit: 20_000 }]);
    expect((await read(`a,b\n${"1,2\n".repeat(20_000)}`)).rows).toHaveLength(20_001);
    expect(await codeOf(new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 0, 0, 0x77, 0, 0xfe]))).toEqual([
      "contacts.import.unreadable",
      {},
    ]);
    expect(await codeOf(`a,"${"x".repeat(300_000)}`)).toEqual([
      "contacts.import.cellTooLong",
      { row: 1, limit: 2_000 },
    ]);
  });
});

describe("fields of columns", () => {
  it.each([
    [
      ["First Name", "Last Name", "Phone", "E-mail"],
      ["first_name", "last_name", "phone_number_1", "email_1"],
    ],
    [
      ["Prénom", "Nom", "Téléphone", "Courriel", "Entreprise"],
      ["first_name", "last_name", "phone_number_1", "email_1", "company"],
    ],
    [
      ["Nom", "Cellulaire", "Poste", "Ville", "Code postal"],
      ["full_name", "phone_number_1", "phone_extension_1", "city", "postal_code"],
    ],
    [
      [
        "Given Name",
        "Family Name",
        "Phone 1 - Label",
        "Phone 1 - Value",
        "Phone 2 - Label",
        "Phone 2 - Value",
        "E-mail 1 - Label",
        "E-mail 1 - Value",
      ],
      [
        "first_name",
        "last_name",
        "phone_label_1",
        "phone_number_1",
        "phone_label_2",
        "phone_number_2",
        "email_label_1",
        "email_1",
      ],
    ],
    [
      [
        "First Name",
        "Last Name",
        "Company",
        "Job Title",
        "Business Street",
        "Business City",
        "Business Phone",
        "Home Phone",
        "Mobile Phone",
        "Business Fax",
        "E-mail Address",
      ],
      [
        "first_name",
        "last_name",
        "company",
        "job_title",
        "street",
        "city",
        "phone_number_1",
        "phone_number_2",
        "phone_number_3",
        null,
        "email_1",
      ],
    ],
    [
      ["Name", "Tel.", "Ext", "Notes", "Web site"],
      ["full_name", "phone_number_1", "phone_extension_1", null, null],
    ],
    [
      ["Prénom", "Nom de famille", "Poste", "Numéro"],
      ["first_name", "last_name", "job_title", "phone_number_1"],
    ],
    [
      ["phone_number_2", "phone_extension_2", "first_name", "use_as_callerid"],
      ["phone_number_2", "phone_extension_2", "first_name", "use_as_callerid"],
    ],
    [
      ["Company", "Company", "Password"],
      ["company", null, null],
    ],
  ])("IMPORT-4 %j", (headers, fields) => {
    expect(guessMapping(headers)).toEqual(fields);
  });

  it("IMPORT-4 without headers, the cells decide", () => {
    const rows = [
      ["Ann", "Archer", "416 555 0111", "ann@example.com", "7"],
      ["Bo", "Bell", "+1 416 555 0112", "", "x"],
    ];
    expect(hasHeader(rows[0] ?? [])).toBe(false);
    expect(guessByCells(rows)).toEqual(["first_name", "last_name", "phone_number_1", null, null]);
    expect(hasHeader(["Prénom", "?"])).toBe(true);
  });

  it("IMPORT-5 a header gives its numbers a label unless it only says that they are numbers", () => {
    expect(
      ["Mobile", "Business Phone", "Phone", "Téléphone", "phone_number_1", "Phone 1 - Value"].map(labelOfHeader),
    ).toEqual(["Mobile", "Business Phone", "", "", "", ""]);
  });
});
