import { DEFAULT_FEATURE_CODES, featureCodesWith, type FeatureCodesEvent } from "@callpanel/contract";
import { expect, it } from "vitest";
import { createListeners } from "../../../kernel/bus/listeners.ts";
import { followFeatureCodes } from "./changed-codes.ts";

it("FEATURE-6 a change of the codes is announced once; any other change of the company is not", () => {
  let codes = DEFAULT_FEATURE_CODES;
  const reads = createListeners<[]>();
  const told: FeatureCodesEvent[] = [];
  const people = { realm: "demo", featureCodes: () => codes, onRead: reads.subscribe };
  const stop = followFeatureCodes(people, (event) => told.push(event));
  reads.tell();
  expect(told).toEqual([]);
  codes = featureCodesWith(new Map([["dnd", "*78"]]));
  reads.tell();
  reads.tell();
  expect(told).toEqual([{ action: "FEATURE_CODES", realm: "demo" }]);
  stop();
  codes = DEFAULT_FEATURE_CODES;
  reads.tell();
  expect(told).toHaveLength(1);
});
