import type { SmsGateway } from "../../modules/sms/index.ts";
import { createPlainGateway } from "./plain-gateway.ts";
import { createTwilioGateway } from "./twilio-gateway.ts";

export { createDemoCarrier } from "./demo-carrier.ts";
export { twilioSignature } from "./twilio-gateway.ts";

export interface SmsGatewaySettings {
  readonly smsUrl: string | undefined;
  readonly smsFrom: string | undefined;
  readonly publicUrl: string | undefined;
}

/** The gateway that the settings name; undefined: no text messages. */
export function createSmsGateway({ smsUrl, smsFrom, publicUrl }: SmsGatewaySettings): SmsGateway | undefined {
  if (smsUrl === undefined) return undefined;
  if (!smsUrl.startsWith("twilio")) return createPlainGateway(smsUrl);
  if (smsFrom === undefined || publicUrl === undefined) throw new Error("the settings are checked when they are read");
  return createTwilioGateway({ address: smsUrl, sender: smsFrom, publicUrl });
}
