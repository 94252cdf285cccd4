import { expect, it } from "vitest";
import { MOVER, openGateway } from "../../../test/open-gateway.ts";

async function setVariable(variable: string, value: string) {
  const given: object[] = [];
  const { join, ring } = openGateway({
    setVariable: async (command) => {
      given.push(command);
      return { ok: true, value: undefined };
    },
  });
  ring();
  const peer = await join("alice", MOVER);
  return { given, answer: await peer.ask("Setvar", { channel: "ch1", variable, value }) };
}

it("RT-16 a variable is passed on unchanged", async () => {
  const { given, answer } = await setVariable("CASE_ID", "42; <b>&");
  expect(given).toEqual([{ legId: "ch1", name: "CASE_ID", value: "42; <b>&" }]);
  expect(answer).toMatchObject({ type: "answer" });
});

it.each([
  ["", "x"],
  ["two words", "x"],
  ["x=1;y", "x"],
  ["x", "1\r\nVia: SIP/2.0/WSS evil"],
  ["x", "\u0000"],
])("RT-16 a value that could break out of its header is refused: %o = %o", async (variable, value) => {
  const { given, answer } = await setVariable(variable, value);
  expect(answer).toMatchObject({ type: "refusal", code: "request.invalid" });
  expect(given).toEqual([]);
});
