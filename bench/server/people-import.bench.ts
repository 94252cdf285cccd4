/** 5,000 new people of a CSV file: read with a preview, and applied in portions as the page does; how long other work waits. */
import { performance } from "node:perf_hooks";
import { applyPeople, PEOPLE_PORTION, previewPeopleFile } from "@callpanel/contract";
import { applyCompany, parseCompanyFile } from "../../apps/server/src/modules/administration/index.ts";
import { bearer, createTestServer } from "../../apps/server/test/test-server.ts";
import type { Report } from "../figure.ts";

const PEOPLE = 5_000;
const BOUND_S = 20; // issue 17, figures
const AGAINST = "bound of issue 17";
const PATH = "/api/v1/administration/people";
const FIRST_EXTENSION = 10_000;

export async function run(report: Report): Promise<void> {
  const server = await createTestServer();
  try {
    await applyCompany(
      server.stores.company,
      parseCompanyFile("realm: demo\nusers: [{ username: grace, groups: [staff, administrators] }]"),
    );
    const headers = bearer((await server.signIn("grace")).access_token);
    const lines = Array.from(
      { length: PEOPLE },
      (_, at) => `person${at},First${at},Last${at},${FIRST_EXTENSION + at},p${at}@example.com,Department ${at % 40}`,
    );
    const form = new FormData();
    const text = ["username,first_name,last_name,extension,email,department", ...lines].join("\n");
    form.set("csv_file", new Blob([text], { type: "text/csv" }), "people.csv");
    const encoded = new Response(form);
    const began = performance.now();
    const answer = await server.app.inject({
      method: "POST",
      url: `${PATH}/file`,
      headers: { ...headers, "content-type": encoded.headers.get("content-type") ?? "" },
      payload: Buffer.from(await encoded.arrayBuffer()),
    });
    const { people } = previewPeopleFile.response.parse(answer.json());
    const read = performance.now();
    let longest = 0;
    let added = 0;
    for (let start = 0; start < people.length; start += PEOPLE_PORTION) {
      const at = performance.now();
      const portion = people.slice(start, start + PEOPLE_PORTION);
      const applied = await server.app.inject({
        method: "POST",
        url: `${PATH}/apply`,
        headers,
        payload: { people: portion },
      });
      added += applyPeople.response.parse(applied.json()).added;
      longest = Math.max(longest, performance.now() - at);
    }
    if (added !== PEOPLE) throw new Error(`${added} people were added`);
    const seconds = (from: number, to: number) => (to - from) / 1_000;
    const figure = { unit: "s", better: "lower", against: AGAINST } as const;
    report({ ...figure, name: "5,000 people: preview", value: seconds(began, read), bound: BOUND_S });
    report({ ...figure, name: "5,000 people: applied", value: seconds(read, performance.now()), bound: BOUND_S });
    report({ ...figure, name: "5,000 people: longest portion", value: longest / 1_000, bound: 1, against: "a second" });
  } finally {
    await server.remove();
  }
}
