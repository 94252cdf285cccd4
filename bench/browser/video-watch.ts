/** Runs in a page with a meeting: times of its pictures, taken in the page, not across the automation's wire. */

interface VideoWatch {
  /** Clicks a button of a list item; ms until the tile has its first picture. */
  clickToPicture(item: string, button: string, label: string): Promise<number>;
  /** Of a tile's picture over `ms`: the longest time between two pictures; of the sound: the share that was concealed. */
  watch(label: string, ms: number): Promise<{ readonly longestMs: number; readonly concealed: number }>;
  widthOf(label: string): number;
  /** Ms until the picture is narrower than `px`, or as wide again. */
  untilWidth(label: string, px: number, narrower: boolean): Promise<number>;
}

declare global {
  interface Window {
    videoWatch: VideoWatch;
  }
}

export function installVideoWatch(): void {
  const LIMIT_MS = 60_000;
  const connections: RTCPeerConnection[] = [];
  const Original = window.RTCPeerConnection;
  window.RTCPeerConnection = class extends Original {
    constructor(configuration?: RTCConfiguration) {
      super(configuration);
      connections.push(this);
    }
  };
  const pictureOf = (label: string) =>
    document.querySelector<HTMLVideoElement>(`[role=group][aria-label="${label}"] video`);
  const tick = () => new Promise((resolve) => setTimeout(resolve, 10));
  const until = async (isReached: () => boolean): Promise<number> => {
    const from = performance.now();
    while (!isReached() && performance.now() - from < LIMIT_MS) await tick();
    return performance.now() - from;
  };
  const sound = async () => {
    let [all, concealed] = [0, 0];
    for (const one of connections.filter(({ connectionState }) => connectionState === "connected"))
      (await one.getStats()).forEach((entry: object) => {
        const fields = new Map<string, unknown>(Object.entries(entry));
        const of = (name: string) => Number(fields.get(name) ?? 0);
        if (fields.get("type") !== "inbound-rtp" || fields.get("kind") !== "audio") return;
        all += of("totalSamplesReceived");
        concealed += of("concealedSamples") - of("silentConcealedSamples");
      });
    return { all, concealed };
  };
  window.videoWatch = {
    clickToPicture: async (item, name, label) => {
      const list = document.querySelector(`[aria-label="${item}"]`);
      const button = [...(list?.querySelectorAll("button") ?? [])].find(
        (one) => (one.getAttribute("aria-label") ?? one.textContent).trim() === name,
      );
      if (button === undefined) throw new Error(`no button ${name}`);
      button.click();
      return await until(() => (pictureOf(label)?.videoWidth ?? 0) > 0);
    },
    watch: async (label, ms) => {
      const before = await sound();
      const end = performance.now() + ms;
      let [last, longestMs] = [performance.now(), 0];
      const next = (): void => {
        const now = performance.now();
        longestMs = Math.max(longestMs, now - last);
        last = now;
        if (now < end) pictureOf(label)?.requestVideoFrameCallback(next);
      };
      pictureOf(label)?.requestVideoFrameCallback(next);
      while (performance.now() < end) await tick();
      const after = await sound();
      return {
        // Also one that has not ended.
        longestMs: Math.max(longestMs, performance.now() - last),
        concealed: (after.concealed - before.concealed) / Math.max(1, after.all - before.all),
      };
    },
    widthOf: (label) => pictureOf(label)?.videoWidth ?? 0,
    untilWidth: (label, px, narrower) =>
      until(() => {
        const width = pictureOf(label)?.videoWidth ?? 0;
        return narrower ? width > 0 && width < px : width >= px;
      }),
  };
}
