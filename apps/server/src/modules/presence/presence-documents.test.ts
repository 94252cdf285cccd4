import { describe, expect, it } from "vitest";
import { BOB, registered, published, switched, pidf, openBoard } from "./test/open-board.ts";

describe("presence documents", () => {
  it.each([
    [pidf("open"), "online"],
    [pidf("open", "Lunch"), "onlunch"],
    [pidf("open", "away"), "away"],
    [pidf("open", "busy"), "busy"],
    [pidf("open", "offline"), "offline"],
    [pidf("open", "back at 3"), "online"],
    [pidf("open").replaceAll("<", "<p:").replaceAll("<p:/", "</p:"), "online"],
  ])("RT-10 %s is %s", (document, expected) => {
    const { apply, presence } = openBoard();
    apply(registered, published(document));
    expect(presence()).toBe(expected);
  });

  it.each(["", "no xml", "<presence/>", pidf("ajar"), `<presence>${"x".repeat(20_000)}`, "<presence><basic>closed"])(
    "RT-10 anything other than a presence document is ignored: %s",
    (document) => {
      const { apply, actions, presence } = openBoard();
      apply(registered, published(pidf("open", "away")));
      actions();
      apply(published(document));
      expect(actions()).toEqual([]);
      expect(presence()).toBe("away");
    },
  );

  it("RT-10 another note is shown as text, with entities resolved once", () => {
    const { apply, told } = openBoard();
    apply(registered, published(pidf("open", "&lt;b&gt; &amp;amp; at the dentist&#39;s")));
    expect(told.at(-1)).toMatchObject({ action: "PRESENCE", note: "<b> &amp; at the dentist&#39;s" });
  });

  it("BUDDIES-41 RT-10 a note outlasts the registration, until its publication expires", async () => {
    const { apply, told, clock } = openBoard();
    apply(registered, published(pidf("open", "back on Monday"), 600), { kind: "unregistered", ...BOB });
    expect(told.at(-1)).toMatchObject({ action: "PRESENCE", presence: "offline", note: "back on Monday" });
    await clock.advance(600_000);
    expect(told.at(-1)).toMatchObject({ action: "PRESENCE", presence: "offline" });
    expect(told.at(-1)).not.toHaveProperty("note");
  });

  it("RT-10 a publication is valid until it is withdrawn or expires", async () => {
    const { apply, presence, clock } = openBoard();
    apply(registered, published(pidf("open", "away")), published("", 0));
    expect(presence()).toBe("online");
    apply(published(pidf("open", "away")));
    await clock.advance(2_591_999_000);
    expect(presence()).toBe("away");
    await clock.advance(1_000);
    expect(presence()).toBe("online");
    expect(clock.timerCount).toBe(0);
  });

  it("RT-10 a refreshed publication is valid for as long as the refresh says", async () => {
    const { apply, presence, clock } = openBoard();
    apply(registered, published(pidf("open", "lunch"), 60));
    await clock.advance(50_000);
    apply(published("", 60));
    await clock.advance(59_000);
    expect(presence()).toBe("onlunch");
    await clock.advance(1_000);
    expect(presence()).toBe("online");
    apply(published("", 60));
    expect(presence()).toBe("online");
    expect(clock.timerCount).toBe(0);
  });

  it("RT-10 of several telephones' publications the newest counts; after its end the one before it", async () => {
    const { apply, presence, clock } = openBoard();
    apply(registered, published(pidf("open", "lunch"), 600, "desk"), published(pidf("open", "away"), 60, "mobile"));
    expect(presence()).toBe("away");
    apply(published("", 600, "desk"));
    expect(presence()).toBe("away");
    apply(published("", 0, "mobile"));
    expect(presence()).toBe("onlunch");
    apply(published(pidf("open", "away"), 60, "mobile"), published(pidf("open", "busy"), 600, "desk"));
    expect(presence()).toBe("busy");
    apply(published("", 0, "desk"));
    expect(presence()).toBe("away");
    await clock.advance(60_000);
    expect(presence()).toBe("online");
    expect(clock.timerCount).toBe(0);
  });

  it("RT-10 a note is one line without marks that reorder text, and is not cut within a character", () => {
    const { apply, told } = openBoard();
    apply(registered, published(pidf("open", "at\n the \u202Edock")));
    expect(told.at(-1)).toMatchObject({ note: "at the dock" });
    apply(published(pidf("open", "😀".repeat(81))));
    expect(told.at(-1)).toMatchObject({ note: "😀".repeat(80) });
  });

  it.each([pidf("closed"), pidf("closed", "lunch")])("RT-10 closed ends the publication before it: %s", (document) => {
    const { apply, presence } = openBoard();
    apply(registered, published(pidf("open", "away")), switched({ dnd: true }), published(document));
    expect(presence()).toBe("busy");
    apply(switched({ dnd: false }));
    expect(presence()).toBe("online");
  });
});
