/** For parts that are tested without other servers: they own their rows, and adopt nothing. */
export const LONE_OWNER = {
  lease: { id: "tester" },
  leftovers: { inFolder: () => undefined, inDatabase: () => undefined },
} as const;
