/** What the pages' main threads do, in CPU time: another process that uses the processor does not change the figures. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser } from "@playwright/test";

const CATEGORIES = ["disabled-by-default-devtools.timeline", "__metadata"];
/** Also what the browser does inside each task, for its performance panel. It costs time of its own: such a run's figures do not count. */
const INSIDE = ["devtools.timeline", "v8.execute", "cc"];
/** A folder for the traces. */
const KEPT = process.env["BENCH_TRACE"];
const MAIN_THREAD = "CrRendererMain";
const TASK = "RunTask";

/** Starts counting. @returns how to end it, which gives the CPU time of each task in ms; a throttled processor's time counts in full */
export async function traceTasks(browser: Browser): Promise<() => Promise<readonly number[]>> {
  const devtools = await browser.newBrowserCDPSession();
  const mainThreads = new Set<string>();
  const tasks: { readonly thread: string; readonly ms: number }[] = [];
  const all: object[] = [];
  devtools.on("Tracing.dataCollected", ({ value }: { readonly value: readonly object[] }) => {
    for (const one of value) {
      if (KEPT !== undefined) all.push(one);
      const { name, thread, threadName, cpuMicroseconds } = readEvent(one);
      if (threadName === MAIN_THREAD) mainThreads.add(thread);
      else if (name === TASK && cpuMicroseconds !== undefined) tasks.push({ thread, ms: cpuMicroseconds / 1_000 });
    }
  });
  await devtools.send("Tracing.start", {
    traceConfig: { includedCategories: KEPT === undefined ? CATEGORIES : [...CATEGORIES, ...INSIDE] },
    transferMode: "ReportEvents",
  });
  return async () => {
    const complete = new Promise((resolve) => devtools.once("Tracing.tracingComplete", resolve));
    await devtools.send("Tracing.end");
    await complete;
    await devtools.detach();
    if (KEPT !== undefined) await writeFile(join(KEPT, `trace-${Date.now()}.json`), JSON.stringify(all));
    return tasks.filter(({ thread }) => mainThreads.has(thread)).map(({ ms }) => ms);
  };
}

function readEvent(event: object) {
  const fields = new Map<string, unknown>(Object.entries(event));
  const args = fields.get("args");
  const cpu = fields.get("tdur");
  return {
    name: fields.get("name"),
    thread: `${String(fields.get("pid"))}:${String(fields.get("tid"))}`,
    threadName:
      fields.get("name") === "thread_name" && args instanceof Object && "name" in args ? args.name : undefined,
    cpuMicroseconds: typeof cpu === "number" ? cpu : undefined,
  };
}
