/** The far end of a panel's WebSockets: every one that the page opens from now on ends here. */
export interface FakeSockets {
  /** The newest connection is accepted. */
  open(): void;
  /** A frame from the far end, as JSON. */
  say(frame: unknown): void;
  /** With a close code of RFC 6455; by default the connection is lost. */
  cut(code?: number): void;
  readonly count: () => number;
}

/**
 * @param onFrame gets what the page sends, parsed from JSON
 * @param greeting what each new connection to this address receives immediately
 */
export function createFakeSockets(
  window: Window & typeof globalThis,
  onFrame: (frame: unknown) => void,
  greeting?: { readonly path: string; readonly frame: () => unknown },
): FakeSockets {
  const sockets: FakeSocket[] = [];
  class FakeSocket extends EventTarget {
    static readonly OPEN = 1;
    readonly readyState = 1;
    constructor(url: string | URL) {
      super();
      sockets.push(this);
      // Once the page listens.
      if (greeting !== undefined && String(url).endsWith(greeting.path))
        queueMicrotask(() => this.greet(greeting.frame()));
    }
    private greet(frame: unknown): void {
      this.dispatchEvent(new Event("open"));
      this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(frame) }));
    }
    send(data: string): void {
      onFrame(JSON.parse(data));
    }
    close(): void {}
  }
  Object.defineProperty(window, "WebSocket", { value: FakeSocket, configurable: true, writable: true });
  const newest = (): FakeSocket => {
    const socket = sockets.at(-1);
    if (socket === undefined) throw new Error("the panel opened no socket");
    return socket;
  };
  return {
    open: () => void newest().dispatchEvent(new Event("open")),
    say: (frame) => void newest().dispatchEvent(new MessageEvent("message", { data: JSON.stringify(frame) })),
    cut: (code = 1006) => void newest().dispatchEvent(Object.assign(new Event("close"), { code })),
    count: () => sockets.length,
  };
}
