// Times of the floor are whole seconds; they are shown as it is where the property is, with the name of the zone.
import { me } from "./api.js";

export const zone = () => me()?.time_zone || "UTC";
const parts = (options) => new Intl.DateTimeFormat("en-CA", { timeZone: zone(), hourCycle: "h23", ...options });

export function clockTime(seconds) {
  return parts({ hour: "2-digit", minute: "2-digit", second: "2-digit" }).format(new Date(seconds * 1000));
}

export function dayTime(seconds) {
  const named = parts({ timeZoneName: "short" }).formatToParts(new Date(seconds * 1000)).find((part) => part.type === "timeZoneName").value;
  return `${dayOf(seconds)} ${clockTime(seconds)} ${named}`;
}

// The date where the property is, as 2026-11-15.
export function dayOf(seconds) {
  return parts({ year: "numeric", month: "2-digit", day: "2-digit" }).format(new Date(seconds * 1000));
}

export const today = () => dayOf(Date.now() / 1000);
