import { DEFAULT_FEATURE_CODES } from "@callpanel/contract";
import { describe, expect, it } from "vitest";
import { createCallChains } from "./call-chains.ts";
import { destinationOf } from "./call-destination.ts";

it("CDR-7 a call follows the calls that its legs were in, however often they are moved", () => {
  const { follow } = createCallChains();
  expect(follow({ id: "c1", legIds: ["alice", "bob"] })).toEqual([]);
  expect(follow({ id: "c2", legIds: ["bob2", "carol"] })).toEqual([]);
  expect(follow({ id: "c3", legIds: ["alice", "carol"] })).toEqual(["c1", "c2"]);
  expect(follow({ id: "c4", legIds: ["alice", "dave"] })).toEqual(["c3"]);
  expect(follow({ id: "c5", legIds: [] })).toEqual([]);
  for (let call = 0; call < 20_001; call += 1) follow({ id: `x${call}`, legIds: [`x${call}`] });
  expect(follow({ id: "c6", legIds: ["alice"] })).toEqual([]);
});

describe("the service that a call reached", () => {
  const KINDS = {
    "101": { kind: "user", userId: 1 },
    "600": { kind: "queue", id: "600", name: "Support" },
    "700": { kind: "lot", id: "700", name: "Main" },
    "701": { kind: "slot", id: "700", name: "Main" },
    "800": { kind: "room", id: "800", name: "Open" },
  } as const;
  const find = (_realm: string, number: string) => Object.entries(KINDS).find(([one]) => one === number)?.[1];
  const of = (number: string, dialledNumber = number, userId?: number) =>
    destinationOf(
      {
        to: { number, name: "", ...(userId === undefined ? {} : { userId }) },
        realm: "demo",
        direction: "internal",
        dialledNumber,
      },
      { find, featureCodes: () => DEFAULT_FEATURE_CODES },
    );

  it.each([
    ["600", "queue"],
    ["700", "parking_lot"],
    ["701", "parking_pickup"],
    ["800", "conference"],
    ["*86", "music"],
    ["*97", "voicemail"],
    ["*98102", "voicemail"],
    ["*99101", "personal_conference"],
    ["*43", "feature"],
    ["**101", "feature"],
    ["101", "voicemail"],
    ["999", undefined],
    ["+14165550101", undefined],
  ])("CDR-9 %s is %s", (number, destination) => {
    expect(of(number)).toBe(destination);
  });

  it("CDR-9 a caller who dialled a person and reached their mailbox was at the voicemail", () => {
    expect(of("*98101", "101")).toBe("voicemail");
  });

  it("CDR-9 a person is not a service, with any dialled code", () => {
    expect(of("101", "101", 1)).toBeUndefined();
    expect(of("101", "*80101", 1)).toBeUndefined();
    expect(
      destinationOf(
        { to: { number: "600", name: "" }, realm: "demo", direction: "outbound", dialledNumber: "600" },
        { find, featureCodes: () => DEFAULT_FEATURE_CODES },
      ),
    ).toBeUndefined();
  });
});
