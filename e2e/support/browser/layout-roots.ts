/** What the browser lays out after a change. */
import type { Locator } from "@playwright/test";

const BEFORE = "layout-roots:before";
const AFTER = "layout-roots:after";

type Change = "text" | "child";

/** Writes a text into the element, or adds a copy of its first child. @returns the elements at which the browser begins the layout; the whole page is `#document` */
export async function layoutRootsOf(element: Locator, change: Change): Promise<readonly string[]> {
  const browser = element.page().context().browser();
  if (browser === null) throw new Error("no browser");
  const devtools = await browser.newBrowserCDPSession();
  const events: ReturnType<typeof readEvent>[] = [];
  devtools.on("Tracing.dataCollected", ({ value }: { readonly value: readonly object[] }) =>
    events.push(...value.map(readEvent)),
  );
  await devtools.send("Tracing.start", {
    traceConfig: { includedCategories: ["devtools.timeline", "blink.user_timing"] },
    transferMode: "ReportEvents",
  });
  await element.evaluate(
    (changed, { kind, before, after }) => {
      const layOut = () => document.body.getBoundingClientRect();
      const copy = changed.firstElementChild?.cloneNode(true) ?? document.createElement("span");
      layOut();
      performance.mark(before);
      if (kind === "text") changed.textContent = "12";
      else changed.append(copy);
      layOut();
      performance.mark(after);
      copy.parentNode?.removeChild(copy);
    },
    { kind: change, before: BEFORE, after: AFTER },
  );
  const complete = new Promise((resolve) => devtools.once("Tracing.tracingComplete", resolve));
  await devtools.send("Tracing.end");
  await complete;
  await devtools.detach();
  const from = events.find(({ name }) => name === BEFORE);
  const to = events.find(({ name }) => name === AFTER);
  if (from === undefined || to === undefined) throw new Error("the trace has no marks");
  return events
    .filter(({ name, thread, at }) => name === "Layout" && thread === from.thread && at > from.at && at < to.at)
    .flatMap(({ roots }) => roots);
}

function readEvent(event: object) {
  const fields = new Map<string, unknown>(Object.entries(event));
  const args = JSON.stringify(fields.get("args") ?? {});
  return {
    name: fields.get("name"),
    thread: `${String(fields.get("pid"))}:${String(fields.get("tid"))}`,
    at: Number(fields.get("ts")),
    /** Of a layout: where it began. */
    roots: [...args.matchAll(/"nodeName":"([^"]*)"/g)].map(([, root = ""]) => root),
  };
}
