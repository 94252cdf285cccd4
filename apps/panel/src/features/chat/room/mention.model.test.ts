import { expect, it } from "vitest";
import { complete, fittingPeople, mentionAt } from "./mention.model.ts";

const user = (username: string, name: string) => ({
  username,
  name,
  email: "",
  avatar: null,
  extension: "",
  smsCapable: false,
  server: null,
  token: null,
  chatUserId: username,
});
const PEOPLE = [user("bob", "Bob Baker"), user("zoe", "Zoé Émond"), user("carol.c", "Carol Chen")];

it("CHATUI-13 an @ after a space begins a name, one inside a word does not", () => {
  expect(mentionAt("hi @bo", 6)).toEqual({ from: 3, search: "bo" });
  expect(mentionAt("@", 1)).toEqual({ from: 0, search: "" });
  expect(mentionAt("x@bo", 4)).toBeNull();
  expect(mentionAt("@bob hello", 10)).toBeNull();
});

it("CHATUI-13 names are found by any of their words, without accents, and never oneself", () => {
  const names = (search: string) => fittingPeople(PEOPLE, search, "carol.c").map(({ username }) => username);
  expect(names("b")).toEqual(["bob"]);
  expect(names("emo")).toEqual(["zoe"]);
  expect(names("car")).toEqual([]);
});

it("CHATUI-13 the chosen name replaces what was typed, and the rest of the text stays", () => {
  const text = "hi @bo see you";
  expect(complete(text, { from: 3, search: "bo" }, "bob")).toEqual({ text: "hi @bob see you", cursor: 8 });
});
