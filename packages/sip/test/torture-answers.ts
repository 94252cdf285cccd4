/** What a stranger gets for the messages of RFC 4475: nothing for a response, a challenge for what is well-formed. */
export const TORTURE_ANSWERS: Readonly<Record<string, string>> = {
  "": "bcast bigcode noreason scalarlg unreason",
  "400":
    "badaspec baddate baddn badinv01 clerr escruri insuf ltgtruri lwsruri lwsstart mcl01 mismatch01 mismatch02 multi01 ncl quotbal regbadct scalar02 trws",
  "401":
    "badbranch bext01 cparam01 cparam02 dblreq esc01 esc02 escnull intmeth inv2543 invut longreq lwsdisp novelsc regaut01 regescrt sdp01 semiuri transports unkscm unksm2 zeromf",
  "481": "wsinv", // its To has a tag
  "505": "badvers",
};

/** Statuses by message, in the shape of that table. */
export function inTable(statuses: ReadonlyMap<string, string>): Readonly<Record<string, string>> {
  const table = new Map<string, string[]>();
  for (const [name, status] of statuses) table.set(status, [...(table.get(status) ?? []), name]);
  return Object.fromEntries([...table].map(([status, names]) => [status, names.toSorted().join(" ")]));
}
