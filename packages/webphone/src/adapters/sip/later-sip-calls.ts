/** The calls of a user agent whose code is loaded after the registration (PHONE-160). */
import type { ServerTransaction } from "@callpanel/sip";
import { loadWithin } from "../../later.ts";
import type { Later } from "../../later.ts";
import type { IncomingCall } from "../../ports/user-agent.port.ts";
import type { CallGround } from "./call/ground.ts";
import type { CreateSipCalls, SipCalls } from "./sip-calls.ts";

/** An INVITE waits this long for the code. */
export const CODE_WAIT_MS = 15_000;

export interface SipCallCode {
  readonly createSipCalls: CreateSipCalls;
}

interface LaterSipCallsDeps {
  readonly callCode: Later<SipCallCode>;
  readonly ground: CallGround;
  readonly onIncoming: (call: IncomingCall) => void;
}

export function createLaterSipCalls({ callCode, ground, onIncoming }: LaterSipCallsDeps): SipCalls {
  let calls: SipCalls | undefined;
  const made = (): SipCalls | undefined => (calls ??= callCode.now()?.createSipCalls(ground, onIncoming));

  /** The stack has sent 100, and answers a CANCEL. */
  const hold = (transaction: ServerTransaction): void => {
    const respond = (status: number): void => void transaction.respond(status, { headers: ground.account.common });
    const held = { terminate: () => respond(480) };
    ground.onOpened(held);
    void loadWithin(callCode, ground.clock, CODE_WAIT_MS).then(() => {
      ground.onClosed(held);
      if (transaction.state !== "proceeding") return;
      const ready = made();
      if (ready) ready.invite(transaction);
      else respond(480);
    });
  };
  return {
    dial: (...dialled) => {
      const ready = made();
      if (!ready) throw new Error("the code of calls is not loaded");
      return ready.dial(...dialled);
    },
    invite: (transaction) => {
      const ready = made();
      if (ready) ready.invite(transaction);
      else hold(transaction);
    },
    receive: (transaction) => {
      const ready = made();
      if (ready) ready.receive(transaction);
      else transaction.respond(481);
    },
  };
}
