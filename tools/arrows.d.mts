import type { Import } from "./imports.mjs";

export interface ArrowRule {
  readonly name: string;
  readonly from: { readonly path?: string; readonly pathNot?: string };
  readonly to: {
    readonly path?: string | readonly string[];
    readonly pathNot?: string | readonly string[];
    readonly kind?: Import["kind"];
    readonly typeOnly?: boolean;
  };
}
/** Lines, each with the rule and the import that breaks it; by default the rules of docs/architecture.md. */
export function forbiddenArrows(imports: Map<string, Import[]>, rules?: readonly ArrowRule[]): string[];
