import { expect, it } from "vitest";
import { fakeRoom } from "../../../../../test/fakeChat.ts";
import {
  closedCode,
  complete,
  fittingEmojis,
  fittingPeople,
  fittingRooms,
  nameAt,
  suggestedPerson,
} from "./completion.model.ts";

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
  expect(nameAt("hi @bo", 6)).toEqual({ sign: "@", from: 3, search: "bo" });
  expect(nameAt("@", 1)).toEqual({ sign: "@", from: 0, search: "" });
  expect(nameAt("x@bo", 4)).toBeNull();
  expect(nameAt("@bob hello", 10)).toBeNull();
});

it("CHATUI-13 names are found by any of their words, without accents, and the user is never offered themselves", () => {
  const names = (search: string) => fittingPeople(PEOPLE, search, "carol.c").map((one) => suggestedPerson(one).insert);
  expect(names("b")).toEqual(["@bob"]);
  expect(names("emo")).toEqual(["@zoe"]);
  expect(names("car")).toEqual([]);
});

it("CHATUI-13 the chosen name replaces what was typed, and the rest of the text stays", () => {
  const text = "hi @bo see you";
  expect(complete(text, { from: 3, search: "bo" }, "@bob")).toEqual({ text: "hi @bob see you", cursor: 8 });
});

it("CHATUI-45 # offers the user's own channels and groups that are not archived", () => {
  const rooms = [fakeRoom("1", "sales"), fakeRoom("2", "Sam's"), fakeRoom("3", "salt", { archived: true })];
  expect(nameAt("see #sa", 7)).toEqual({ sign: "#", from: 4, search: "sa" });
  expect(fittingRooms(rooms, "sa").map(({ insert }) => insert)).toEqual(["#sales", "#Sam's"]);
});

const SMILE = {
  emoji: "😄",
  name: "grinning",
  words: ["grinning", "happy"],
  codes: ["smile"],
  group: 0,
  takesTone: false,
};

it("CHATUI-43 two characters after a colon offer emojis, and a closed code becomes one", () => {
  expect(nameAt("at 10:3", 7)).toBeNull();
  expect(nameAt("ok :s", 5)).toBeNull();
  expect(nameAt("ok :sm", 6)).toEqual({ sign: ":", from: 3, search: "sm" });
  expect(fittingEmojis([SMILE], "sm")).toMatchObject([{ insert: "😄", code: ":smile:" }]);
  expect(closedCode("ok :smile: you", 10, [SMILE])).toEqual({ text: "ok 😄 you", cursor: 5 });
  expect(closedCode("ok :nothing:", 12, [SMILE])).toBeNull();
});
