import type { HostMessage, PanelMessage } from "@callpanel/contract";
import { expect, it } from "vitest";
import { answerHost } from "./hostSignIn.ts";

it("EMBED-12 a call that the host requests before anybody is signed in is refused with a reason", () => {
  const sent: PanelMessage[] = [];
  let say: (message: HostMessage) => void = () => undefined;
  answerHost({
    host: {
      send: (message) => sent.push(message),
      onMessage: (listener) => {
        say = listener;
        return () => undefined;
      },
    },
    session: { state: { get: () => ({ phase: "signed-out" }) } },
    signIn: async () => ({ ok: true }),
  });
  sent.length = 0;
  say({ type: "callpanel:dial", destination: "2002", id: "7" });
  say({ type: "callpanel:dial", destination: "2002" });
  const refused = { type: "callpanel:dial_result", accepted: false, error: "token.noAccess" };
  expect(sent).toEqual([
    { ...refused, id: "7" },
    { ...refused, id: null },
  ]);
});
