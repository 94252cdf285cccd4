import { FollowNote } from "./FollowNote.tsx";
import type { FeaturePanel, PanelFeature } from "../../shared/feature.ts";

/** The page is rendered by then; the worker is only needed while the page is closed. */
const WORKER_AFTER_MS = 3_000;

/** PWA-5: the service worker, and notifications while no page of the panel is open. The panel works without either. */
export const push: PanelFeature = {
  Layer: FollowNote,
  start: (panel) => panel.clock.setTimeout(() => void startWorker(panel).catch(() => undefined), WORKER_AFTER_MS),
};

async function startWorker({ api, embedded, loadWorker, words }: FeaturePanel): Promise<void> {
  // In a frame the host would be installed, not the panel.
  const worker = embedded ? undefined : await loadWorker();
  if (worker === undefined) return;
  await worker.start();
  const { keepSubscribed } = await import("./subscription.ts");
  const keep = () => keepSubscribed({ api, source: worker, locale: words.get().locale });
  worker.onPermission(() => void keep().catch(() => undefined));
  await keep();
}
