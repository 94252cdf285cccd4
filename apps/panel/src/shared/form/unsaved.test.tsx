// @vitest-environment jsdom
import { useState } from "react";
import { createRoot } from "react-dom/client";
import { expect, it } from "vitest";
import { useSnapshot } from "../store.ts";
import { createUnsaved, UnsavedContext, useUnsaved } from "./unsaved.ts";

it("SET-5 what is shown as changed is held at once, also by the form around its form", async () => {
  const [outer, inner] = [createUnsaved(), createUnsaved()];
  let change: () => void = () => undefined;
  function Inner() {
    const [changed, setChanged] = useState(false);
    change = () => setChanged(true);
    useUnsaved(changed);
    return changed ? "changed" : "as saved";
  }
  function Outer() {
    useUnsaved(useSnapshot(inner).forms.size > 0);
    return (
      <UnsavedContext value={inner}>
        <Inner />
      </UnsavedContext>
    );
  }
  const page = document.createElement("div");
  const root = createRoot(page);
  root.render(
    <UnsavedContext value={outer}>
      <Outer />
    </UnsavedContext>,
  );
  const heldWhen = async (text: string) =>
    new Promise<boolean>((resolve) => {
      const seen = new MutationObserver(() => {
        if (page.textContent === text) resolve(outer.get().forms.size > 0);
      });
      seen.observe(page, { subtree: true, childList: true, characterData: true });
    });
  expect(await heldWhen("as saved")).toBe(false);
  // No act() and no click: as when the microphone answers, React does not run effects in the same turn.
  const held = heldWhen("changed");
  change();
  expect(await held).toBe(true);
  root.unmount();
  expect(outer.get().forms.size).toBe(0);
});
