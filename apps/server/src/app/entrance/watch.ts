import type { FastifyInstance } from "fastify";
import type { createClientAddress } from "../../kernel/http/client-address.ts";
import { addWatchers } from "./http.ts";
import { createMetrics } from "./metrics.ts";
import type { RunningPhone } from "../services/phone.ts";
import type { Stores } from "../services/storage.ts";

/** Health, readiness and metrics. @returns stops counting and makes the server not ready */
export function watch(parts: {
  readonly app: FastifyInstance;
  readonly running: RunningPhone;
  readonly stores: Stores;
  readonly clientAddress: ReturnType<typeof createClientAddress>;
  readonly sockets: { readonly count: number };
}): () => void {
  const { app, running, stores, clientAddress, sockets } = parts;
  let stopping = false;
  const metrics = createMetrics(app, {
    phone: () => running.phone.snapshot().counts,
    sockets: () => sockets.count,
    pendingRecords: running.pendingRecordCount,
  });
  const stopCounting = running.phone.subscribe((event) => {
    if (event.kind !== "callEnded") return;
    const { disposition, startedAt, endedAt } = event.record;
    metrics.callEnded(disposition, (endedAt - startedAt) / 1_000);
  });
  addWatchers(app, {
    isReady: async () => {
      if (stopping) return false;
      return stores.directory.revision().then(
        () => true,
        () => false,
      );
    },
    metrics: () => metrics.registry.metrics(),
    metricsType: metrics.registry.contentType,
    clientAddress,
  });
  return () => {
    stopping = true;
    stopCounting();
    metrics.stop();
  };
}
