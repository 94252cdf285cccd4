import { createSecretBox } from "../../../kernel/secrets/secret-box.ts";
import { expect, it } from "vitest";
import { createRoomNumbers } from "./room-number.ts";

it("VPHONE-4 the number of a room has nine digits, leads back to it, differs from those of others, and depends on the company's secret", () => {
  const numbers = createRoomNumbers({ box: createSecretBox("a".repeat(64)) });
  const others = createRoomNumbers({ box: createSecretBox("b".repeat(64)) });
  const ids = [...Array.from({ length: 300 }, (_, index) => index + 1), 1_000_000, 899_999_999];
  const all = ids.map(numbers.numberOf);
  expect(all.every((number) => /^[1-9]\d{8}$/.test(number))).toBe(true);
  expect(new Set(all).size).toBe(ids.length);
  expect(all.map(numbers.roomIdOf)).toEqual(ids);
  // Neighbours are not neighbours.
  const near = all.slice(1, 300).filter((number, index) => Math.abs(Number(number) - Number(all[index])) < 1_000_000);
  expect(near.length).toBeLessThan(10);
  expect(ids.filter((id) => others.numberOf(id) === numbers.numberOf(id))).toEqual([]);
  expect(["", "12345678", "0123456789", "12345678a", "1234567890"].map(numbers.roomIdOf)).toEqual(
    Array.from({ length: 5 }, () => undefined),
  );
});
