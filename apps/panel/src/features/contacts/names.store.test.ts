import { createFakeClock, settle } from "@callpanel/testkit/clock";
import { expect, it } from "vitest";
import { ApiError } from "../../shared/api/api.ts";
import { createNumberNames, GATHER_MS } from "./names.store.ts";

function openNames(book: Record<string, string>, options: { mayAsk?: boolean } = {}) {
  const clock = createFakeClock();
  const asked: string[][] = [];
  let broken = false;
  const names = createNumberNames({
    lookUp: async (numbers) => {
      asked.push([...numbers]);
      if (broken) throw new ApiError({ kind: "unreachable" });
      return numbers.flatMap((number) => {
        const name = book[number];
        return name === undefined ? [] : { number, name, company: "", imageUrl: null };
      });
    },
    clock,
    mayAsk: () => options.mayAsk ?? true,
  });
  const pass = async () => {
    await clock.advance(GATHER_MS);
    await settle();
  };
  return { names, asked, book, pass, breaks: (now: boolean) => (broken = now) };
}

const ZOE = "+15145550177";

it("ADDRESS-20 numbers shown at the same time are requested together, each once", async () => {
  const { names, asked, pass } = openNames({ [ZOE]: "Zoë" });
  let told = 0;
  names.of(ZOE).subscribe(() => (told += 1));
  names.of(ZOE).subscribe(() => undefined);
  names.of("5145550100").subscribe(() => undefined);
  expect(asked).toEqual([]);
  await pass();
  expect(asked).toEqual([[ZOE, "5145550100"]]);
  expect(names.of(ZOE).get()?.name).toBe("Zoë");
  expect(names.of("5145550100").get()).toBeNull();
  expect(told).toBe(1);
  names.of(ZOE).subscribe(() => undefined);
  await pass();
  expect(asked).toHaveLength(1);
});

it("ADDRESS-20 more than 500 numbers are requested in parts", async () => {
  const { names, asked, pass } = openNames({});
  for (let at = 0; at < 501; at += 1) names.of(`514555${1000 + at}`).subscribe(() => undefined);
  await pass();
  await pass();
  expect(asked.map(({ length }) => length)).toEqual([500, 1]);
});

it("ADDRESS-20 extensions, codes and rooms are not requested, and nothing without the right to read contacts", async () => {
  const { names, asked, pass } = openNames({});
  for (const number of ["102", "*76", "***102", "3WC-12345678", ""]) names.of(number).subscribe(() => undefined);
  await pass();
  const other = openNames({}, { mayAsk: false });
  other.names.of(ZOE).subscribe(() => undefined);
  await other.pass();
  expect([asked, other.asked]).toEqual([[], []]);
});

it("ADDRESS-20 after a change the shown numbers are requested again, the rest when it is shown", async () => {
  const { names, asked, book, pass } = openNames({ [ZOE]: "Zoë" });
  names.of(ZOE).subscribe(() => undefined);
  const leave = names.of("5145550100").subscribe(() => undefined);
  await pass();
  leave();
  book[ZOE] = "Zoë Zimmermann";
  names.refresh();
  await pass();
  expect(asked.at(-1)).toEqual([ZOE]);
  expect(names.of(ZOE).get()?.name).toBe("Zoë Zimmermann");
  names.of("5145550100").subscribe(() => undefined);
  await pass();
  expect(asked.at(-1)).toEqual(["5145550100"]);
});

it("ADDRESS-20 after a failure the number is shown, and the next component requests it again", async () => {
  const { names, asked, pass, breaks } = openNames({ [ZOE]: "Zoë" });
  breaks(true);
  names.of(ZOE).subscribe(() => undefined);
  await pass();
  expect(names.of(ZOE).get()).toBeNull();
  breaks(false);
  names.of(ZOE).subscribe(() => undefined);
  await pass();
  expect(asked).toHaveLength(2);
  expect(names.of(ZOE).get()?.name).toBe("Zoë");
});
