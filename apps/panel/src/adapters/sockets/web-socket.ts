import type { OpenSocket } from "./link.ts";

/** The browser's own socket. */
export function createOpenSocket(window: Window & typeof globalThis): OpenSocket {
  return (url, { opened, received, closed }) => {
    const address = new URL(url, window.location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new window.WebSocket(address);
    socket.addEventListener("open", opened);
    socket.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
      if (typeof data === "string") received(data);
    });
    socket.addEventListener("close", ({ code }) => closed(code));
    return {
      send: (text) => {
        if (socket.readyState === window.WebSocket.OPEN) socket.send(text);
      },
      close: () => socket.close(),
    };
  };
}
