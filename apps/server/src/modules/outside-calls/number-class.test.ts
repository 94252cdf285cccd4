import { expect, it } from "vitest";
import { classOfNumber } from "./number-class.ts";

it.each([
  // dialled by a company in Canada
  ["+16045550199", "CA", "inland"],
  ["6045550199", "CA", "inland"],
  ["16045550199", "CA", "inland"],
  ["+18005551111", "CA", "inland"],
  ["+12125550123", "CA", "abroad"],
  ["+442079460000", "CA", "abroad"],
  ["011442079460000", "CA", "abroad"],
  ["00442079460000", "CA", "abroad"],
  ["+80012345678", "CA", "abroad"],
  // islands with the calling code of Canada
  ["+18765551234", "CA", "abroad"],
  ["18095551234", "CA", "abroad"],
  ["+19005551234", "CA", "premium"],
  ["9005551234", "CA", "premium"],
  ["01119005551234", "CA", "premium"],
  ["0019005551234", "CA", "premium"],
  ["+33891123456", "CA", "premium"],
  // pay-per-call exchanges and Canada's satellites, which look like area codes
  ["+14169761234", "CA", "premium"],
  ["4169761234", "CA", "premium"],
  ["+12129761234", "GB", "premium"],
  ["+16007001234", "CA", "premium"],
  ["+18449761234", "CA", "inland"],
  ["+14165976123", "CA", "inland"],
  // directory assistance, by its short number, of the caller's own area and of another
  ["411", "CA", "premium"],
  ["1411", "CA", "premium"],
  ["5551212", "CA", "premium"],
  ["4165551212", "CA", "premium"],
  ["14165551212", "CA", "premium"],
  ["+12125551212", "CA", "premium"],
  ["0012125551212", "GB", "premium"],
  ["18005551212", "CA", "inland"],
  ["+14165551213", "CA", "inland"],
  ["118500", "GB", "unknown"],
  ["11833", "DE", "unknown"],
  ["1223", "AU", "unknown"],
  // 700 is different for each carrier; dial-around to it is in no numbering plan
  ["17005554141", "CA", "premium"],
  ["10102887005554141", "CA", "unknown"],
  ["19765551234", "CA", "unknown"],
  ["15225550001", "CA", "premium"],
  // shared cost, personal numbers
  ["+448450123456", "CA", "premium"],
  ["+447012345678", "CA", "premium"],
  ["+15005550001", "CA", "premium"],
  // satellites, international networks, international premium rate
  ["+870773912345", "CA", "premium"],
  ["+881631234567", "CA", "premium"],
  ["+882161234567", "CA", "premium"],
  ["+883510012345", "CA", "premium"],
  ["011881631234567", "CA", "premium"],
  ["+979123456789", "CA", "premium"],
  // numbers in no numbering plan
  ["+17105551234", "CA", "unknown"],
  ["5551234", "CA", "unknown"],
  ["10102889005551234", "CA", "unknown"],
  ["919005551234", "CA", "unknown"],
  ["119005551234", "CA", "premium"],
  ["00019005551234", "CA", "unknown"],
  // dialled by a company in Australia, the United Kingdom and Germany
  ["0291234567", "AU", "inland"],
  ["0011442079460000", "AU", "abroad"],
  ["1900123456", "AU", "premium"],
  ["02079460000", "GB", "inland"],
  ["09012345678", "GB", "premium"],
  ["08008001234", "GB", "inland"],
  ["+16045550199", "GB", "abroad"],
  ["0301234567", "DE", "inland"],
  ["09001234567", "DE", "premium"],
] as const)("TOLL-1 %s dialled in %s is %s", (number, country, wanted) => {
  expect(classOfNumber(number, country)).toBe(wanted);
});
