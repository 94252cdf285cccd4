/** Numbers in [0, 1) that are the same for the same seed (mulberry32). */
export const createRandom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

/** Returns a function that makes random characters of a-z and 0-9, for the stack. */
export const createRandomText = (seed: number): ((length: number) => string) => {
  const random = createRandom(seed);
  return (length) => Array.from({ length }, () => Math.floor(random() * 36).toString(36)).join("");
};
