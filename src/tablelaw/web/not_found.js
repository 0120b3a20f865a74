// The page for an unknown address, with links to the lobby and the help.
import { byId } from "/web/lib/dom.js";
import { frame } from "/web/lib/frame.js";

byId("address").textContent = location.pathname;
await frame("Page not found");
