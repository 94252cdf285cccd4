/** Parts of long messages that come in one by one (docs/spec/sms.md, SMS-64). */
import * as z from "zod/mini";
import type { Clock } from "../../kernel/clock.ts";
import type { JobKind } from "../../kernel/jobs/job.model.ts";
import type { Jobs } from "../../kernel/jobs/jobs.ts";
import type { ReceivedPart, SmsReport } from "./sms-gateway.port.ts";
import type { SmsPartStore, StoredPart } from "./sms.store.ts";

export interface SmsPartsDeps {
  readonly parts: SmsPartStore;
  readonly jobs: Pick<Jobs, "work" | "wake">;
  readonly clock: Pick<Clock, "now">;
}

type PartsOf = Pick<ReceivedPart, "from" | "to" | "group">;
type WholeMessage = Extract<SmsReport, { readonly kind: "message" }>;

const PARTS_JOB: JobKind<PartsOf> = {
  name: "sms.parts",
  payload: z.object({ from: z.string(), to: z.string(), group: z.string() }),
};
/** After this a part that is missing is taken as lost. */
export const PARTS_WAIT_MS = 300_000;
const MISSING = " […] ";

export function createSmsParts(
  { parts, jobs, clock }: SmsPartsDeps,
  receive: (message: WholeMessage) => Promise<void>,
) {
  /** A crash after `receive` repeats it with the same reference: the message is stored once. */
  const join = async (of: PartsOf, stored: readonly StoredPart[]): Promise<void> => {
    const [first] = stored;
    if (first === undefined) return;
    const reference = `parts-${Math.min(...stored.map(({ id }) => id))}-${first.at}`;
    await receive({ kind: "message", reference, from: of.from, to: of.to, text: textOf(stored) });
    await parts.remove(stored.map(({ id }) => id));
  };
  return {
    take: async ({ from, to, group, total, n, text }: ReceivedPart): Promise<void> => {
      const of = { from, to, group };
      const at = clock.now();
      const job = { kind: PARTS_JOB.name, payload: JSON.stringify(of), runAt: at + PARTS_WAIT_MS };
      const stored = await parts.add({ ...of, total, n, text, at }, job);
      jobs.wake();
      if (stored.length === total) await join(of, stored);
    },
    work: (): void => jobs.work(PARTS_JOB, async (of) => join(of, await parts.of(of))),
  };
}

/** In their order; a mark stands for each gap. */
function textOf(stored: readonly StoredPart[]): string {
  const byPlace = new Map(stored.map((part) => [part.n, part.text]));
  const total = stored[0]?.total ?? 0;
  const texts = Array.from({ length: total }, (_, at) => byPlace.get(at + 1));
  const shown = texts.filter((text, at) => text !== undefined || texts[at - 1] !== undefined || at === 0);
  return shown.map((text) => text ?? MISSING).join("");
}
