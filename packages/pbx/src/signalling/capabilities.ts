/** What this system supports: the content of Allow, Supported and Accept. */
import type { HeaderField, Supports } from "@callpanel/sip";

const METHODS = [
  "INVITE",
  "ACK",
  "CANCEL",
  "BYE",
  "OPTIONS",
  "REGISTER",
  "PRACK",
  "UPDATE",
  "INFO",
  "PUBLISH",
  "REFER",
  "SUBSCRIBE",
  "NOTIFY",
] as const;

/** MESSAGE is accepted outside a dialog only (CALL-28). */
const METHODS_OUTSIDE = [...METHODS, "MESSAGE"] as const;

/** Media types of digits in INFO; this system sends the first one. */
export const DTMF_TYPES = ["application/dtmf-relay", "application/dtmf"] as const;

export const SUPPORTS: Supports = {
  methods: METHODS_OUTSIDE,
  schemes: ["sip", "sips", "tel"],
  extensions: ["replaces", "outbound", "path", "100rel"],
  contentTypes: {
    INVITE: ["application/sdp"],
    UPDATE: ["application/sdp"],
    INFO: DTMF_TYPES,
    PRACK: ["application/sdp"],
    MESSAGE: ["text/plain"],
  },
};

/** Event packages that are accepted in PUBLISH (spec 2 §7: presence in pidf, lights in dialog-info). */
export const PUBLISHED_EVENTS = ["presence", "dialog"] as const;

/** Of calls: without MESSAGE. */
const ALLOW: HeaderField = ["Allow", METHODS.join(", ")];
const EXTENSIONS = "replaces, outbound, 100rel";

export const CAPABILITIES: readonly HeaderField[] = [ALLOW, ["Supported", EXTENSIONS]];

export const OPTIONS_ANSWER: readonly HeaderField[] = [
  ["Allow", METHODS_OUTSIDE.join(", ")],
  ["Supported", EXTENSIONS],
  ["Accept", `application/sdp, ${DTMF_TYPES.join(", ")}, text/plain`],
  ["Allow-Events", [...PUBLISHED_EVENTS, "message-summary"].join(", ")],
];
