import { describe, expect, it } from "vitest";
import { registered, published, switched, pidf, openBoard } from "./test/open-board.ts";

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

  it.each([pidf("closed"), pidf("closed", "lunch")])("RT-10 closed ends the publication before it: %s", (document) => {
    const { apply, presence } = openBoard();
    apply(registered, published(pidf("open", "away")), switched({ dnd: true }), published(document));
    expect(presence()).toBe("busy");
    apply(switched({ dnd: false }));
    expect(presence()).toBe("online");
  });
});
