import { monitorEventLoopDelay } from "node:perf_hooks";
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { FastifyInstance } from "fastify";

export interface MetricSources {
  readonly phone: () => {
    readonly connections: number;
    readonly registrations: number;
    readonly calls: number;
    readonly legs: number;
    readonly dialogs: number;
    readonly transactions: number;
    readonly mediaPorts: number;
  };
  readonly sockets: () => number;
  readonly pendingRecords: () => number;
}

export interface Metrics {
  readonly registry: Registry;
  /** Counts an ended call by its disposition. */
  callEnded(disposition: string, seconds: number): void;
  stop(): void;
}

/** How often the event loop is looked at: each time wakes an idle server. */
const LAG_EVERY_MS = 200;

/** Prometheus metrics: HTTP, SIP, calls, media ports, memory, event-loop lag. */
export function createMetrics(app: FastifyInstance, sources: MetricSources): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const http = new Histogram({
    name: "callpanel_http_request_seconds",
    help: "HTTP requests by route and status",
    labelNames: ["method", "route", "status"],
    buckets: [0.002, 0.01, 0.05, 0.2, 1, 5],
    registers,
  });
  app.addHook("onResponse", async (request, reply) => {
    const route = request.routeOptions.url ?? "panel";
    http.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000);
  });

  const phoneGauges = {
    connections: "SIP connections",
    registrations: "Registered contacts",
    calls: "Calls in progress",
    legs: "Legs of calls",
    dialogs: "SIP dialogs",
    transactions: "SIP transactions",
    mediaPorts: "Open media ports",
  } as const;
  const phone = new Gauge({
    name: "callpanel_phone",
    help: `What the phone system holds: ${Object.values(phoneGauges).join(", ")}`,
    labelNames: ["what"],
    registers,
    collect() {
      const counts = sources.phone();
      for (const [what, count] of Object.entries(counts)) this.set({ what }, count);
    },
  });
  const calls = new Counter({
    name: "callpanel_calls_ended_total",
    help: "Calls that ended, by how",
    labelNames: ["disposition"],
    registers,
  });
  const talk = new Counter({ name: "callpanel_call_seconds_total", help: "Seconds of all calls", registers });

  const lag = monitorEventLoopDelay({ resolution: LAG_EVERY_MS });
  lag.enable();
  const gauges = [
    gauge("callpanel_web_sockets", "Open WebSockets", sources.sockets),
    gauge("callpanel_call_records_pending", "Call records not yet durable", sources.pendingRecords),
    gauge("callpanel_event_loop_lag_p99_seconds", "Event-loop lag since the last scrape, 99th percentile", () => {
      // Node records the time between two looks, not only what is too late of it.
      const lateSeconds = lag.percentile(99) / 1e9 - LAG_EVERY_MS / 1_000;
      lag.reset();
      return Number.isFinite(lateSeconds) ? Math.max(lateSeconds, 0) : 0;
    }),
    gauge("process_resident_memory_bytes", "Resident memory", () => process.memoryUsage.rss()),
    gauge("process_heap_used_bytes", "Heap in use", () => process.memoryUsage().heapUsed),
    gauge("process_cpu_seconds_total", "CPU time, all threads", () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1e6;
    }),
  ];
  for (const one of [phone, ...gauges]) registry.registerMetric(one);

  return {
    registry,
    callEnded: (disposition, seconds) => {
      calls.inc({ disposition });
      talk.inc(seconds);
    },
    stop: () => {
      lag.disable();
      registry.clear();
    },
  };
}

function gauge(name: string, help: string, read: () => number): Gauge {
  return new Gauge({
    name,
    help,
    registers: [],
    collect() {
      this.set(read());
    },
  });
}
