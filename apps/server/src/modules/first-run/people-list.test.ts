import { describe, expect, it } from "vitest";
import { readPeople } from "./people-list.ts";

const TAKEN = {
  usernames: new Set(["ann.able"]),
  names: new Set(["old hand"]),
  means: (number: string) => number === "101" || number === "911",
};
const read = (text: string) =>
  readPeople(text, TAKEN).map((one) => [
    one.line,
    `${one.first_name}|${one.last_name}`,
    one.username,
    one.email,
    one.department,
    one.extension,
    one.fault,
  ]);

describe("a list of people", () => {
  it("FIRST-20 lines of names, with an address in angle brackets", () => {
    expect(read("Ann Able\n\n  Zoë van der Berg <zoe@example.com>\r\nBo Beck")).toEqual([
      [1, "Ann|Able", "ann.able2", "", "", "102", null],
      [3, "Zoë|van der Berg", "zoe.vanderberg", "zoe@example.com", "", "103", null],
      [4, "Bo|Beck", "bo.beck", "", "", "104", null],
    ]);
  });

  it.each([
    ["commas", ","],
    ["semicolons", ";"],
    ["tabs", "\t"],
  ])("FIRST-20 cells without titles, parted by %s", (_, by) => {
    const text = [["Cy", "Cole", "Sales", "cy@example.com", "130"].join(by), ["Dee Dunn", "Support"].join(by)].join(
      "\n",
    );
    expect(read(text)).toEqual([
      [1, "Cy|Cole", "cy.cole", "cy@example.com", "Sales", "130", null],
      [2, "Dee|Dunn", "dee.dunn", "", "Support", "102", null],
    ]);
  });

  it("FIRST-20 columns with titles in any order, in English and in French; quoted cells and unknown columns", () => {
    expect(read('\uFEFFDepartment,Last name,First name,Room,E-mail\n"Sales, West",Cole,Cy,4,cy@example.com')).toEqual([
      [2, "Cy|Cole", "cy.cole", "cy@example.com", "Sales, West", "102", null],
    ]);
    expect(read("Prénom;Nom;Courriel;Poste\nÉloïse;Côté;e@example.com;144")).toEqual([
      [2, "Éloïse|Côté", "eloise.cote", "e@example.com", "", "144", null],
    ]);
  });

  it("FIRST-20 the separator is that of most lines", () => {
    expect(read("Ann Able\nBo Beck;Sales, West\nCy Cole;Support").map((row) => row[4])).toEqual([
      "",
      "Sales, West",
      "Support",
    ]);
  });

  it("FIRST-21 proposed extensions leave out those that are taken in the company or used further down in the list", () => {
    expect(read("Bo Beck\nCy Cole,102\nDee Dunn").map((row) => row[5])).toEqual(["103", "102", "104"]);
    const many = Array.from({ length: 401 }, (_, at) => `P Q${at}`).join("\n");
    expect(read(many)[0]?.[5]).toBe("1001");
  });

  it("FIRST-22 people who cannot be added are marked, and the others are not", () => {
    const rows = read(
      [
        "Cher",
        "=HYPERLINK(1) Two",
        "Bo Beck,not@@an.address",
        "Cy Cole,1",
        "Dee Dunn,911",
        "Eve Earl,150",
        "Flo Ford,150",
        "Old Hand",
        "Gus Good",
        "Gus Good",
        "Hal\u202e Hart",
        "Ida Ives",
      ].join("\n"),
    );
    expect(rows.map((row) => row.at(-1))).toEqual([
      "name",
      "name",
      "email",
      "extension",
      "extensionTaken",
      null,
      "extensionTaken",
      "exists",
      null,
      "double",
      "name",
      null,
    ]);
    expect(read("Name,Username\nBo Beck,Ann.Able\nCy Cole,b@d")).toMatchObject([
      [2, "Bo|Beck", "ann.able", "", "", "102", "username"],
      [3, "Cy|Cole", "b@d", "", "", "103", "username"],
    ]);
  });
});
