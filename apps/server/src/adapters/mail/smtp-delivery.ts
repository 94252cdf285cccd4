import { createTransport } from "nodemailer";
import type { Message } from "./message.ts";

/** Whether a message was accepted, may be accepted later, or never will be. */
export type Delivery = { readonly result: "taken" } | { readonly result: "later" | "never"; readonly reason: string };
export type Deliver = (message: Message) => Promise<Delivery>;

/** After this a slow mail server counts as failed for now; RFC 5321 §4.5.3.2 allows minutes, which is too long for people. */
const CONNECT_MS = 10_000;
const IDLE_MS = 30_000;

/** Sends messages to the mail server of an smtp: or smtps: URL. Never rejects. */
export function createSmtpDelivery(url: string): Deliver {
  const transport = createTransport(
    { url, connectionTimeout: CONNECT_MS, greetingTimeout: CONNECT_MS, dnsTimeout: CONNECT_MS, socketTimeout: IDLE_MS },
    { disableFileAccess: true, disableUrlAccess: true },
  );
  return async ({ from, to, raw }) => {
    try {
      await transport.sendMail({ envelope: { from, to: [to] }, raw });
      return { result: "taken" };
    } catch (error) {
      return { result: isFinal(error) ? "never" : "later", reason: reasonOf(error) };
    }
  };
}

/** RFC 5321 §4.2.1: 5yz is final. A refused sign-in is not: the operator can correct the password. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof Error) || !("responseCode" in error) || typeof error.responseCode !== "number") return false;
  const isSignIn = "code" in error && error.code === "EAUTH";
  return !isSignIn && error.responseCode >= 500;
}

/** The code and the failed command, without the server's text, which may repeat addresses. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const code = "code" in error && typeof error.code === "string" ? error.code : error.name;
  return "responseCode" in error ? `${code} ${String(error.responseCode)}` : code;
}
