import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { usePanel } from "../../shared/panel.ts";
import { useSegment } from "../../shared/useSegment.ts";

/** A link that wants to call: it is carried out once, and leads to the start page (spec 1 §4). */
export function DialerRoute() {
  const phoneNumber = useSegment("phoneNumber");
  const { clickToDial } = usePanel();
  const navigate = useNavigate();
  const carried = useRef(false);
  useEffect(() => {
    if (carried.current) return;
    carried.current = true;
    if (phoneNumber !== null) void clickToDial.dial(phoneNumber);
    void navigate({ to: "/", replace: true });
  }, [clickToDial, navigate, phoneNumber]);
  return null;
}
