// The viewpoint of a replay: all cards open, what everyone could see at the time, or what one seat saw.
/** @param {Api.ReplayStep} step */
export function viewpoints(step) {
  const seats = step.view.seats.filter((seat) => seat.in_round);
  return [
    ["all", "the auditor: every card"],
    ["table", "everyone at the table"],
    ...seats.map((seat) => [`seat ${seat.seat}`, `seat ${seat.seat}, ${seat.player}`]),
  ];
}

/**
 * @param {Api.ReplayStep} step
 * @param {string} viewpoint
 */
export function seenFrom(step, viewpoint) {
  const { view, cards } = step;
  if (viewpoint === "table") return view;
  if (viewpoint === "all") {
    return {
      ...view,
      dealer: cards.dealer,
      dealer_hand: cards.dealer_hand || view.dealer_hand,
      community: cards.community,
      places: cards.places,
      seats: view.seats.map((seat) => open(seat, cards)),
    };
  }
  const own = Number(viewpoint.split(" ")[1]);
  return {
    ...view,
    seats: view.seats.map((seat) => (seat.seat === own ? { ...open(seat, cards), is_you: true } : seat)),
  };
}

/**
 * @param {Api.WireSeat} seat
 * @param {Api.OpenCards} cards
 */
function open(seat, cards) {
  if (!seat.in_round) return seat;
  return {
    ...seat,
    cards: cards.seats[seat.seat] ?? [],
    discard: cards.discards[seat.seat] ?? [],
    hand: cards.hands[seat.seat] ?? "",
  };
}
