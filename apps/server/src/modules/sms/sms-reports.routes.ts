import { AppError } from "@callpanel/contract";
import type { Routes } from "../../kernel/server-module.ts";
import { SMS_REPORTS_PATH, type SmsGateway } from "./sms-gateway.port.ts";
import type { SmsService } from "./sms.service.ts";

export interface SmsReportsDeps {
  readonly gateway: SmsGateway | undefined;
  readonly sms: Pick<SmsService, "report">;
}

/** A text of the gateway and its parameters, each character as nine bytes at most. */
const REPORT_BYTES = 32_768;

/** Where a gateway reports messages that came in, and what became of those it took (SMS-5, SMS-15). */
export function createSmsReportsRoutes({ gateway, sms }: SmsReportsDeps): Routes {
  return (app) => {
    const reports = gateway?.reports;
    if (reports === undefined) return;
    app.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: REPORT_BYTES },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    );
    const { method, answer } = reports;
    app.route({
      method,
      url: SMS_REPORTS_PATH,
      handler: async ({ url, body, headers }, reply) => {
        const signature = headers["x-twilio-signature"];
        const form = body instanceof URLSearchParams ? body : new URLSearchParams();
        const report = reports.read({
          path: url,
          form,
          signature: typeof signature === "string" ? signature : undefined,
        });
        if (report === undefined) throw new AppError("request.forbidden");
        await sms.report(report);
        return reply.type(answer.type).header("cache-control", "no-store").send(answer.text);
      },
    });
  };
}
