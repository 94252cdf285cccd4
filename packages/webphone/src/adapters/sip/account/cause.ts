/** Why a request failed, for the log. */

const CAUSES: readonly (readonly [string, readonly number[]])[] = [
  ["Redirected", [300, 301, 302, 305, 380]],
  ["Busy", [486, 600]],
  ["Rejected", [403, 603]],
  ["Unavailable", [480, 410, 408, 430]],
  ["Not Found", [404, 604]],
  ["Address Incomplete", [484, 424]],
  ["Incompatible SDP", [488, 606]],
  ["Authentication Error", [401, 407]],
];

/** A word for a status. */
export const causeOf = (status: number): string =>
  CAUSES.find(([, statuses]) => statuses.includes(status))?.[0] ?? "SIP Failure Code";
