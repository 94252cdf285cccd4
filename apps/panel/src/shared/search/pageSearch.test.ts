import { expect, it } from "vitest";
import { createPageSearch } from "./pageSearch.ts";

it("SHELL-8 the search is available while a page requests it, and empty for the next page", () => {
  const search = createPageSearch();
  expect(search.get()).toEqual({ asked: false });
  search.dispatch({ type: "asked" });
  search.dispatch({ type: "typed", text: "bob" });
  expect(search.get()).toEqual({ asked: true, text: "bob" });
  search.dispatch({ type: "left" });
  search.dispatch({ type: "asked" });
  expect(search.get()).toEqual({ asked: true, text: "" });
});

it("SHELL-8 text that is typed without a requesting page is dropped", () => {
  const search = createPageSearch();
  search.dispatch({ type: "typed", text: "bob" });
  expect(search.get()).toEqual({ asked: false });
});
