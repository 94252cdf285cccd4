import type { Directory, DirectoryChange, Log } from "@callpanel/phone-port";
import type { Connections } from "../connection/connections.ts";
import type { Bindings } from "./bindings.ts";

interface RevocationDeps {
  readonly realm: string;
  readonly log: Log;
  readonly directory: Directory;
  readonly connections: Connections;
  readonly bindings: Bindings;
  /** Ends the calls of a user whose connections are closed, and who cannot continue them on another one. */
  readonly endCalls: (sipUsername: string) => void;
}

const POLICY = 1008; // RFC 6455 §7.4.1

/**
 * REG-51: closes connections on which the authentication is no longer valid; the phone then reconnects and must authenticate.
 * REG-25: a user who may not do that any more loses their calls too.
 * Returns a function that stops this.
 */
export function startRevoking({ realm, log, directory, connections, bindings, endCalls }: RevocationDeps): () => void {
  const revoke = async (change: DirectoryChange): Promise<void> => {
    if (change.realm !== realm) return;
    const user = change.kind === "user" ? await directory.userBySipUsername(realm, change.sipUsername) : undefined;
    if (user?.mayUseSoftphone === true) return;
    const held = connections.provedBy(
      ({ sipUsername, credentialId }) =>
        sipUsername === change.sipUsername && (change.kind === "user" || credentialId === change.credentialId),
    );
    for (const connection of held) {
      bindings.removeConnection(connection.id, "revoked");
      connection.drop(POLICY, "Sign in again");
    }
    if (change.kind === "user") endCalls(change.sipUsername);
  };
  return directory.subscribe((change) => {
    revoke(change).catch((error: unknown) => log.error("a change went unread", { error: String(error) }));
  });
}
