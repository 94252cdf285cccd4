import type { SendSms } from "../../modules/second-factor/index.ts";

/** After this a gateway counts as not having accepted the message. */
const ANSWER_MS = 10_000;

/**
 * Text messages through an HTTP gateway: posts `{ to, text }` as JSON; 2xx means accepted. A user and password in the URL are
 * sent as basic authentication (RFC 7617).
 */
export function createSmsGateway(address: string): SendSms {
  const url = new URL(address);
  const { username, password } = url;
  url.username = "";
  url.password = "";
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString("base64");
  const headers = {
    "content-type": "application/json",
    ...(username === "" ? {} : { authorization: `Basic ${credentials}` }),
  };
  return async ({ to, text }) => {
    const answer = await fetch(url, {
      method: "POST",
      headers,
      body: JSON.stringify({ to, text }),
      redirect: "error",
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`the gateway answered ${answer.status}`);
  };
}
