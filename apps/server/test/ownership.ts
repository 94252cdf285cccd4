/** For parts that are tested without other servers: they own what they begin, and nothing is adopted. */
export const LONE_OWNER = {
  lease: { id: "tester" },
  leftovers: { inFolder: () => undefined, inDatabase: () => undefined },
} as const;
