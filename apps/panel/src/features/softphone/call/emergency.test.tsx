// @vitest-environment jsdom
import { act, cleanup, fireEvent, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { openSoftphone } from "../test/openSoftphone.tsx";

afterEach(cleanup);

const FRONT_DESK = { id: 2, name: "Front desk", number: "+14165550160" };
const OFFICE = { id: 3, name: "Head office", address: "1 King St, Toronto", details: "Floor 5" };

function openField(user: Parameters<typeof openSoftphone>[0]) {
  const opened = openSoftphone(user);
  const field = () => opened.region().getByRole("combobox", { name: "Number" });
  const type = (value: string) => act(async () => fireEvent.change(field(), { target: { value } }));
  return { ...opened, field, type };
}

it("SET-18 an emergency number shows where help is sent to, and the next Enter calls", async () => {
  const { region, type, field, phone } = openField({
    user: {
      emergency_numbers: ["911", "933"],
      emergency_callerid_dispatchable_location: OFFICE,
      emergency_callerid_callback_profile: FRONT_DESK,
    },
  });
  await type("91");
  expect(region().queryByText(/emergency call/)).toBeNull();
  await type("911");
  await waitFor(() =>
    expect(region().getByText("911 is an emergency call.").parentElement?.textContent).toBe(
      "911 is an emergency call. Help is sent to: Head office, 1 King St, Toronto, Floor 5. They call back (416) 555-0160.",
    ),
  );
  await act(async () => fireEvent.keyDown(field(), { key: "Enter" }));
  expect(phone.asked).toContain("call 911");
  expect(region().getByText("911 is an emergency call.")).toBeTruthy();
});

it("SET-18 without a location it says so", async () => {
  const { region, type } = openField({ user: { emergency_numbers: ["911"] } });
  await type("9 1 1");
  expect(region().getByText("911 is an emergency call.").parentElement?.textContent).toContain(
    "No location is set: say where you are.",
  );
});
