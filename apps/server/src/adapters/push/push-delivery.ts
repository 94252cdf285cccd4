import { lookup } from "node:dns";
import http from "node:http";
import https from "node:https";
import type { LookupFunction } from "node:net";
import webPush from "web-push";
import { isAt, isPublicAddress, type DeliverPush } from "../../modules/push/index.ts";
import type { PushKeys } from "./push-keys.ts";

export interface PushDeliveryDeps {
  readonly keys: PushKeys;
  /** URL for push services that have questions about this server (RFC 8292 §2.1). */
  readonly subject: string;
  /** PUSH-8: the one origin on this machine to which something is sent, by http. */
  readonly testService: string | undefined;
}

/** After this a push service counts as down. */
const TIMEOUT_MS = 10_000;

/** Web Push: encrypted for the browser (RFC 8291), signed by the server (RFC 8292). */
export function createPushDelivery({ keys, subject, testService }: PushDeliveryDeps): DeliverPush {
  return async ({ subscription, message, ttlSeconds, topic }) => {
    const { endpoint, p256dh, auth } = subscription;
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(message),
      { vapidDetails: { subject, ...keys }, TTL: ttlSeconds, urgency: "high", topic },
    );
    const status = await post(endpoint, { headers, body, isTest: isAt(testService, endpoint) });
    if (status === 404 || status === 410) return "gone"; // RFC 8030 §7.3
    if (status < 200 || status > 299) throw new Error(`the push service answered ${status}`);
    return "taken";
  };
}

/** Refuses a name that resolves to a private network, whatever it resolved to before (DNS rebinding). */
const publicLookup: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return done(error, "", 0);
    const [first] = addresses;
    if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address)))
      return done(new Error("the push service has no public address"), "", 0);
    if (options.all === true) done(null, addresses);
    else done(null, first.address, first.family);
  });
};

interface Post {
  readonly headers: http.OutgoingHttpHeaders;
  readonly body: Buffer;
  readonly isTest: boolean;
}

/** @returns the status; redirects are not followed */
function post(endpoint: string, { headers, body, isTest }: Post): Promise<number> {
  const { request } = isTest ? http : https;
  return new Promise((resolve, reject) => {
    const options = {
      method: "POST",
      headers,
      timeout: TIMEOUT_MS,
      ...(isTest ? {} : { lookup: publicLookup }),
    };
    const sent = request(endpoint, options, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on("timeout", () => sent.destroy(new Error("the push service does not answer")));
    sent.on("error", reject);
    sent.end(body);
  });
}
