/** The browser's WebSocket as a TextSocket. */
import type { OpenSocket } from "../sip/account/proxy-socket.ts";

export const openWebSocket: OpenSocket = (url, listener) => {
  const socket = new WebSocket(url, "sip");
  socket.binaryType = "arraybuffer";
  socket.addEventListener("open", () => listener.opened());
  socket.addEventListener("close", () => listener.closed());
  socket.addEventListener("message", ({ data }: MessageEvent<string | ArrayBuffer>) => listener.received(data));
  return {
    send: (text) => {
      if (socket.readyState !== WebSocket.OPEN) return false;
      socket.send(text);
      return true;
    },
    close: () => socket.close(),
  };
};
