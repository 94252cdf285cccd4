import type { RuntimeConfig } from "@callpanel/contract";
import type { Clock } from "../../shared/clock.ts";

/** The report of an unexpected error: without personal data. */
export interface ErrorReport {
  readonly version: string;
  readonly name: string;
  readonly message: string;
  readonly stack: string;
  /** The first segment of the address: `/voicemails`. */
  readonly page: string;
}

export interface ReportingDeps {
  readonly config: Pick<RuntimeConfig, "error_reporting" | "analytics">;
  readonly version: string;
  readonly window: Pick<Window, "addEventListener" | "location"> & { readonly document: Document };
  readonly clock: Pick<Clock, "now">;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly post: (url: string, body: string) => void;
}

/** Minimum time between two reports, and maximum number per page load: an error in a loop does not flood the server. */
const REPORT_EVERY_MS = 10_000;
const MOST_REPORTS = 20;
const MESSAGE_CHARS = 300;
const STACK_CHARS = 2_000;

/** REPORT-2 to REPORT-4: posts unexpected errors and loads the script that counts visits, as far as either is configured. */
export function startReporting({ config, version, window, clock, random, post }: ReportingDeps): void {
  const { error_reporting: reporting, analytics } = config;
  if (analytics !== null) addScript(window.document, analytics);
  if (reporting === null) return;
  const seen = new Set<string>();
  let reportedAt = Number.NEGATIVE_INFINITY;
  const report = (thrown: unknown) => {
    const error = thrown instanceof Error ? thrown : new Error(typeof thrown === "string" ? thrown : "unknown");
    const key = `${error.name} ${error.message}`;
    if (seen.has(key) || seen.size >= MOST_REPORTS || clock.now() - reportedAt < REPORT_EVERY_MS) return;
    seen.add(key);
    if (random() >= reporting.sample_rate) return;
    reportedAt = clock.now();
    const page = `/${window.location.pathname.split("/")[1] ?? ""}`;
    const { name, message, stack = "" } = error;
    const told: ErrorReport = {
      version,
      name,
      message: impersonal(message).slice(0, MESSAGE_CHARS),
      stack: impersonal(stack).slice(0, STACK_CHARS),
      page,
    };
    post(reporting.url, JSON.stringify(told));
  };
  window.addEventListener("error", ({ error }) => report(error));
  window.addEventListener("unhandledrejection", ({ reason }) => report(reason));
}

/** REPORT-3: queries of addresses, and everything that looks like a mail address, a number or a token, are removed. */
function impersonal(text: string): string {
  return text
    .replace(/([?#])[^\s)]*/g, "$1…")
    .replace(/[^\s@<>()]+@[^\s@<>()]+/g, "…@…")
    .replace(/[A-Za-z0-9_-]{32,}/g, "…")
    .replace(/\+?\d[\d .()-]{3,}\d/g, "…");
}

function addScript(document: Document, { script, tracker_id }: NonNullable<RuntimeConfig["analytics"]>): void {
  const element = document.createElement("script");
  element.src = script;
  element.async = true;
  element.dataset["trackerId"] = tracker_id;
  document.head.append(element);
}
