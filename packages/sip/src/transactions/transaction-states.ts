/**
 * The four state machines of RFC 3261 §17 with RFC 6026, on a reliable transport: timers A, E and G do not run, and D,
 * I, J and K are 0. The states that these end (confirmed, and completed of all but the INVITE server) are therefore
 * skipped. Each step returns the next state, or undefined if the event has no meaning in this state.
 */

export type InviteServerState = "proceeding" | "completed" | "accepted" | "terminated";
export type InviteServerEvent =
  | "sendProvisional"
  | "sendSuccess"
  | "sendFailure"
  | "ack"
  | "timeout"
  | "connectionClosed";

export const stepInviteServer = (state: InviteServerState, event: InviteServerEvent): InviteServerState | undefined => {
  if (state === "terminated") return undefined;
  if (event === "connectionClosed") return "terminated";
  switch (state) {
    case "proceeding":
      if (event === "sendProvisional") return "proceeding";
      if (event === "sendSuccess") return "accepted";
      return event === "sendFailure" ? "completed" : undefined;
    case "completed":
      return event === "ack" || event === "timeout" ? "terminated" : undefined;
    case "accepted":
      // RFC 6026 §7.1 always waits for timer L; here the ACK ends it, and the kept response absorbs a late INVITE.
      if (event === "sendSuccess") return "accepted";
      return event === "ack" || event === "timeout" ? "terminated" : undefined;
  }
};

export type ServerState = "trying" | "proceeding" | "terminated";
export type ServerEvent = "sendProvisional" | "sendFinal" | "connectionClosed";

export const stepServer = (state: ServerState, event: ServerEvent): ServerState | undefined => {
  if (state === "terminated") return undefined;
  return event === "sendProvisional" ? "proceeding" : "terminated";
};

export type InviteClientState = "calling" | "proceeding" | "accepted" | "terminated";
export type InviteClientEvent = "provisional" | "success" | "failure" | "timeout" | "connectionClosed";

export const stepInviteClient = (state: InviteClientState, event: InviteClientEvent): InviteClientState | undefined => {
  if (state === "terminated") return undefined;
  if (event === "timeout" || event === "connectionClosed") return "terminated";
  if (state === "accepted") return event === "success" ? "accepted" : undefined;
  if (event === "provisional") return "proceeding";
  return event === "success" ? "accepted" : "terminated";
};

export type ClientState = "trying" | "proceeding" | "terminated";
export type ClientEvent = "provisional" | "final" | "timeout" | "connectionClosed";

export const stepClient = (state: ClientState, event: ClientEvent): ClientState | undefined => {
  if (state === "terminated") return undefined;
  return event === "provisional" ? "proceeding" : "terminated";
};
