export interface Import {
  readonly to: string;
  readonly kind: "local" | "npm" | "npm-dev" | "core" | "unresolvable";
  readonly typeOnly: boolean;
}
export function readImports(root: string, folders: readonly string[]): Map<string, Import[]>;
