import { prettyDOM } from "@testing-library/react";

/**
 * The error of an element that is missing. One that is awaited is missing many times before it comes, and testing-library prints the whole document each time:
 * a twentieth of the time of screen tests. Here the document is printed when the message is read: when a test fails.
 */
export function elementError(message: string | null, container: Element): Error {
  const error = new Error(message ?? "");
  Error.captureStackTrace(error, elementError); // so that the line of the test is shown, not this one
  error.name = "TestingLibraryElementError";
  const fix = (value: string) => Object.defineProperty(error, "message", { value, configurable: true, writable: true });
  return Object.defineProperty(error, "message", {
    configurable: true,
    get: () => [message, prettyDOM(container)].filter(Boolean).join("\n\n"),
    set: fix,
  });
}
