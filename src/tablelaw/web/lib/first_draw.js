// A page is shown once it has drawn what it first asked for, so that nothing moves under the reader; after some seconds
// it is shown in any case.
const LONGEST_MS = 4000;
const LOOK_MS = 40;
let asked = 0;

/**
 * Counts a request that is under way.
 * @template Answer
 * @param {Promise<Answer>} request
 */
export function underWay(request) {
  asked += 1;
  return request.finally(() => {
    asked -= 1;
  });
}

/** Shows the page once no request has been under way for a moment. */
export function showWhenDrawn() {
  const until = Date.now() + LONGEST_MS;
  let quiet = 0;
  const looking = setInterval(() => {
    quiet = asked ? 0 : quiet + 1;
    if (quiet < 2 && Date.now() < until) return;
    clearInterval(looking);
    document.body.classList.add("shown");
  }, LOOK_MS);
}
