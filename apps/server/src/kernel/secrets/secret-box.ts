import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";

/** Encrypts secrets that must be read again, so that a copy of the database alone reveals nothing. */
export interface SecretBox {
  /** `boundTo` names the owner and the kind: in another place the text cannot be decrypted. */
  seal(text: string, boundTo: string): string;
  /** A text that was never encrypted is returned unchanged. @throws WrongSecretKey */
  open(sealed: string, boundTo: string): string;
  /** HMAC-SHA256, 32 bytes: proves that this company's servers made the text. `purpose` keeps uses apart. */
  sign(text: string, purpose: string): Buffer;
}

/** Encrypted with another key, bound to something else, or damaged. */
export class WrongSecretKey extends Error {
  override readonly name = "WrongSecretKey";
}

const CIPHER = "aes-256-gcm";
const MARK = "sealed1";
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

export const isSealed = (text: string): boolean => text.startsWith(`${MARK}.`);

/** AES-256-GCM with a key derived (HKDF) from a text that must be as hard to guess. */
export function createSecretBox(key: string): SecretBox {
  const derived = Buffer.from(hkdfSync("sha256", key, "", `callpanel ${MARK}`, KEY_BYTES));
  return {
    sign: (text, purpose) =>
      createHmac("sha256", Buffer.from(hkdfSync("sha256", key, "", `callpanel signs: ${purpose}`, KEY_BYTES)))
        .update(text)
        .digest(),
    seal: (text, boundTo) => {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, derived, iv).setAAD(Buffer.from(boundTo));
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return `${MARK}.${Buffer.concat([iv, body, cipher.getAuthTag()]).toString("base64url")}`;
    },
    open: (sealed, boundTo) => {
      if (!isSealed(sealed)) return sealed;
      const bytes = Buffer.from(sealed.slice(MARK.length + 1), "base64url");
      try {
        const decipher = createDecipheriv(CIPHER, derived, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
          .setAAD(Buffer.from(boundTo))
          .setAuthTag(bytes.subarray(-TAG_BYTES));
        const body = decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES));
        return Buffer.concat([body, decipher.final()]).toString("utf8");
      } catch (cause) {
        throw new WrongSecretKey(`the secret of ${boundTo} cannot be opened`, { cause });
      }
    },
  };
}
