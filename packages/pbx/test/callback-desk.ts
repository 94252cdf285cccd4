/** A queue that calls its callers back, and the steps of its tests. */
import type { QueueSettings } from "@callpanel/phone-port";
import { settle, type PhoneCall, type SipPhone } from "@callpanel/testkit";
import { gateway, giveNumbers, STRANGER } from "./outside.ts";
import { BOB, desk, expectNothingLeft, playOut, press, type Desk } from "./queue-desk.ts";

export const SUPPORT_NUMBER = "+16045550600";
export const CALLBACKS = { key: "2", attempts: 2, retrySeconds: 60, expireSeconds: 3_600, most: 5 } as const;

interface CallbackDesk extends Desk {
  readonly line: SipPhone;
  /** A caller from outside waits. */
  fromOutside(number?: string): Promise<PhoneCall>;
}

/** A queue that calls back, with a gateway; the company may call inland numbers. */
export async function callbackDesk(
  fields: Partial<QueueSettings> = {},
  earlier?: Parameters<typeof desk>[1],
): Promise<CallbackDesk> {
  const office = await desk({ callbacks: CALLBACKS, members: [BOB], ...fields }, earlier);
  const { directory } = office.at;
  giveNumbers(office.at);
  directory.setDirectNumber(SUPPORT_NUMBER, "600");
  directory.setEmergencyNumbers(["911"]);
  directory.allowOutside((_, number) => {
    if (/^\+?1900/.test(number)) return { may: false, numberClass: "premium" };
    return /^\+?1/.test(number) ? { may: true, atOnce: 5, perHour: 60 } : { may: false, numberClass: "abroad" };
  });
  const line = await gateway(office.at);
  await settle();
  return {
    ...office,
    line,
    fromOutside: async (number = STRANGER) => {
      const call = line.call(SUPPORT_NUMBER, { fromNumber: number, displayName: "Zoe Zimmer" });
      await call.until("talking");
      await settle();
      return call;
    },
  };
}

/** The caller asks to be called back, and hangs up. */
export async function askCallback(office: Desk, call: PhoneCall): Promise<void> {
  await press(call, "2");
  await press(call, "1");
  await playOut(office, call);
  await call.until("ended");
  await office.at.clock.advance(15_000);
  await settle();
}

export const waiting = ({ at }: Desk) =>
  at.system.snapshot().queues?.[0]?.waiting.map(({ caller, callback }) => [caller.number, callback?.attempts]);
export const outcalls = ({ queues }: Desk) => queues.rows.flatMap((row) => (row.event === "OUTCALL" ? row.step : []));

/** No callback is open any more, and nothing is left. */
export async function expectDone(office: Desk, ...calls: readonly PhoneCall[]): Promise<void> {
  const { system } = office.at;
  for (const { callId, callback } of system.snapshot().queues?.[0]?.waiting ?? [])
    if (callback !== undefined) await system.queues?.removeCallback({ queueId: "support", callId, by: 1 });
  await expectNothingLeft(office, ...calls);
}

/** The caller's phone is rung, and answered. */
export async function answeredCaller(line: SipPhone): Promise<PhoneCall> {
  const call = await line.incoming();
  await call.answer();
  await settle();
  return call;
}
