/** A power of two, so that every character is equally likely. */
const ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";
const POOL_BYTES = 4_096;

/**
 * Makes text of a-z and 2-7 from strong bytes. It draws many bytes in one go, because tags, branches and nonces are
 * frequent.
 */
export function createRandomText(random: (byteCount: number) => Uint8Array): (length: number) => string {
  let pool: Uint8Array = new Uint8Array(0);
  let at = 0;
  return (length) => {
    let text = "";
    while (text.length < length) {
      if (at === pool.length) {
        pool = random(POOL_BYTES);
        at = 0;
      }
      text += ALPHABET.charAt((pool[at] ?? 0) % ALPHABET.length);
      at += 1;
    }
    return text;
  };
}
