/**
 * REGISTER (RFC 3261 §10.3, RFC 5626): docs/spec/registrar.md, rules REG-11 to REG-19. The sender is already
 * authenticated.
 */
import {
  contactExpires,
  contacts,
  expires,
  header,
  listValues,
  serializeNameAddr,
  serializeUri,
  withParam,
  type HeaderField,
  type NameAddr,
  type ServerTransaction,
} from "@callpanel/sip";
import type { PhoneConnection } from "../connection/connections.ts";
import type { Clock, DirectoryUser, PhoneEvent, Registration, UnregisterReason } from "@callpanel/phone-port";
import type { PhoneSettings } from "../settings.ts";
import { contactKey, createBindings, phoneKey, type Binding, type Bindings } from "./bindings.ts";

export interface Registrar {
  /** Handles a REGISTER of `user`. */
  register(transaction: ServerTransaction, connection: PhoneConnection, user: DirectoryUser): void;
  readonly bindings: Bindings;
  registrations(): readonly Registration[];
}

interface RegistrarDeps {
  readonly clock: Clock;
  readonly realm: string;
  readonly settings: PhoneSettings;
  readonly emit: (event: PhoneEvent) => void;
  /** From now on a phone is reachable over this connection, possibly after another one was lost. */
  readonly attached: (userId: number, phone: string, connection: PhoneConnection) => void;
  /** A contact is new, or new on its connection, and the phone has the response. */
  readonly registered: (binding: Binding) => void;
}

const CONTACTS_PER_REQUEST = 8;
/** RFC 6809: a phone need not wait for its candidates, because our media learns them from its checks (ICE lite). */
const CAPABILITY: HeaderField = ["Feature-Caps", "*;+g.callpanel.ice-lite"];
const USER_AGENT_LENGTH = 128;

/** One contact of a request and its lifetime; 0 removes it. */
interface Wish {
  readonly key: string;
  readonly contact: NameAddr;
  readonly seconds: number;
}

type Reading =
  | { readonly kind: "query" }
  | { readonly kind: "removeAll" }
  | { readonly kind: "wishes"; readonly wishes: readonly Wish[] }
  | { readonly kind: "refused"; readonly status: 400 | 423; readonly reason?: string };

export function createRegistrar(deps: RegistrarDeps): Registrar {
  const { clock, realm, settings, emit } = deps;

  const bindings = createBindings({
    clock,
    removed: (binding, reason: UnregisterReason) =>
      emit({
        kind: "unregistered",
        at: clock.now(),
        registration: viewOf(binding, realm),
        reason,
        remainingCount: bindings.ofUser(binding.user.id).length,
      }),
  });

  /** Returns the binding if it is new on its connection. */
  const bind = (wish: Wish, { transaction, connection, user }: BindParts): Binding | undefined => {
    const { request } = transaction;
    const now = clock.now();
    const before = bindings.ofUser(user.id).find(({ key }) => key === wish.key);
    if (before === undefined) makeRoom(user);
    const binding: Binding = {
      key: wish.key,
      user,
      contact: wish.contact,
      connectionId: connection.id,
      remoteAddress: connection.remoteAddress,
      credentialId: connection.credentialOf(user.sipUsername),
      userAgent: (header(request, "User-Agent") ?? "").slice(0, USER_AGENT_LENGTH),
      takesTexts: listValues(request, "Allow").includes("MESSAGE"),
      callId: request.callId,
      cseq: request.cseq.number,
      registeredAt: before?.registeredAt ?? now,
      expiresAt: now + 1_000 * wish.seconds,
    };
    bindings.put(binding);
    emit({ kind: "registered", at: now, registration: viewOf(binding, realm), refreshed: before !== undefined });
    const phone = phoneKey(wish.contact.uri);
    if (phone !== undefined) deps.attached(user.id, phone, connection);
    return before?.connectionId === connection.id ? undefined : binding;
  };

  const makeRoom = (user: DirectoryUser): void => {
    const own = bindings.ofUser(user.id);
    const [oldest] = own;
    if (oldest !== undefined && own.length >= settings.contactsPerUser)
      bindings.remove(user.id, oldest.key, "displaced");
  };

  const answer = (transaction: ServerTransaction, user: DirectoryUser): void => {
    const now = clock.now();
    const lines = bindings.ofUser(user.id).map(({ contact: { displayName, uri, params }, expiresAt }): HeaderField => {
      const seconds = String(Math.max(0, Math.ceil((expiresAt - now) / 1_000)));
      return ["Contact", serializeNameAddr({ displayName, uri, params: withParam(params, "expires", seconds) })];
    });
    const flow: readonly HeaderField[] = usesOutbound(transaction) ? [["Require", "outbound"]] : [];
    transaction.respond(200, { headers: [...lines, ...flow, ["Supported", "outbound, path"], CAPABILITY] });
  };

  return {
    bindings,
    registrations: () => bindings.all().map((binding) => viewOf(binding, realm)),
    register: (transaction, connection, user) => {
      const { request } = transaction;
      const reading = readContacts(transaction, settings);
      if (reading.kind === "refused") {
        const headers: readonly HeaderField[] =
          reading.status === 423 ? [["Min-Expires", String(settings.minRegisterSeconds)]] : [];
        transaction.respond(reading.status, { reason: reading.reason, headers });
        return;
      }
      const touched = reading.kind === "wishes" ? reading.wishes.map(({ key }) => key) : undefined;
      if (reading.kind !== "query" && isOutOfOrder(bindings.ofUser(user.id), touched, request)) {
        transaction.respond(500, { reason: "CSeq out of order" });
        return;
      }
      if (reading.kind === "removeAll") bindings.removeUser(user.id, "client");
      const fresh: Binding[] = [];
      for (const wish of reading.kind === "wishes" ? reading.wishes : []) {
        const bound = wish.seconds === 0 ? undefined : bind(wish, { transaction, connection, user });
        if (wish.seconds === 0) bindings.remove(user.id, wish.key, "client");
        if (bound !== undefined) fresh.push(bound);
      }
      answer(transaction, user);
      for (const binding of fresh) deps.registered(binding);
    },
  };
}

interface BindParts {
  readonly transaction: ServerTransaction;
  readonly connection: PhoneConnection;
  readonly user: DirectoryUser;
}

/** RFC 3261 §10.3 steps 6 and 7: all contacts are checked before any is changed. */
function readContacts({ request }: ServerTransaction, settings: PhoneSettings): Reading {
  const listed = contacts(request);
  if (listed === "*") {
    const alone = request.headers.filter(([name]) => name === "Contact").length === 1;
    return alone && expires(request) === 0
      ? { kind: "removeAll" }
      : { kind: "refused", status: 400, reason: "Contact * goes alone, with Expires: 0" };
  }
  if (listed.length === 0) return { kind: "query" };
  if (listed.length > CONTACTS_PER_REQUEST) return { kind: "refused", status: 400, reason: "Too many contacts" };
  const wishes: Wish[] = [];
  for (const contact of listed) {
    if (contact.uri.kind !== "sip") return { kind: "refused", status: 400, reason: "Contact is no SIP address" };
    const wanted = contactExpires(request, contact) ?? settings.maxRegisterSeconds;
    if (wanted > 0 && wanted < settings.minRegisterSeconds) return { kind: "refused", status: 423 };
    wishes.push({ key: contactKey(contact), contact, seconds: Math.min(wanted, settings.maxRegisterSeconds) });
  }
  return { kind: "wishes", wishes };
}

/** RFC 3261 §10.3 step 7: of one Call-ID only a higher CSeq may change a contact. */
function isOutOfOrder(
  own: readonly Binding[],
  keys: readonly string[] | undefined,
  { callId, cseq }: ServerTransaction["request"],
): boolean {
  return own.some(
    (binding) =>
      (keys === undefined || keys.includes(binding.key)) && binding.callId === callId && binding.cseq >= cseq.number,
  );
}

function usesOutbound({ request }: ServerTransaction): boolean {
  if (!listValues(request, "Supported").some((tag) => tag.toLowerCase() === "outbound")) return false;
  const listed = contacts(request);
  return listed !== "*" && listed.some(({ params }) => params.has("reg-id") && params.has("+sip.instance"));
}

function viewOf(binding: Binding, realm: string): Registration {
  const { user, contact } = binding;
  return {
    realm,
    userId: user.id,
    sipUsername: user.sipUsername,
    extension: user.extension,
    ...(user.trunk === true ? { trunk: true } : {}),
    key: binding.key,
    contact: serializeUri(contact.uri),
    userAgent: binding.userAgent,
    remoteAddress: binding.remoteAddress,
    credentialId: binding.credentialId,
    registeredAt: binding.registeredAt,
    expiresAt: binding.expiresAt,
  };
}
