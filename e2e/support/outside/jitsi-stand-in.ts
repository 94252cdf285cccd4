/**
 * A stand-in of a Jitsi installation, without media: its external API and the page in its frame, which says who is in the
 * room. It takes tokens as Prosody does: signature, audience, end and room; and it has a lobby that tokens may pass.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface JitsiStandIn {
  readonly address: string;
  /** Settings of a server that holds its meetings here. */
  readonly settings: Record<string, string>;
  /** From now on the script is served, or not. */
  servesScript: boolean;
  close(): Promise<void>;
}

const SECRET = "the secret of the stand-in";
const APP_ID = "stand-in";

interface Claims {
  readonly aud: string;
  readonly iss: string;
  readonly room: string;
  readonly exp: number;
  readonly moderator: boolean;
  readonly context: { readonly user: { readonly name: string; readonly lobby_bypass: boolean } };
}

interface Guest {
  readonly id: number;
  readonly claims: Claims;
  readonly stream: ServerResponse;
  waits: boolean;
}

/** Of a token for this room; undefined: it is refused. */
function claimsOf(jwt: string, room: string): Claims | undefined {
  const [head = "", body = "", signature = ""] = jwt.split(".");
  const wanted = createHmac("sha256", SECRET).update(`${head}.${body}`).digest();
  const given = Buffer.from(signature, "base64url");
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined;
  const claims: Claims = JSON.parse(Buffer.from(body, "base64url").toString("utf8"));
  const isOurs = claims.aud === APP_ID && claims.iss === APP_ID && claims.room === room;
  return isOurs && claims.exp * 1_000 > Date.now() ? claims : undefined;
}

export async function startJitsiStandIn(): Promise<JitsiStandIn> {
  const rooms = new Map<string, Guest[]>();
  const lobbies = new Set<string>();
  let ids = 0;
  const standIn = { servesScript: true };

  const tell = (room: string): void => {
    const all = rooms.get(room) ?? [];
    const inside = all.filter(({ waits }) => !waits);
    const nameOf = ({ id, claims }: Guest) => ({ id, name: claims.context.user.name });
    for (const guest of all) {
      const waiting = guest.claims.moderator ? all.filter(({ waits }) => waits).map(nameOf) : [];
      const state = { self: guest.id, waits: guest.waits, people: guest.waits ? [] : inside.map(nameOf), waiting };
      guest.stream.write(`data: ${JSON.stringify(state)}\n\n`);
    }
  };
  const enter = (room: string, claims: Claims, stream: ServerResponse): void => {
    const waits = lobbies.has(room) && !claims.context.user.lobby_bypass;
    const guest: Guest = { id: (ids += 1), claims, stream, waits };
    rooms.set(room, [...(rooms.get(room) ?? []), guest]);
    stream.writeHead(200, { "content-type": "text/event-stream" });
    stream.on("close", () => {
      rooms.set(
        room,
        (rooms.get(room) ?? []).filter((one) => one !== guest),
      );
      tell(room);
    });
    tell(room);
  };

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://stand-in");
    const send = (status: number, type: string, body: string): void => {
      response.writeHead(status, { "content-type": type });
      response.end(body);
    };
    if (pathname === "/external_api.js")
      return standIn.servesScript
        ? send(200, "text/javascript", `(${externalApi.toString()})()`)
        : send(404, "text/plain", "");
    const [, room = "", action = ""] = pathname.split("/");
    const claims = claimsOf(searchParams.get("jwt") ?? "", room);
    if (claims === undefined) return send(403, "text/html", "<!doctype html><h1>Not allowed</h1>");
    switch (action) {
      case "":
        return send(
          200,
          "text/html",
          `<!doctype html><title>Jitsi stand-in</title><script>(${roomPage.toString()})()</script>`,
        );
      case "events":
        return enter(room, claims, response);
      case "lobby":
        if (claims.moderator) lobbies.add(room);
        return send(200, "text/plain", "");
      case "admit": {
        const admitted = rooms.get(room)?.find(({ id }) => String(id) === searchParams.get("id"));
        if (claims.moderator && admitted !== undefined) admitted.waits = false;
        tell(room);
        return send(200, "text/plain", "");
      }
      default:
        return send(404, "text/plain", "");
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const at = server.address();
  const address = `http://127.0.0.1:${isAddress(at) ? at.port : ""}`;
  return Object.assign(standIn, {
    address,
    settings: { VIDEO_URL: address, VIDEO_JWT_SECRET: SECRET, VIDEO_JWT_APP_ID: APP_ID },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

const isAddress = (at: string | AddressInfo | null): at is AddressInfo => typeof at === "object" && at !== null;

interface Options {
  readonly roomName: string;
  readonly jwt: string;
  readonly parentNode: HTMLElement;
  readonly configOverwrite: { readonly startWithAudioMuted: boolean };
}

/** Runs in the panel's page, as Jitsi's own script does: makes the frame, and passes on what it says. */
function externalApi(): void {
  // A constructor that returns what it made.
  function create(domain: string, { roomName, jwt, parentNode, configOverwrite }: Options) {
    const listeners = new Map<string, (told: unknown) => void>();
    const frame = document.createElement("iframe");
    let isMuted = configOverwrite.startWithAudioMuted;
    const hear = ({ source, data }: MessageEvent<{ event: string; told: unknown }>): void => {
      if (source === frame.contentWindow) listeners.get(data.event)?.(data.told);
    };
    frame.src = `http://${domain}/${roomName}?jwt=${jwt}`;
    frame.allow = "camera; microphone; display-capture; autoplay";
    frame.title = "Jitsi stand-in";
    window.addEventListener("message", hear);
    parentNode.append(frame);
    return {
      addListener: (event: string, listener: (told: unknown) => void) => void listeners.set(event, listener),
      executeCommand: (...command: readonly unknown[]) => {
        if (command[0] === "toggleAudio") isMuted = !isMuted;
        frame.contentWindow?.postMessage(command, "*");
      },
      isAudioMuted: () => Promise.resolve(isMuted),
      dispose: () => {
        window.removeEventListener("message", hear);
        frame.remove();
      },
    };
  }
  Object.assign(window, { JitsiMeetExternalAPI: create });
}

/** Runs in the frame. */
function roomPage(): void {
  interface Named {
    readonly id: number;
    readonly name: string;
  }
  const room = location.pathname;
  const say = (event: string, told: object = {}): void => parent.postMessage({ event, told }, "*");
  const ask = (action: string, more = ""): void => void fetch(`${room}/${action}${location.search}${more}`);
  const events = new EventSource(`${room}/events${location.search}`);
  const known = new Set<number>();
  let isIn = false;
  const close = (): void => {
    events.close();
    say("readyToClose");
  };
  const item = (list: HTMLElement, text: string, label: string): HTMLElement => {
    const one = document.createElement("li");
    one.setAttribute("aria-label", label);
    one.textContent = text;
    list.append(one);
    return one;
  };
  events.addEventListener("message", ({ data }: MessageEvent<string>) => {
    const { self, waits, people, waiting }: { self: number; waits: boolean; people: Named[]; waiting: Named[] } =
      JSON.parse(data);
    const list = document.createElement("ul");
    const hangUp = document.createElement("button");
    hangUp.textContent = "Hang up";
    hangUp.addEventListener("click", close);
    document.body.replaceChildren(waits ? "Asking to join" : "In the meeting", list, hangUp);
    for (const { name } of people) item(list, name, `In the room: ${name}`);
    for (const { id, name } of waiting) {
      const letIn = document.createElement("button");
      letIn.textContent = `Let in ${name}`;
      letIn.addEventListener("click", () => ask("admit", `&id=${id}`));
      item(list, "", `Waiting: ${name}`).append(letIn);
    }
    if (waits) return;
    if (!isIn) say("videoConferenceJoined");
    isIn = true;
    for (const { id } of people) {
      if (id === self || known.has(id)) continue;
      known.add(id);
      say("participantJoined", { id });
    }
    for (const id of known) {
      if (people.some((one) => one.id === id)) continue;
      known.delete(id);
      say("participantLeft", { id });
    }
  });
  window.addEventListener("message", ({ data }: MessageEvent<readonly unknown[]>) => {
    if (data[0] === "hangup") close();
    if (data[0] === "toggleLobby") ask("lobby");
  });
}
