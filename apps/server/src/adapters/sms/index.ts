import type { SmsGateway } from "../../modules/sms/index.ts";
import { createKannelGateway } from "./kannel-gateway.ts";
import { createPlainGateway } from "./plain-gateway.ts";
import { createSmppGateway, type SmppDeps } from "./smpp/smpp-gateway.ts";
import { createTwilioGateway } from "./twilio-gateway.ts";

export { createDemoCarrier } from "./demo-carrier.ts";
export { twilioSignature } from "./twilio-gateway.ts";

export interface SmsGatewaySettings {
  readonly smsUrl: string | undefined;
  readonly smsFrom: string | undefined;
  readonly publicUrl: string | undefined;
  readonly smsCallbackSecret: string | undefined;
}

/** The gateway that the settings name; undefined: no text messages. */
export function createSmsGateway(
  settings: SmsGatewaySettings,
  { clock, log }: Pick<SmppDeps, "clock" | "log">,
): SmsGateway | undefined {
  const { smsUrl: address, smsFrom: sender, publicUrl, smsCallbackSecret: secret } = settings;
  if (address === undefined) return undefined;
  const kind = /^(twilio|kannel|smpp)/.exec(address)?.[0];
  if (kind === undefined) return createPlainGateway(address);
  if (kind === "smpp" && sender !== undefined) return createSmppGateway({ address, sender, clock, log });
  if (sender === undefined || publicUrl === undefined) throw new Error("the settings are checked when they are read");
  if (kind === "twilio") return createTwilioGateway({ address, sender, publicUrl });
  if (secret === undefined) throw new Error("the settings are checked when they are read");
  return createKannelGateway({ address, sender, publicUrl, secret });
}
