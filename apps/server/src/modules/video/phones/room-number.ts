/** The numbers of rooms for telephones: nine digits that cannot be guessed, and need no table (VPHONE-4). */
import type { SecretBox } from "../../../kernel/secrets/secret-box.ts";

export interface RoomNumbers {
  numberOf(roomId: number): string;
  /** Of a number that some room would have; whether there is one is not said. */
  roomIdOf(number: string): number | undefined;
}

const PURPOSE = "video room numbers";
const FIRST = 100_000_000;
const COUNT = 900_000_000;
const HALF_BITS = 15;
const HALF = 2 ** HALF_BITS;
const ROUNDS = [0, 1, 2, 3, 4, 5];

/**
 * A permutation of the numbers below 2^30: a Feistel network with a keyed function, as in format-preserving encryption. What falls
 * outside the nine digits goes through it again.
 */
export function createRoomNumbers({ box }: { readonly box: Pick<SecretBox, "sign"> }): RoomNumbers {
  const mask = (round: number, half: number): number => box.sign(`${round} ${half}`, PURPOSE).readUInt16BE(0) % HALF;
  const forward = (value: number): number => {
    let [left, right] = [Math.floor(value / HALF), value % HALF];
    for (const round of ROUNDS) [left, right] = [right, left ^ mask(round, right)];
    return left * HALF + right;
  };
  const backward = (value: number): number => {
    let [left, right] = [Math.floor(value / HALF), value % HALF];
    for (const round of ROUNDS.toReversed()) [left, right] = [right ^ mask(round, left), left];
    return left * HALF + right;
  };
  const within = (step: (value: number) => number, start: number): number => {
    let value = step(start);
    while (value >= COUNT) value = step(value);
    return value;
  };
  return {
    numberOf: (roomId) => String(FIRST + within(forward, roomId)),
    roomIdOf: (number) => (/^[1-9]\d{8}$/.test(number) ? within(backward, Number(number) - FIRST) : undefined),
  };
}
