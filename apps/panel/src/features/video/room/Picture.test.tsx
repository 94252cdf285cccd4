// @vitest-environment jsdom
import { cleanup, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Picture } from "./Picture.tsx";

beforeEach(() => {
  vi.stubGlobal("MediaStream", class {});
  vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const videos = () => [...document.querySelectorAll("video")];

it("VROOM-12 a picture that changes its place in the layout keeps its element, which continues to play", () => {
  const [stream, other] = [new MediaStream(), new MediaStream()];
  const { rerender } = render(
    <main>
      <Picture stream={stream} />
    </main>,
  );
  const [before] = videos();
  expect(before).toMatchObject({ srcObject: stream, muted: true, autoplay: true, playsInline: true });
  rerender(
    <aside>
      <Picture stream={stream} />
    </aside>,
  );
  expect(videos()).toEqual([before]);
  expect(before?.closest("aside")).not.toBeNull();
  rerender(
    <aside>
      <Picture stream={other} />
    </aside>,
  );
  expect(videos().map(({ srcObject }) => srcObject)).toEqual([other]);
  rerender(
    <aside>
      <Picture stream={stream} />
    </aside>,
  );
  expect(videos()[0]).toBe(before);
  expect(HTMLMediaElement.prototype.play).toHaveBeenCalledTimes(4);
});

it("VROOM-12 a stream in two tiles has an element in each", () => {
  const stream = new MediaStream();
  render(
    <>
      <Picture stream={stream} />
      <Picture stream={stream} />
    </>,
  );
  expect(videos().map(({ srcObject }) => srcObject)).toEqual([stream, stream]);
});
