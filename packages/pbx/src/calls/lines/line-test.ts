/** Asks the gateways of an outside line whether they are there, by OPTIONS (RFC 3261 §11), rules LINE-30 to LINE-32. */
import { createRequest, nameAddr, sipUri, withParam, type SipStack } from "@callpanel/sip";
import type { Clock, TestedGateway } from "@callpanel/phone-port";
import type { PhoneConnection } from "../../connection/connections.ts";
import type { Binding, Bindings } from "../../registrar/bindings.ts";

export interface LineTestDeps {
  readonly stack: Pick<SipStack, "request">;
  readonly bindings: Pick<Bindings, "all">;
  readonly clock: Clock;
  readonly realm: string;
  readonly randomText: (length: number) => string;
  readonly connectionById: (id: string) => PhoneConnection | undefined;
}

/** A person waits for it; a gateway that needs longer is no use for calls either. */
export const LINE_TEST_MS = 5_000;
const TAG_LENGTH = 12;
const CALL_ID_LENGTH = 20;

export function createLineTest(deps: LineTestDeps): (sipUsername: string) => Promise<readonly TestedGateway[]> {
  const { stack, bindings, clock, realm, randomText } = deps;

  const ask = ({ contact, connectionId, remoteAddress, userAgent }: Binding): Promise<TestedGateway> => {
    const about = { address: remoteAddress, userAgent };
    const connection = deps.connectionById(connectionId);
    if (connection === undefined) return Promise.resolve({ ...about, result: "lost" });
    const since = clock.now();
    const own = nameAddr(sipUri("ping", realm));
    const request = createRequest({
      method: "OPTIONS",
      uri: contact.uri,
      from: { ...own, params: withParam(own.params, "tag", randomText(TAG_LENGTH)) },
      to: nameAddr(contact.uri),
      callId: randomText(CALL_ID_LENGTH),
      cseq: 1,
      headers: [["Accept", "application/sdp"]],
    });
    return new Promise((resolve) => {
      const stop = clock.setTimeout(() => resolve({ ...about, result: "silent" }), LINE_TEST_MS);
      const settle = (gateway: TestedGateway): void => {
        stop();
        resolve(gateway);
      };
      stack.request(connection, request, {
        onResponse: ({ status }) => {
          if (status >= 200) settle({ ...about, result: "answered", status, ms: clock.now() - since });
        },
        onFailure: () => settle({ ...about, result: "lost" }),
      });
    });
  };

  return (sipUsername) =>
    Promise.all(
      bindings
        .all()
        .filter(({ user }) => user.trunk === true && user.sipUsername === sipUsername)
        .map(ask),
    );
}
