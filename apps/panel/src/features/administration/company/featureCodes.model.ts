import { CHANGEABLE_FEATURES, NO_SETTING } from "@callpanel/contract";
import type { FeatureChanges } from "@callpanel/contract";

const OFF = "off";
/** What a code cannot contain is not typed. */
const FOREIGN = /[^*#0-9]/g;

/** The codes of a text of the setting, also of one that is not valid yet; null: switched off. */
export function typedChanges(text: string): FeatureChanges {
  const words = text === NO_SETTING ? [] : text.split(/[\s,]+/).filter((word) => word !== "");
  return new Map(
    words.map((word) => {
      const [name = "", code = ""] = word.split("=");
      return [name, code === OFF ? null : code];
    }),
  );
}

/** The text with another code for one feature; empty: switched off. */
export function withTypedCode(text: string, feature: string, typed: string): string {
  const changes = new Map(typedChanges(text));
  const code = typed.replace(FOREIGN, "");
  changes.set(feature, code === "" ? null : code);
  const words = CHANGEABLE_FEATURES.flatMap(({ name, code: usual }) => {
    const changed = changes.get(name);
    return changed === undefined || changed === usual ? [] : [`${name}=${changed ?? OFF}`];
  });
  return words.length === 0 ? NO_SETTING : words.join(" ");
}
