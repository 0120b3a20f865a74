// Notices a live connection that is open but silent, as after a pulled cable: nothing else would report it for minutes.
// After a moment of silence the page asks for a sign of life. It says so when none comes, and then gives the socket up.
const TICK_MS = 250;
const QUIET_MS = 1500;
const STALLED_MS = 2000;
const LOST_MS = 8000;

/**
 * Listens to one socket. `told` hears "stalled" when the server does not answer and "open" when it does again; `lost` is
 * called once, when the socket is given up. Returns a function that ends this.
 * @param {WebSocket} socket
 * @param {(state: "open" | "stalled") => void} told
 * @param {() => void} lost
 */
export function heartbeat(socket, told, lost) {
  let heard = Date.now();
  let asked = Date.now(); // the handshake is the first question
  let isStalled = false;

  function hear() {
    heard = Date.now();
    asked = 0;
    if (isStalled) told("open");
    isStalled = false;
  }

  // Silence counts from the question, because the browser slows down the timers of a page in the background.
  function look() {
    const now = Date.now();
    if (asked && now - asked >= LOST_MS) return giveUp();
    if (asked && now - asked >= STALLED_MS && !isStalled) {
      isStalled = true;
      return told("stalled");
    }
    if (!asked && now - heard >= QUIET_MS) {
      asked = now;
      socket.send(JSON.stringify({ beat: true }));
    }
    return undefined;
  }

  function giveUp() {
    stop();
    lost();
  }

  function stop() {
    clearInterval(ticking);
    socket.removeEventListener("open", hear);
    socket.removeEventListener("message", hear);
  }

  socket.addEventListener("open", hear);
  socket.addEventListener("message", hear);
  const ticking = setInterval(look, TICK_MS);
  return stop;
}
