// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it } from "vitest";
import { createBuildCheck } from "./newBuild.ts";

const pageWith = (script: string) =>
  `<!doctype html><head><script src="/colour-scheme.js"></script><script type="module" src="${script}"></script></head>`;

let answer: () => Promise<Response>;

beforeEach(() => {
  answer = async () => new Response(pageWith("/assets/index-old.js"));
  window.fetch = () => answer();
  document.head.innerHTML = '<script src="/colour-scheme.js"></script><script src="/assets/index-old.js"></script>';
});

afterEach(() => {
  document.head.innerHTML = "";
});

it("SHELL-43 a page with another script is a new build", async () => {
  const hasNewBuild = createBuildCheck(window);
  expect(await hasNewBuild()).toBe(false);
  answer = async () => new Response(pageWith("/assets/index-new.js"));
  expect(await hasNewBuild()).toBe(true);
});

it("SHELL-43 an old browser compares the script of its own build", async () => {
  document.head.innerHTML = '<script src="/legacy/assets/index-old.js"></script>';
  const hasNewBuild = createBuildCheck(window);
  answer = async () => new Response(pageWith("/legacy/assets/index-old.js"));
  expect(await hasNewBuild()).toBe(false);
  answer = async () => new Response(pageWith("/legacy/assets/index-new.js"));
  expect(await hasNewBuild()).toBe(true);
});

it.each([
  ["an error", async () => new Response(pageWith("/assets/index-new.js"), { status: 502 })],
  ["a page that is not the panel's", async () => new Response("<h1>Sign in to the network</h1>")],
  ["no answer", async () => Promise.reject(new TypeError("Failed to fetch"))],
])("SHELL-43 %s is no new build", async (_, given) => {
  const hasNewBuild = createBuildCheck(window);
  answer = given;
  expect(await hasNewBuild()).toBe(false);
});

it("SHELL-43 a page that was not built is never notified of a new build", async () => {
  document.head.innerHTML = '<script src="/src/main.tsx"></script>';
  const hasNewBuild = createBuildCheck(window);
  expect(await hasNewBuild()).toBe(false);
});
