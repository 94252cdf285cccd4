/** Every incoming request: the right to send it, what it belongs to, and the part that handles it. */
import { dialogKeyOfRequest, screenRequest, type ServerTransaction } from "@callpanel/sip";
import type { CallControl } from "../calls/call-control.ts";
import { CAPABILITIES, OPTIONS_ANSWER, SUPPORTS } from "../signalling/capabilities.ts";
import { refuseRefer, type InDialog } from "../calls/leg/in-dialog.ts";
import type { LegIndex } from "../calls/leg/leg-index.ts";
import type { Leg } from "../calls/leg/leg.port.ts";
import type { PhoneConnection } from "../connection/connections.ts";
import type { DirectoryUser, Log } from "@callpanel/phone-port";
import type { Authentication } from "../registrar/authentication.ts";
import type { Registrar } from "../registrar/registrar.ts";
import type { Subscriptions } from "../subscriptions/subscriptions.ts";
import type { Texts } from "./texts.ts";
import type { Publications } from "./publications.ts";

export interface DispatchDeps {
  readonly log: Log;
  readonly authentication: Authentication;
  readonly registrar: Registrar;
  readonly control: CallControl;
  readonly inDialog: InDialog;
  readonly index: LegIndex<Leg>;
  readonly publications: Publications;
  readonly subscriptions: Subscriptions;
  readonly texts: Texts;
  readonly connectionById: (id: string) => PhoneConnection | undefined;
}

export function createDispatch(deps: DispatchDeps): (transaction: ServerTransaction) => void {
  const { log, authentication, registrar, control, inDialog, index, publications, subscriptions } = deps;

  const screened = (transaction: ServerTransaction): boolean => {
    const refusal = screenRequest(transaction.request, SUPPORTS);
    if (refusal !== undefined) transaction.respond(refusal.status, { headers: refusal.headers });
    return refusal === undefined;
  };

  const takeOutside = async (transaction: ServerTransaction, connection: PhoneConnection): Promise<void> => {
    const user = await authentication.identify(transaction, connection);
    if (user === undefined || !screened(transaction)) return;
    switch (transaction.request.method) {
      case "INVITE":
        return control.invite(transaction, connection, user);
      case "REGISTER":
        if (isForSelf(transaction, user)) registrar.register(transaction, connection, user);
        return;
      case "PUBLISH":
        if (user.trunk === true) transaction.respond(403, { reason: "Not by an outside line" });
        else if (isForSelf(transaction, user) && isAbout(transaction, user))
          await publications.publish(transaction, user);
        return;
      case "OPTIONS":
        transaction.respond(200, { headers: OPTIONS_ANSWER });
        return;
      case "REFER":
        return refuseRefer(transaction);
      case "MESSAGE":
        return deps.texts.take(transaction, user);
      case "SUBSCRIBE":
        if (user.trunk === true) transaction.respond(403, { reason: "Not by an outside line" });
        else subscriptions.subscribe(transaction, connection, user);
        return;
      case "NOTIFY":
        transaction.respond(481, { reason: "Subscription Does Not Exist" });
        return;
      default: // BYE, UPDATE and INFO exist only in dialogs
        transaction.respond(481);
    }
  };

  /** A user may register and publish only for themselves. */
  const isForSelf = (transaction: ServerTransaction, user: DirectoryUser): boolean => {
    const own = authentication.isOwnAddress(transaction.request.to.uri, user);
    if (!own) transaction.respond(403, { reason: "Not your address" });
    return own;
  };

  /** The subject of a publication is its Request-URI (RFC 3903 §4). */
  const isAbout = (transaction: ServerTransaction, user: DirectoryUser): boolean => {
    const own = authentication.isOwnAddress(transaction.request.uri, user);
    if (!own) transaction.respond(403, { reason: "Not your address" });
    return own;
  };

  /**
   * A request from the leg's own connection is accepted as it is; from another connection the leg's user must
   * authenticate.
   */
  const takeInside = async (transaction: ServerTransaction, connection: PhoneConnection, leg: Leg): Promise<void> => {
    if (leg.connection !== connection) {
      const user = await authentication.identify(transaction, connection);
      if (user === undefined) return;
      if (user.id !== leg.user.id) return void transaction.respond(403, { reason: "Not your call" });
      leg.attach(connection);
    }
    if (screened(transaction)) inDialog.handle(transaction, leg);
  };

  const takeOfNoCall = (transaction: ServerTransaction, connection: PhoneConnection, key: string): void => {
    const subscribes = transaction.request.method === "SUBSCRIBE";
    if (subscribes && subscriptions.refresh(transaction, connection, key)) return;
    transaction.respond(481, { headers: CAPABILITIES });
  };

  const take = async (transaction: ServerTransaction): Promise<void> => {
    const { request } = transaction;
    const connection = deps.connectionById(transaction.connection.id);
    if (connection === undefined) return;
    const key = request.method === "REGISTER" ? undefined : dialogKeyOfRequest(request);
    if (key === undefined) return takeOutside(transaction, connection);
    const leg = index.byDialog(key);
    if (leg === undefined) takeOfNoCall(transaction, connection, key);
    else await takeInside(transaction, connection, leg);
  };

  return (transaction) => {
    take(transaction).catch((error: unknown) => {
      log.error("a request could not be answered", { method: transaction.request.method, error: String(error) });
      transaction.respond(500);
    });
  };
}
