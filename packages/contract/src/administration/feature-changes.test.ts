import { describe, expect, it } from "vitest";
import { checkDialable, DEFAULT_FEATURE_CODES, isLostCode } from "../feature-codes.ts";
import {
  CHANGEABLE_FEATURES,
  featureCodesWith,
  featureFaults,
  readFeatureChanges,
  writeFeatureChanges,
} from "./feature-changes.ts";

describe("codes that a company changed", () => {
  const codeOf = (text: string, name: string) =>
    featureCodesWith(readFeatureChanges(text) ?? new Map()).find((one) => one.name === name)?.code;

  it("FEATURE-1 FEATURE-2 changed codes take the place of the defaults, others stay, and off ones are gone", () => {
    const text = "dnd=*78 intercom=off";
    expect([codeOf(text, "dnd"), codeOf(text, "intercom"), codeOf(text, "forward")]).toEqual(["*78", undefined, "*96"]);
    const changes = readFeatureChanges(text) ?? new Map();
    expect(featureCodesWith(changes)).toHaveLength(DEFAULT_FEATURE_CODES.length - 1);
    expect(featureCodesWith(changes, [{ name: "dnd", code: "*76", target: "none" }])).toEqual([
      { name: "dnd", code: "*78", target: "none" },
    ]);
    expect(checkDialable("*78", featureCodesWith(changes))).toEqual({ ok: true, number: "*78" });
    expect(CHANGEABLE_FEATURES.map(({ name }) => name)).not.toContain("personalconf");
  });

  it("FEATURE-2 the text is written in the same form in which it is read, without defaults", () => {
    for (const text of ["dnd=*78 intercom=off", "blindtransfer=#9 spy=off", "dnd=*96 forward=*76"])
      expect(writeFeatureChanges(readFeatureChanges(text) ?? new Map())).toBe(text);
    expect(writeFeatureChanges(readFeatureChanges(" dnd=*76,\n spy=off ") ?? new Map())).toBe("spy=off");
  });

  it.each([
    "",
    "none",
    "dnd",
    "dnd=",
    "dnd=*78=1",
    "dnd=*78 dnd=*79",
    "nothing=*1",
    "personalconf=*12",
    "__proto__=*12",
  ])("FEATURE-2 %j is no text of the setting", (text) => {
    expect(readFeatureChanges(text)).toBeUndefined();
  });

  it.each(["78", "*", "#", "****", "###", "*#1", "#*1", "*12345", "*1a", "**12*", "+1"])(
    "FEATURE-3 %j is no code",
    (code) => {
      expect(featureFaults(new Map([["dnd", code]])).get("dnd")).toBe("digits");
      expect(readFeatureChanges(`dnd=${code}`)).toBeUndefined();
    },
  );
  it.each(["*5", "#1", "##7", "**5", "*5000", "***1234"])("FEATURE-3 %j is a code", (code) => {
    expect(codeOf(`moh=${code} pickup=off spy=off blindtransfer=off`, "moh")).toBe(code);
  });

  it("FEATURE-9 a number for a code that was changed or turned off is lost; any other is not", () => {
    const codes = featureCodesWith(
      new Map([
        ["vm", "*90"],
        ["echo", null],
      ]),
    );
    for (const [number, lost] of [
      ["*98103", true],
      ["*90103", false],
      ["*43", true],
      ["*86", false],
      ["103", false],
      ["", false],
    ] as const)
      expect([number, isLostCode(number, codes)]).toEqual([number, lost]);
  });

  it("FEATURE-4 the same code, and one that begins like another, are faults of both; the defaults have none", () => {
    expect(featureFaults(new Map())).toEqual(new Map());
    const taken = (...changes: ReadonlyArray<readonly [string, string | null]>) => [
      ...featureFaults(new Map(changes)).keys(),
    ];
    expect(taken(["dnd", "*96"])).toEqual(["dnd", "forward"]);
    expect(taken(["dnd", "*96"], ["forward", null])).toEqual([]);
    expect(taken(["dnd", "*9"])).toEqual(["dnd", "forward", "vm", "myvm", "personalconf"]);
    expect(taken(["dnd", "*961"])).toEqual(["dnd", "forward"]);
    expect(taken(["dnd", "**"])).toEqual(["dnd", "pickup"]);
  });
});
