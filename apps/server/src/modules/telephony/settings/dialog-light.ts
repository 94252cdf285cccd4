import { isLightUser, isStatementId, lightOfUser, type FeatureCode, type Light } from "@callpanel/contract";

/**
 * What a dialog-info document (RFC 4235) says about its publisher: a light is on while its dialog is confirmed.
 * `statement`: it reports the current setting and changes nothing; `foreign`: it is another person's light.
 */
export type DialogLight =
  | { readonly kind: "light" | "statement"; readonly feature: Light; readonly on: boolean }
  | { readonly kind: "foreign" };

const DOCUMENT_CHARS = 16_384;

/**
 * A light's entity is the code of its feature followed by the publisher's extension (`sip:*96101@demo`). Undefined for any
 * other document, which is then ignored.
 */
export function readDialogLight(
  text: string,
  extension: string,
  codes: readonly FeatureCode[],
): DialogLight | undefined {
  if (text.length > DOCUMENT_CHARS) return undefined;
  const entity = /<(?:[\w-]+:)?dialog-info\s[^<>]*?\bentity=["']sips?:([^"'<>@]{1,64})@/.exec(text)?.[1];
  const state = /<(?:[\w-]+:)?state(?:\s[^<>]*)?>\s*(confirmed|terminated)\s*</i.exec(text)?.[1]?.toLowerCase();
  if (entity === undefined || state === undefined) return undefined;
  const user = entity.replace(/%2a/gi, "*");
  const feature = lightOfUser(user, extension, codes);
  if (feature === undefined) return isLightUser(user, codes) ? { kind: "foreign" } : undefined;
  const id = /<(?:[\w-]+:)?dialog\s[^<>]*?\bid=["']([^"'<>]{1,64})["']/.exec(text)?.[1] ?? "";
  return { kind: isStatementId(id) ? "statement" : "light", feature, on: state === "confirmed" };
}
