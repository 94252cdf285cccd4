/** What is used of Jitsi's external API, which its own host serves (JITSI-6). */

export interface JitsiOptions {
  readonly roomName: string;
  readonly jwt: string;
  readonly parentNode: HTMLElement;
  readonly width: string;
  readonly height: string;
  readonly lang: string;
  readonly userInfo: { readonly displayName: string };
  readonly configOverwrite: Readonly<Record<string, unknown>>;
}

export interface JitsiApi {
  addListener(event: string, listener: (told: Readonly<Record<string, unknown>>) => void): void;
  executeCommand(command: string, ...values: readonly unknown[]): void;
  isAudioMuted(): Promise<boolean>;
  /** Takes the frame out of the page. */
  dispose(): void;
}

export type JitsiApiClass = new (domain: string, options: JitsiOptions) => JitsiApi;

declare global {
  interface Window {
    JitsiMeetExternalAPI?: JitsiApiClass;
  }
}

/** The script did not load, or makes no instance. */
export class ExternalApiError extends Error {
  override readonly name = "ExternalApiError";
}

/** Adds the script to the page; one that failed may be tried again. Rejects with an `ExternalApiError`. */
export function loadExternalApi(page: Window, address: string): Promise<JitsiApiClass> {
  const known = page.JitsiMeetExternalAPI;
  if (known !== undefined) return Promise.resolve(known);
  return new Promise((resolve, reject) => {
    const script = page.document.createElement("script");
    script.src = address;
    const fail = () => {
      script.remove();
      reject(new ExternalApiError(`no external API at ${address}`));
    };
    script.addEventListener("error", fail);
    script.addEventListener("load", () => {
      const loaded = page.JitsiMeetExternalAPI;
      if (loaded === undefined) fail();
      else resolve(loaded);
    });
    page.document.head.append(script);
  });
}
