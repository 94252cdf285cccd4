import { describe, expect, it } from "vitest";
import { wholeTests, wholeTestsOf } from "./whole.mjs";

describe("which tests of whole pages and servers a change can break", () => {
  const { pages, servers } = wholeTests();
  const inFolder = (folder: string) => (path: string) => path.startsWith(folder);

  it("pages are files with a document, servers those that start one or open its database, directly or by a part of the tests", () => {
    expect(pages).toContain("apps/panel/src/features/voicemail/VoicemailScreen.test.tsx");
    expect(servers).toContain("apps/server/src/modules/voicemail/box/boxes.test.ts"); // by test/open-boxes.ts
    expect(servers).toContain("apps/server/src/app/permissions.test.ts");
    expect(servers).toContain("apps/server/src/adapters/database/stores.test.ts");
    expect(servers).not.toContain("apps/server/src/modules/commands/call-rights.test.ts");
  });

  it("a module's change reaches its tests, not those of other modules, and no page", () => {
    const chosen = wholeTestsOf(["apps/server/src/modules/sms/email/email-replies.ts"]);
    expect(chosen.servers).toContain("apps/server/src/modules/sms/email/email-replies.test.ts");
    expect(chosen.servers).not.toContain("apps/server/src/modules/queue-reports/saved/saved-reports.test.ts");
    expect(chosen.pages).toEqual([]);
  });

  it("a feature's change reaches its pages and no server; the contract's both", () => {
    const ofFeature = wholeTestsOf(["apps/panel/src/features/voicemail/VoicemailScreen.tsx"]);
    expect(ofFeature.pages.filter(inFolder("apps/panel/src/features/voicemail/"))).toEqual(
      pages.filter(inFolder("apps/panel/src/features/voicemail/")),
    );
    expect(ofFeature.pages.length).toBeLessThan(pages.length / 2);
    expect(ofFeature.servers).toEqual([]);
    const ofContract = wholeTestsOf(["packages/contract/src/voicemail.ts"]);
    expect(ofContract.pages).toContain("apps/panel/src/features/voicemail/VoicemailScreen.test.tsx");
    expect(ofContract.servers).toContain("apps/server/src/modules/voicemail/box/boxes.test.ts");
  });

  it("a file that belongs to no area affects all of its app, and one that belongs to no app affects everything", () => {
    expect(wholeTestsOf(["apps/server/src/kernel/http/endpoint-server.ts"])).toEqual({ pages: [], servers });
    expect(wholeTestsOf(["apps/server/test/test-server.ts"])).toEqual({ pages: [], servers });
    expect(wholeTestsOf(["packages/ui/src/parts/Button.tsx"])).toEqual({ pages, servers: [] });
    expect(wholeTestsOf(["packages/contract/src/index.ts"])).toEqual({ pages, servers });
    expect(wholeTestsOf(["package-lock.json"])).toEqual({ pages, servers });
  });

  it("a changed test is one of them itself; documents and journeys reach none", () => {
    const [page = ""] = pages;
    expect(wholeTestsOf([page]).pages).toContain(page);
    expect(wholeTestsOf(["docs/spec/voicemail.md", "README.md", "e2e/support/company/people.ts"])).toEqual({
      pages: [],
      servers: [],
    });
  });
});
