import { describe, expect, it } from "vitest";
import { presenceOf } from "./buddies.routes.ts";

describe("presence of a buddy", () => {
  it("SERVER-28 is online while registered", () => {
    expect(presenceOf({ registered: true, call: "none" }, true)).toBe("online");
    expect(presenceOf({ registered: false, call: "none" }, true)).toBe("offline");
  });

  it("SERVER-28 shows calls only to who holds show_call_state", () => {
    expect(presenceOf({ registered: true, call: "ringing" }, true)).toBe("ringing");
    expect(presenceOf({ registered: true, call: "answered" }, true)).toBe("oncall");
    expect(presenceOf({ registered: true, call: "ringing" }, false)).toBe("online");
    expect(presenceOf({ registered: false, call: "answered" }, false)).toBe("offline");
  });
});
