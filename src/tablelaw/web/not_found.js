// The page for an unknown address: names it, and leads back.
import { byId } from "/web/lib/dom.js";
import { frame } from "/web/lib/frame.js";

byId("address").textContent = location.pathname;
await frame("Page not found");
