import { readFileSync } from "node:fs";

/** CPU time of a process of Linux with all of its threads, in milliseconds: fields 14 and 15 of its stat, in hundredths of a second. */
export function cpuMsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
