import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";

/** PWA-4: the worker leads this page to what a notification was about. */
export function FollowNote() {
  const navigate = useNavigate();
  useEffect(() => {
    if (!("serviceWorker" in window.navigator)) return undefined;
    const { serviceWorker } = window.navigator;
    const hear = ({ data }: MessageEvent<unknown>) => {
      const path = pathOf(data);
      if (path !== null) void navigate({ to: path });
    };
    serviceWorker.addEventListener("message", hear);
    return () => serviceWorker.removeEventListener("message", hear);
  }, [navigate]);
  return null;
}

function pathOf(message: unknown): string | null {
  if (typeof message !== "object" || message === null || !("type" in message) || message.type !== "open") return null;
  return "path" in message && typeof message.path === "string" ? message.path : null;
}
