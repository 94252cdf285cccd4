import { SmsRefused, type SmsGateway } from "../../modules/sms/index.ts";
import { ANSWER_MS, isRefusal, splitAddress } from "./gateway-address.ts";

/** SMS-3: posts `{ to, text }` as JSON, with `from` where a number sends; 2xx means taken. It reports nothing. */
export function createPlainGateway(address: string): SmsGateway {
  const { url, headers } = splitAddress(address);
  return {
    send: async ({ from, to, text, key }) => {
      const answer = await fetch(url, {
        method: "POST",
        headers: {
          ...headers,
          "content-type": "application/json",
          ...(key === undefined ? {} : { "idempotency-key": key }),
        },
        body: JSON.stringify({ ...(from === undefined ? {} : { from }), to, text }),
        redirect: "error",
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      await answer.body?.cancel();
      if (isRefusal(answer.status)) throw new SmsRefused(String(answer.status));
      if (!answer.ok) throw new Error(`the gateway answered ${answer.status}`);
      return { reference: undefined };
    },
  };
}
