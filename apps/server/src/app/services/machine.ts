import { statfs } from "node:fs/promises";

/** What the process and its machine use. */
export interface MachineUse {
  readonly memoryBytes: number;
  /** Of the disk of a folder; undefined: not known. */
  readonly disk: { readonly freeBytes: number; readonly totalBytes: number } | undefined;
}

export async function machineUse(folder: string): Promise<MachineUse> {
  const memoryBytes = process.memoryUsage.rss();
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { memoryBytes, disk: { freeBytes: bavail * bsize, totalBytes: blocks * bsize } };
  } catch {
    return { memoryBytes, disk: undefined };
  }
}
