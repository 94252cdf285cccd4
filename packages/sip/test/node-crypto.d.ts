// The package is checked without the types of Node; the tests need this one function of it.
declare module "node:crypto" {
  export function createHash(algorithm: string): { update(text: string): { digest(encoding: "hex"): string } };
}
