/**
 * What phones publish by PUBLISH (RFC 3903) about a person's settings: shared by the panel's phone, which writes it, and the
 * server, which reads it (docs/spec/publishing.md).
 */
import type { FeatureCode } from "./feature-codes.ts";

/** The lights of a person's settings, by the names of their feature codes. */
export const LIGHTS = ["dnd", "forward", "followme"] as const;
export type Light = (typeof LIGHTS)[number];

/**
 * The user part of a light's entity: its feature's code, then the extension (`*96101`, as other telephones watch it).
 * Undefined if the phone system has no such code.
 */
export function lightUser(light: Light, extension: string, codes: readonly FeatureCode[]): string | undefined {
  const code = codes.find(({ name }) => name === light)?.code;
  return code === undefined ? undefined : `${code}${extension}`;
}

/** The light that an entity's user part names for the owner of an extension; undefined for another person's light. */
export const lightOfUser = (user: string, extension: string, codes: readonly FeatureCode[]): Light | undefined =>
  LIGHTS.find((light) =>
    codes.some(({ name, code }) => name === light && (user === code || user === code + extension)),
  );

/** Whether an entity's user part names a light of any person. */
export const isLightUser = (user: string, codes: readonly FeatureCode[]): boolean =>
  codes.some(({ name, code }) => LIGHTS.some((light) => light === name) && user.startsWith(code));

/**
 * The id of a tuple (RFC 3863) or dialog (RFC 4235) that repeats a setting and requests no change, as the panel's
 * phone does: the settings are changed elsewhere.
 */
export const statementId = (of: Light | "presence"): string => `${STATEMENT}${of}`;
const STATEMENT = "setting-";
export const isStatementId = (id: string): boolean => id.startsWith(STATEMENT);
