import type { Clock } from "../../kernel/clock.ts";
import { SmsRefused, type OutgoingSms, type SmsGateway, type SmsReport } from "../../modules/sms/index.ts";

export interface DemoCarrierDeps {
  readonly clock: Clock;
  /** The demo company's name. */
  readonly realm: string;
  /** A text that was never given before: replies keep their references after a restart. */
  readonly newId: () => string;
  readonly onFailed: (error: unknown) => void;
}

const DELIVERED_MS = 700;
const ANSWER_MS = 2_500;
/** Of one customer within `BUSY_MS`: two robots that write to each other fall silent. */
const ANSWERS_MOST = 10;
const BUSY_MS = 60_000;

/** What customers with these last digits do; any other one answers as a friendly person. */
const SPECIAL = { refused: "0197", silent: "0198", stops: "0199" } as const;

/** A customer says the next of these, whatever is written. */
const ANSWERS = [
  "Hi! Yes, that works for me.",
  "Thanks for the quick reply.",
  "Perfect, see you then.",
  "Could you send me the address again?",
  "Great, thank you!",
] as const;

/**
 * SMS-80: a carrier that is inside, for the demo company. It takes every message, reports it as delivered, and answers as a
 * customer would. Nothing leaves this machine.
 */
export function createDemoCarrier({ clock, realm, newId, onFailed }: DemoCarrierDeps): SmsGateway {
  const taken = new Map<string, string>();
  const customers = new Map<string, { readonly answered: number[]; said: number }>();
  const cancels = new Set<() => void>();
  let take: ((report: SmsReport) => Promise<void>) | undefined;

  const later = (ms: number, report: () => SmsReport | undefined): void => {
    const cancel = clock.setTimeout(() => {
      cancels.delete(cancel);
      const found = report();
      if (found !== undefined) take?.(found).catch(onFailed);
    }, ms);
    cancels.add(cancel);
  };
  const answer = (customer: string): string | undefined => {
    const known = customers.get(customer) ?? { answered: [], said: 0 };
    customers.set(customer, known);
    const now = clock.now();
    while ((known.answered[0] ?? now) <= now - BUSY_MS) known.answered.shift();
    if (known.answered.length >= ANSWERS_MOST || (customer.endsWith(SPECIAL.stops) && known.said > 0)) return undefined;
    known.answered.push(now);
    known.said += 1;
    return customer.endsWith(SPECIAL.stops) ? "STOP" : ANSWERS[(known.said - 1) % ANSWERS.length];
  };
  const passOn = ({ from, to }: OutgoingSms, reference: string): void => {
    later(DELIVERED_MS, () => ({ kind: "state", reference, key: undefined, state: "delivered", cause: "" }));
    if (from === undefined || to.endsWith(SPECIAL.silent)) return;
    later(ANSWER_MS, () => {
      const text = answer(to);
      return text === undefined ? undefined : { kind: "message", reference: newId(), from: to, to: from, text };
    });
  };

  return {
    demoOf: realm,
    sendsFiles: true,
    send: (message) => {
      if (message.to.endsWith(SPECIAL.refused)) return Promise.reject(new SmsRefused("demo"));
      const known = message.key === undefined ? undefined : taken.get(message.key);
      if (known !== undefined) return Promise.resolve({ reference: known });
      const reference = newId();
      if (message.key !== undefined) taken.set(message.key, reference);
      passOn(message, reference);
      return Promise.resolve({ reference });
    },
    listen: (listener) => {
      take = listener;
      return () => {
        take = undefined;
        for (const cancel of cancels) cancel();
        cancels.clear();
      };
    },
  };
}
