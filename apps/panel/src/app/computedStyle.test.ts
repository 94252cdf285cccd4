// @vitest-environment jsdom
import { afterEach, expect, it } from "vitest";
import { wholeStyle } from "../../test/computedStyle.ts";

const PAGE = `
  <main><h1>A</h1><p>b<b>c</b></p><ul><li>d</li></ul><section>z</section><section hidden><i>e</i></section>
  <table><caption>f</caption><tbody><tr><th>g</th><td>h</td></tr></tbody></table>
  <form><label>i<input><input type="hidden"><input type="checkbox"></label><select><option>j</option></select><button>k</button></form>
  <div style="display: none"><span>l</span></div><div style="visibility: hidden"><u>m</u><u style="visibility: visible">n</u></div>
  <dialog>o</dialog><dialog open>p</dialog><details><summary>q</summary>r</details><ruby>s<rt>t</rt><rp>u</rp></ruby><rp>v</rp>
  <svg><title>w</title><g style="display: none"><path /></g></svg><template><p>x</p></template><script type="text/plain"></script><output>y</output></main>`;

afterEach(() => {
  document.body.replaceChildren();
  for (const sheet of document.head.querySelectorAll("style")) sheet.remove();
});

const elements = () => [document.documentElement, ...document.querySelectorAll("*")];

it("the styles that page tests read are those that jsdom computes, for every kind of element", () => {
  document.body.innerHTML = PAGE;
  for (const element of [...elements(), ...elements().toReversed()]) {
    const [quick, whole] = [window.getComputedStyle(element), wholeStyle(element)];
    for (const name of ["display", "visibility"] as const) {
      expect([element.outerHTML, name, quick[name]]).toEqual([element.outerHTML, name, whole[name]]);
      expect(quick.getPropertyValue(name)).toBe(whole.getPropertyValue(name));
    }
    expect([quick.color, quick.getPropertyValue("margin-top"), quick.length, quick.item(0)]).toEqual([
      whole.color,
      whole.getPropertyValue("margin-top"),
      whole.length,
      whole.item(0),
    ]);
  }
});

it("a change of the style is seen, and a style sheet of the document counts", () => {
  document.body.innerHTML = "<p>a</p>";
  const [paragraph = document.body] = document.querySelectorAll("p");
  expect(window.getComputedStyle(paragraph).display).toBe("block");
  paragraph.style.display = "none";
  expect(window.getComputedStyle(paragraph).display).toBe("none");
  paragraph.style.display = "";
  document.head.append(Object.assign(document.createElement("style"), { textContent: "p { visibility: hidden }" }));
  expect(window.getComputedStyle(paragraph).visibility).toBe("hidden");
});
