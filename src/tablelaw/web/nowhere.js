// An address that is none: which it was, and the way back.
import { byId } from "/web/lib/dom.js";
import { frame } from "/web/lib/frame.js";

byId("address").textContent = location.pathname;
await frame("Not here");
