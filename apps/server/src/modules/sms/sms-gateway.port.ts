export interface OutgoingSms {
  /** One of the company's numbers, in E.164; undefined: the gateway's own sender. */
  readonly from?: string;
  readonly to: string;
  readonly text: string;
  /** Public addresses of files; only for a gateway that sends them. */
  readonly files?: readonly string[];
  /** The same in each try to send the same message: a gateway that knows it sends once. */
  readonly key?: string;
}

/** Sends and receives text messages. */
export interface SmsGateway {
  /**
   * Resolves when the gateway has taken the message; `reference` names it in reports. Rejects with `SmsRefused` when
   * further tries are useless, with any other error when the gateway could not be asked.
   */
  send(message: OutgoingSms): Promise<TakenSms>;
  /** Undefined: it posts no reports. */
  readonly reports?: SmsReports;
  /** It sends files (MMS): the gateway gets them at their addresses. */
  readonly sendsFiles?: true;
  /** A file of a message that came in. Undefined: it cannot be had. Rejects when the gateway could not be asked. */
  readonly fetchFile?: (address: string) => Promise<Uint8Array | undefined>;
  /** Of a gateway that reports otherwise than by requests: hands over its reports from now on. @returns a stop function */
  readonly listen?: (take: (report: SmsReport) => Promise<void>) => () => void;
  /** The only company that it serves, as a demo: nothing leaves this machine (SMS-80). */
  readonly demoOf?: string;
}

export interface TakenSms {
  readonly reference: string | undefined;
  /** Instead: the names of its parts; each part has reports of its own. */
  readonly parts?: readonly string[];
}

export interface SmsReports {
  /** How the gateway hands over a report. */
  readonly method: "GET" | "POST";
  /** The answer to the service when the report is taken. */
  readonly answer: { readonly type: string; readonly text: string };
  /** Undefined: it is not from the gateway. */
  read(request: SmsWebhook): SmsReport | undefined;
}

/** A request of a gateway, as a form. */
export interface SmsWebhook {
  /** Path and query. */
  readonly path: string;
  readonly form: URLSearchParams;
  readonly signature: string | undefined;
}

interface ReceivedText {
  readonly reference: string;
  readonly from: string;
  readonly to: string;
  readonly text: string;
}

/** A part of a message; those of one message have the same group between the same numbers. */
export interface ReceivedPart extends ReceivedText {
  readonly group: string;
  readonly total: number;
  /** From 1. */
  readonly n: number;
}

export type SmsReport =
  | ({
      readonly kind: "message";
      /** Addresses of its files at the gateway. */
      readonly media?: readonly string[];
    } & ReceivedText)
  | ({ readonly kind: "part" } & ReceivedPart)
  | {
      readonly kind: "state";
      /** Undefined: the gateway does not name messages, `key` does. */
      readonly reference: string | undefined;
      /** Other ways to write the reference, the likeliest first. */
      readonly spellings?: readonly string[];
      /** Of the message. */
      readonly between?: { readonly did: string; readonly customer: string };
      /** It may come before the message is known by its reference. */
      readonly mayBeEarly?: true;
      /** `key` of the message, if the gateway gives it back: the report may come before its answer. */
      readonly key: string | undefined;
      readonly state: SmsReportedState;
      readonly cause: string;
    }
  /** Of no interest here. */
  | { readonly kind: "other" };

export type SmsReportedState = "sent" | "delivered" | "failed";

/** Where a gateway posts its reports, at the public address. */
export const SMS_REPORTS_PATH = "/webhooks/sms";
/** Where a gateway gets the files of messages, at the public address. */
export const SMS_FILES_PATH = "/webhooks/sms/files";

/** The gateway has refused a message for good; `cause` is its own code, or a status of HTTP. */
export class SmsRefused extends Error {
  override readonly name = "SmsRefused";
  readonly code: string;
  constructor(code: string) {
    super(`the gateway refused the message: ${code}`);
    this.code = code;
  }
}
