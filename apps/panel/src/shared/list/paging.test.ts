import { PAGE_SIZE } from "@callpanel/contract";
import { expect, it } from "vitest";
import { pageCountOf } from "./paging.ts";

it("ADDRESS-13 CDR-41 pages have 18 rows, and an empty list has one page", () => {
  for (const size of [PAGE_SIZE.contacts, PAGE_SIZE.cdrs])
    expect([0, 1, 18, 19, 36, 37].map((total) => pageCountOf(total, size))).toEqual([1, 1, 1, 2, 2, 3]);
});
