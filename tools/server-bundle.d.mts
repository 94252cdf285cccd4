import type { OutputFile } from "esbuild";

export function bundleServer(options: {
  readonly outdir: string;
  readonly entryPoints?: Readonly<Record<string, string>>;
}): Promise<readonly OutputFile[]>;
export const SERVER_OPTIONS: readonly string[];
export function completeServer(folder: string): Promise<void>;
