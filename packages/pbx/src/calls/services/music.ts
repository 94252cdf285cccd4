import type { Service } from "../service.ts";

/** Music on hold (*86, spec 2 §9), and what a parked party hears. */
export const MUSIC: Service = {
  serve: ({ leg }) => {
    leg.port.hear({ kind: "prompt", prompt: { kind: "music" } });
    return { stop: () => undefined };
  },
};
