import { describe, expect, test } from "vitest";
import { aesCmOf, createAesCmCipher } from "./aes-cm-cipher.ts";
import { aesGcmOf } from "./aes-gcm-cipher.ts";
import { KEY_LABEL, deriveSessionKey } from "./key-derivation.ts";

const HEADER = 12;

function hex(text: string): Buffer {
  return Buffer.from(text.replace(/\s/g, ""), "hex");
}

/** The master key and salt of RFC 3711 appendix B.3. */
const MASTER = { key: hex("E1F97A0D3E018BE0D64FA32C06DE4139"), salt: hex("0EC675AD498AFEEBB6960B3AABE6") };

describe("test vectors of the RFCs", () => {
  test("MEDIA-16 RFC 3711 B.2: the keystream of AES in counter mode", () => {
    const unused = Buffer.alloc(20);
    const cipher = aesCmOf({
      rtpKey: hex("2B7E151628AED2A6ABF7158809CF4F3C"),
      rtpSalt: hex("F0F1F2F3F4F5F6F7F8F9FAFBFCFD"),
      rtpAuth: unused,
      rtcpKey: unused.subarray(0, 16),
      rtcpSalt: unused.subarray(0, 14),
      rtcpAuth: unused,
    });
    const keystream = cipher.protectRtp(Buffer.alloc(HEADER), Buffer.alloc(0xff02 * 16), 0).subarray(HEADER);
    const block = (counter: number): string => keystream.toString("hex", counter * 16, counter * 16 + 16);
    expect([0, 1, 2, 0xfeff, 0xff00, 0xff01].map(block)).toEqual([
      "e03ead0935c95e80e166b16dd92b4eb4",
      "d23513162b02d0f72a43a2fe4a5f97ab",
      "41e95b3bb0a2e8dd477901e4fca894c0",
      "ec8cdf7398607cb0f2d21675ea9ea1e4",
      "362b7c3c6773516318a077d7fc5073ae",
      "6a2cc3787889374fbeb4c81b17ba6c44",
    ]);
  });

  test("MEDIA-16 RFC 3711 B.3: session keys from a master key", () => {
    expect(deriveSessionKey(MASTER, KEY_LABEL.rtpKey, 16)).toEqual(hex("C61E7A93744F39EE10734AFE3FF7A087"));
    expect(deriveSessionKey(MASTER, KEY_LABEL.rtpSalt, 14)).toEqual(hex("30CBBC08863D8C85D49DB34A9AE1"));
    expect(deriveSessionKey(MASTER, KEY_LABEL.rtpAuth, 94)).toEqual(
      hex(`CEBE321F6FF7716B6FD4AB49AF256A15 6D38BAA48F0A0ACF3C34E2359E6CDBCE
           E049646C43D9327AD175578EF7227098 6371C10C9A369AC2F94A8C5FBCDDDC25
           6D6E919A48B610EF17C2041E47403576 6B68642C59BBFC2F34DB60DBDFB2`),
    );
  });

  test("MEDIA-16 libsrtp's packets under that master key: AES_CM_128_HMAC_SHA1_80", () => {
    const cipher = createAesCmCipher(MASTER.key, MASTER.salt);
    const sound = Buffer.alloc(16, 0xab);
    expect(cipher.protectRtp(hex("800f1234decafbadcafebabe"), sound, 0)).toEqual(
      hex("800f1234decafbadcafebabe 4e55dc4ce79978d88ca4d215949d2402 b78d6acc99ea179b8dbb"),
    );
    expect(cipher.protectRtcp(Buffer.concat([hex("81c8000bcafebabe"), sound]), 1)).toEqual(
      hex("81c8000bcafebabe 7128035be487b9bdbef89041f977a5a8 80000001 993e08cd54d6c1230798"),
    );
  });

  test("MEDIA-16 RFC 7714 §16.1 and §17.1: AEAD_AES_128_GCM, both ways", () => {
    const key = hex("000102030405060708090a0b0c0d0e0f");
    const salt = hex("517569642070726f2071756f");
    const cipher = aesGcmOf({ rtpKey: key, rtpSalt: salt, rtcpKey: key, rtcpSalt: salt });

    const header = hex("8040f17b8041f8d35501a0b2");
    const sound = Buffer.from("Gallia est omnis divisa in partes tres");
    const packet = hex(
      `8040f17b8041f8d35501a0b2
       f24de3a3fb34de6cacba861c9d7e4bcabe633bd50d294e6f42a5f47a51c7d19b36de3adf8833 899d7f27beb16a9152cf765ee4390cce`,
    );
    expect(cipher.protectRtp(header, sound, 0)).toEqual(packet);
    expect(cipher.unprotectRtp(packet, HEADER, 0)).toEqual(sound);

    const report = hex(
      `81c8000d4d617273 4e5450314e545032525450200000042a0000e9304c756e61 deadbeefdeadbeefdeadbeefdeadbeefdeadbeef`,
    );
    const protectedReport = hex(
      `81c8000d4d617273 63e94885dcdab67ca727d7662f6b7e997ff5c0f76c06f32dc676a5f1730d6fda4ce09b4686303ded0bb9275b
       c84aa45896cf4d2fc5abf87245d9eade 800005d4`,
    );
    expect(cipher.protectRtcp(report, 0x5d4)).toEqual(protectedReport);
    expect(cipher.unprotectRtcp(protectedReport)).toEqual({ packet: report, index: 0x5d4 });
  });
});
