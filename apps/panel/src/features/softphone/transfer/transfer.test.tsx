// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { failOf } from "../softphone.model.ts";
import { pass } from "../test/openSoftphone.tsx";
import { arrive, asking, buttonsOf, click, parkedAt, talking } from "../test/transferSteps.tsx";

beforeAll(async () => {
  await import("./TransferDialog.tsx"); // lazy in the product; loaded here so that no test waits for it
});
afterEach(cleanup);

describe("blind", () => {
  test("SOFT-29 when the two parties talk, a notice says so and the call is removed", async () => {
    const { opened, callId, fill, send } = await asking();
    fill("103");
    await send();
    expect(buttonsOf(opened.call("Bob Brandt"))).not.toContain("Transfer");
    expect(opened.call("Bob Brandt").textContent).toContain("Transferring to Carol Chen…");
    act(() => opened.phone.far.transferred(callId));
    await arrive(opened);
    expect(screen.queryByRole("group", { name: /^Call with/ })).toBeNull();
    expect(opened.told()).toEqual(["Transferred to Carol Chen"]);
  });

  test("SOFT-29 a failure gives the call back and says why", async () => {
    const { opened, callId, fill, send } = await asking();
    fill("103");
    await send();
    act(() => opened.phone.far.transferFails(callId, "Decline"));
    await arrive(opened);
    expect(opened.told()).toEqual(["Carol Chen declined. Bob Brandt is back with you"]);
    expect(buttonsOf(opened.call("Bob Brandt"))).toContain("Transfer");
  });

  test("SOFT-29 reasons without a translation are shown unchanged", () => {
    expect(failOf("Busy Here")).toBe("busy");
    expect(failOf("no answer")).toBe("noAnswer");
    expect(failOf("Not Found")).toBe("notFound");
    expect(failOf("Request Terminated")).toBe("canceled");
    expect(failOf("Decline")).toBe("rejected");
    expect(failOf("Temporarily Unavailable")).toBe("unavailable");
    expect(failOf("No common media")).toBe("media");
    expect(failOf("Referer session not found")).toBeNull();
  });

  test("SOFT-30 Park sends the call to the parking lot, and a notice says that it is parked", async () => {
    const { opened, callId } = await talking();
    click(opened.call("Bob Brandt"), "Park");
    expect(opened.phone.asked.at(-1)).toBe(`transfer ${callId} 700`);
    act(() => opened.phone.far.transferred(callId));
    await arrive(opened);
    // For people who may not see the slots; the others get a notice with the slot.
    expect(opened.told()).toEqual(["Call parked"]);
  });
});

describe("attended", () => {
  async function consulting() {
    const { opened, callId, dialog, fill, send } = await asking();
    fireEvent.click(dialog.getByRole("radio", { name: "Attended" }));
    fill("103");
    await send();
    const secondId = opened.phone.getSnapshot().calls[0]?.id ?? "";
    act(() => opened.phone.far.answers(secondId));
    return { opened, callId, secondId };
  }

  test("SOFT-28 both calls say what they are, and the consultation offers Complete transfer and Cancel transfer", async () => {
    const { opened } = await consulting();
    expect(buttonsOf(opened.call("Carol Chen"))).toEqual(
      expect.arrayContaining(["Complete transfer", "Cancel transfer"]),
    );
    expect(buttonsOf(opened.call("Bob Brandt"))).not.toContain("Complete transfer");
    expect(opened.call("Carol Chen").textContent).toContain("Bob Brandt is waiting");
    expect(opened.call("Bob Brandt").textContent).toContain("On hold while you talk to Carol Chen");
    expect(opened.call("Carol Chen").dataset["state"]).toBe("on-call");
    expect(opened.call("Bob Brandt").dataset["state"]).toBe("on-hold");
    expect(buttonsOf(opened.call("Carol Chen"))).not.toContain("Park");
  });

  test("SOFT-28 a first caller who hangs up is reported, and the consultation is a call like any other", async () => {
    const { opened, callId } = await consulting();
    act(() => opened.phone.far.ends(callId));
    await arrive(opened);
    expect(opened.told()).toContain("Bob Brandt hung up while on hold");
    expect(opened.call("Carol Chen").dataset["state"]).toBe("on-call");
  });

  test("SOFT-28 after completion both calls are removed and one notice says so", async () => {
    const { opened, callId } = await consulting();
    click(opened.call("Carol Chen"), "Complete transfer");
    expect(opened.phone.asked.at(-1)).toMatch(/^completeTransfer /);
    act(() => opened.phone.far.transferred(callId));
    await arrive(opened);
    expect(screen.queryByRole("group", { name: /^Call with/ })).toBeNull();
    expect(opened.told()).toEqual(["Transferred to Carol Chen"]);
  });

  test("SOFT-28 after cancelling, the first call is back", async () => {
    const { opened } = await consulting();
    click(opened.call("Carol Chen"), "Cancel transfer");
    await arrive(opened);
    expect(opened.call("Bob Brandt").dataset["state"]).toBe("on-call");
    expect(screen.queryByRole("group", { name: "Call with Carol Chen" })).toBeNull();
    expect(buttonsOf(opened.call("Bob Brandt"))).toContain("Transfer");
  });

  test("SOFT-28 a refused completion shows a notice and both calls stay", async () => {
    const { opened } = await consulting();
    opened.phone.far.refusesNext("completeTransfer", "sipua.error.refer", { message: "Forbidden" });
    click(opened.call("Carol Chen"), "Complete transfer");
    expect(opened.told()[0]).toBe("Failed to refer call: Forbidden");
    expect(buttonsOf(opened.call("Carol Chen"))).toContain("Complete transfer");
  });
});

describe("parked", () => {
  test("SOFT-30 a notice shows the slot with Retrieve, and the call is listed until it is retrieved", async () => {
    const { opened } = await talking();
    opened.parks(parkedAt("701"));
    await pass(opened.clock, 60_000);
    expect(opened.told()).toEqual(["Bob Brandt is parked at 701"]);
    const line = opened.region().getByRole("list", { name: "Calls you parked" });
    expect(line.textContent).toMatch(/701.*Bob Brandt/);
    const action = opened.notices.get()[0]?.action;
    act(() => (action !== undefined && "run" in action ? action.run() : undefined));
    await arrive(opened);
    expect(opened.phone.asked.at(-1)).toBe("call 701");
    opened.parks();
    expect(opened.told()).toEqual([]);
    expect(opened.region().queryByRole("list", { name: "Calls you parked" })).toBeNull();
  });

  test("SOFT-30 a change of slot shows a new notice; calls parked by colleagues do not", async () => {
    const { opened } = await talking();
    opened.parks(parkedAt("701"));
    opened.parks(parkedAt("702"));
    expect(opened.told()).toEqual(["Bob Brandt is parked at 702"]);
    opened.parks(parkedAt("703", "199"));
    expect(opened.told()).toEqual([]);
  });
});
