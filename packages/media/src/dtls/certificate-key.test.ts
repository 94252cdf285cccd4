import { X509Certificate } from "node:crypto";
import { expect, test } from "vitest";
import { createDtlsCertificate } from "./certificate.ts";
import { publicKeyOf } from "./certificate-key.ts";

/** Made with OpenSSL. */
const CERTIFICATES = {
  "RSA, 2048 bits":
    "MIIDAzCCAeugAwIBAgIUdQC9LyZp5Taz5QPjLfzuEBBt224wDQYJKoZIhvcNAQELBQAwETEPMA0GA1UEAwwGV2ViUlRDMB4XDTI2MTEyODA4MzU0OFoXDTM2MTEyNTA4MzU0OFowETEPMA0GA1UEAwwGV2ViUlRDMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAwet5YLb/5c+EGAvECaKVkDTu3bLiwA07gHPRNu2SxQIsPXET8lUXHbeqpAMK2xVztLOMps5O3Nkp8tK9KLSolMvq9rAY3N2Krprxn78z5dVc2L5PcHYPdteG3JBuIz4eQERaQA4bkQ7hGqbDEZN30QFkmMl/4W1KJhssTw3/9XMH/qt7fd1/1SGVnHzEA5bR8KlAPD6jtK1aM7qgWrotqLKbg2iwiQv6MCiE8pMJZsq/XQfQclpPGrznO84ITfeyKBROZTlXH+FSU3tcNUz2y1hn98WgAS7wltcR2cXTWtzo1AuW7P+rg7B+Rq7A3Aj38Vz7BMCJBKvgbehl2BZ5xwIDAQABo1MwUTAdBgNVHQ4EFgQUbJeNFfHoP0UX0uvMHW6+DiXZ2Q8wHwYDVR0jBBgwFoAUbJeNFfHoP0UX0uvMHW6+DiXZ2Q8wDwYDVR0TAQH/BAUwAwEB/zANBgkqhkiG9w0BAQsFAAOCAQEAWu7oJsCeY1Dw54EuG8uChxtZjcXpD2cBtKFnqEQXvl03HcxBrJ39BkNH0+PTLEQEGYreXKTw9qIZJSOvLLNMMQnDXfpjlObV6SLgGUwWRfbPaCOU0Nd0v0hFd7vXoPQu0Ow7hX4pxqItxSiBdOKa2d27xaQ/Vnb7tPcqzWvtkw9rLQsvYp3Ht4c8x8eP7CsqXu1Q+nF2Nzj4Am92Cv52pgbXhf+3K0Bsi0IxRt2K+eMlCzHXmTecoKppTFt+6W/hBMW9W9hyxW8PtWcype4RB2KUc48gBZnLlI/PuAPcjgLzgNtnbHOr7VTnqqZA6DL8CJ+YTvGBrjIriYIIEIl6Wg==",
  "P-384":
    "MIIBtDCCATqgAwIBAgIUChLJwgpmgZd2DupJgfl5JJ5LwzQwCgYIKoZIzj0EAwIwETEPMA0GA1UEAwwGV2ViUlRDMB4XDTI2MTEyODA4MzU0OFoXDTM2MTEyNTA4MzU0OFowETEPMA0GA1UEAwwGV2ViUlRDMHYwEAYHKoZIzj0CAQYFK4EEACIDYgAEmgrCxaHpc3DBEfBfoDHhPrwXvN9hmfm6slmg9cn/gsdpRezU5BuyBxqDxd3fqxc81w0kM+qJtfzftnYn9E+xtI9DWq3ineRGlvBT/JlqNzY/b5LkAkubzYvuaFVoB4d/o1MwUTAdBgNVHQ4EFgQU323Ua1MrGwU1m4A7x6WSGbpmmBkwHwYDVR0jBBgwFoAU323Ua1MrGwU1m4A7x6WSGbpmmBkwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNoADBlAjA67DWty/v5mcS83MgsJ70bQ41FE6vxlDdWzPWyI2DcM/ytjEBhprzn2JYBpT94N3kCMQDWbYr5ajR67aONJ6hCICDHEC3TylKxCXLzgkmCKWP6s5TGXRIFPtaKPQaesSIRDqs=",
  "P-256, X.509 version 1":
    "MIIBHTCBwwIUZnAarBLB06BE7K53ZTumMvlWGYMwCgYIKoZIzj0EAwIwETEPMA0GA1UEAwwGV2ViUlRDMB4XDTI2MTEyODA4MzU0OFoXDTM2MTEyNTA4MzU0OFowETEPMA0GA1UEAwwGV2ViUlRDMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE+yRHD5ucbUvkTrteanK9WSrR0EDc8QX93LcXnH1MuG2lZyvO9tvGlnabzya6p1sU9Q25bLuttpXz4jmGqNv77DAKBggqhkjOPQQDAgNJADBGAiEAv0m9qpinjCMXOzralpH28wdG8yWCYh/imtUF9PiOKswCIQDJQ6PB1Da5xLmwkPGd4eda33RqgmMRtPHq5uhw7xUDxA==",
};

const own = createDtlsCertificate(Date.UTC(2026, 0, 2)).der;

test.each(Object.entries(CERTIFICATES))("MEDIA-15 the key of a certificate is read: %s", (_, base64) => {
  const der = Buffer.from(base64, "base64");
  expect(publicKeyOf(der).equals(new X509Certificate(der).publicKey)).toBe(true);
});

test("MEDIA-15 the key of a certificate is read: P-256, as browsers have it", () => {
  const key = publicKeyOf(own);
  expect(key.equals(new X509Certificate(own).publicKey)).toBe(true);
  expect(key.asymmetricKeyType).toBe("ec");
});

test("MEDIA-15 a certificate that is cut off, or whose point is not on the curve, is refused", () => {
  for (let length = 0; length < own.length - 1; length += 1)
    expect(() => publicKeyOf(own.subarray(0, length))).toThrow("the far end's certificate cannot be read");
  const point = own.indexOf(Buffer.from("03420004", "hex")) + 4;
  const moved = Buffer.from(own);
  moved[point] = (moved[point] ?? 0) ^ 1;
  expect(() => publicKeyOf(moved)).toThrow("the far end's certificate cannot be read");
  const endless = Buffer.from(own);
  endless[1] = 0x80;
  expect(() => publicKeyOf(endless)).toThrow("the far end's certificate cannot be read");
});
