import type { EmbeddedCredential, Locale } from "@callpanel/contract";
import type { SignInResult } from "../../features/session/index.ts";
import type { HostWindow } from "../../shared/hostWindow.ts";

export interface HostSignIn {
  readonly host: HostWindow;
  readonly session: { readonly state: { get(): { readonly phase: string } } };
  readonly signIn: (asked: {
    readonly credential: EmbeddedCredential;
    readonly language: Locale | null;
    readonly goTo: string | null;
    readonly byForm: boolean;
  }) => Promise<SignInResult>;
}

/** EMBED-8, EMBED-12: what the sign-in page answers the host. @returns a stop function */
export function answerHost({ host, session, signIn }: HostSignIn): () => void {
  const sendState = () => host.send({ type: "callpanel:state", version: 1, signedIn: false, phone: "absent" });
  if (session.state.get().phase === "signed-out") sendState();
  return host.onMessage((message) => {
    switch (message.type) {
      case "callpanel:hello":
        return sendState();
      case "callpanel:dial":
        // Nobody is signed in yet.
        return host.send({
          type: "callpanel:dial_result",
          id: message.id ?? null,
          accepted: false,
          error: "token.noAccess",
        });
      case "callpanel:sign_in": {
        const { credential, language = null, redirect } = message;
        void signIn({ credential, language, goTo: redirect === "chat" ? "/chat" : null, byForm: false }).then(
          (result) =>
            host.send({ type: "callpanel:sign_in_result", ok: result.ok, error: result.ok ? null : result.error.code }),
        );
      }
    }
  });
}
