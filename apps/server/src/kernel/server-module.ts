import type { RealtimeEvent } from "@callpanel/contract";
import type { FastifyInstance } from "fastify";
import type { Clock } from "./clock.ts";
import type { SoundStore } from "./files/sound-store.port.ts";
import type { EndpointServer } from "./http/endpoint-server.ts";
import type { OriginPolicy } from "./http/origin-policy.ts";
import type { ServeSound } from "./http/serve-sound.ts";
import type { Jobs } from "./jobs/jobs.ts";
import type { Servers } from "./jobs/lease.ts";
import type { RetentionRule } from "./jobs/retention.ts";
import type { Log } from "./log.ts";
import type { RandomBytes } from "./secrets/secrets.ts";
import type { ShortLived } from "./short-lived/short-lived.ts";

/** What the kernel has for modules; each module declares only what it needs (`Pick<KernelServices, "clock">`). */
export interface KernelServices {
  readonly endpointServer: EndpointServer;
  readonly origins: OriginPolicy;
  /** Events for a person's own panels. */
  readonly ownEvents: { readonly tell: (userId: number, event: RealtimeEvent) => void };
  readonly jobs: Jobs;
  readonly sounds: SoundStore;
  readonly serveSound: ServeSound;
  readonly shortLived: ShortLived;
  readonly servers: Servers;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly log: (area: string) => Log;
}

/** Adds routes to a scope of their own, so that their hooks and error handlers are theirs alone. */
export type Routes = (app: FastifyInstance) => void | Promise<void>;

/** What an area does on the server. `Needs`: services of the kernel, stores, and services of other areas. */
export interface ServerModule<Needs> {
  readonly routes?: (needs: Needs) => readonly Routes[];
  readonly retention?: (needs: Needs) => readonly RetentionRule[];
  /** Starts to run jobs of its kinds. */
  readonly jobs?: (needs: Needs) => void;
}

/** What several modules need together. */
export type ServicesOf<Modules> = [Modules] extends [ServerModule<infer Needs>] ? Needs : never;
