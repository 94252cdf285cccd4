import { execFileSync } from "node:child_process";
import { closeSync, openSync, rmSync, writeSync } from "node:fs";

/** How to get a private view of the file systems: as an ordinary user, or as root where that is not allowed. */
const UNSHARE = [["-Urm"], ["-m"]].find((flags) => {
  try {
    execFileSync("unshare", [...flags, "mount", "-t", "tmpfs", "none", "/mnt"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
});

/** Whether this system allows to mount own file systems. */
export const canMountDisks = UNSHARE !== undefined;

/** Name of the file that fills it. */
export const BALLAST = "ballast";

export interface SmallDisk {
  /** Runs a command that sees the disk; other processes do not see it. */
  readonly within: readonly string[];
  /** Fills the rest of the disk. `pid`: of a process within. */
  fill(pid: number): void;
  free(pid: number): void;
}

/** A real file system of this size mounted over a folder; the folder's content is copied onto it. */
export function createSmallDisk(folder: string, bytes: number): SmallDisk {
  const steps = [
    'cp -a "$1/." "$1.before"',
    'mount -t tmpfs -o "size=$2" none "$1"',
    'cp -a "$1.before/." "$1"',
    'rm -r "$1.before"',
    "shift 2",
    'exec "$@"',
  ];
  const ballast = (pid: number): string => `/proc/${pid}/root${folder}/${BALLAST}`;
  return {
    within: ["unshare", ...(UNSHARE ?? []), "sh", "-c", steps.join(" && "), "sh", folder, String(bytes)],
    fill: (pid) => {
      const file = openSync(ballast(pid), "a");
      // To the last byte: a page that has been started can still take a little more.
      for (let size = 65_536; size >= 1;)
        try {
          writeSync(file, Buffer.alloc(size));
        } catch {
          size = Math.floor(size / 2);
        }
      closeSync(file);
    },
    free: (pid) => rmSync(ballast(pid), { force: true }),
  };
}
