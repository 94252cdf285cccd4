import { performance } from "node:perf_hooks";
import { createDtlsCertificate } from "../dtls/dtls-session.ts";
import { MediaError } from "../media.port.ts";
import type { FromWorker, PortReply, PortRequest, ToWorker, WorkerSettings } from "../media.protocol.ts";
import { createEndpoint } from "./endpoint.ts";
import type { Endpoint } from "./endpoint.ts";
import { createSwitchboard } from "./switchboard.ts";
import { bindUdpSocket } from "./udp-socket.ts";

/** All endpoints of one worker, driven by messages. */
export interface MediaHost {
  receive(message: ToWorker): void;
}

export interface MediaHostOptions {
  readonly worker: number;
  readonly settings: WorkerSettings;
  readonly post: (message: FromWorker) => void;
  readonly onShutdown: () => void;
}

export function createMediaHost({ worker, settings, post, onShutdown }: MediaHostOptions): MediaHost {
  const certificate = createDtlsCertificate();
  const switchboard = createSwitchboard({ worker });
  const endpoints = new Map<string, Promise<Endpoint | undefined>>();
  const now = (): number => performance.timeOrigin + performance.now();

  const open = async (port: string): Promise<Endpoint | undefined> => {
    const early: { endpoint?: Endpoint } = {};
    const socket = await bindUdpSocket({
      address: settings.bindAddress,
      portRange: settings.portRange,
      onDatagram: (datagram, from) => early.endpoint?.receive(datagram, from),
    });
    const endpoint = createEndpoint({
      id: port,
      now,
      address: settings.mediaAddress,
      socket,
      certificate: await certificate,
      switchboard,
      worker,
      emit: (event) => {
        if (event.kind === "failed") endpoints.delete(port);
        post({ kind: "event", port, event });
      },
    });
    early.endpoint = endpoint;
    return endpoint;
  };

  const openOrFail = (port: string): Promise<Endpoint | undefined> =>
    open(port).catch((error: unknown) => {
      endpoints.delete(port);
      post({ kind: "event", port, event: { kind: "failed", reason: reasonOf(error) } });
      return undefined;
    });

  /** Runs in the order of arrival, after the endpoint's socket is bound. */
  const withEndpoint = (port: string, act: (endpoint: Endpoint | undefined) => void): void => {
    void (endpoints.get(port) ?? Promise.resolve(undefined)).then(act);
  };

  return {
    receive: (message) => {
      switch (message.kind) {
        case "open":
          endpoints.set(message.port, openOrFail(message.port));
          return;
        case "request":
          return withEndpoint(message.port, (endpoint) =>
            post({ kind: "reply", id: message.id, reply: answerRequest(endpoint, message.request) }),
          );
        case "hear":
          return withEndpoint(message.port, (endpoint) => endpoint?.hear(message.source));
        case "sendDigit":
          return;
        case "close":
          withEndpoint(message.port, (endpoint) => endpoint?.close());
          endpoints.delete(message.port);
          return;
        case "link":
          return switchboard.link(message.worker, message.channel);
        case "shutdown":
          for (const port of endpoints.keys()) withEndpoint(port, (endpoint) => endpoint?.close());
          switchboard.close();
          onShutdown();
      }
    },
  };
}

function answerRequest(endpoint: Endpoint | undefined, request: PortRequest): PortReply {
  if (endpoint === undefined) return { kind: "refused", reason: "closed", message: "the media port is closed" };
  try {
    return endpoint.handle(request);
  } catch (error) {
    return {
      kind: "refused",
      reason: error instanceof MediaError ? error.reason : "unusable-description",
      message: reasonOf(error),
    };
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
