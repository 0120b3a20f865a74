// Whose eyes a replay is seen with: all cards open, what anybody saw at the time, or what one seat saw.
export function watchers(step) {
  const seats = step.view.seats.filter((seat) => seat.in_round);
  return [["all", "the auditor: every card"], ["table", "anybody at the table"],
    ...seats.map((seat) => [`seat ${seat.seat}`, `seat ${seat.seat}, ${seat.player}`])];
}

export function seenBy(step, eyes) {
  const { view, cards } = step;
  if (eyes === "table") return view;
  if (eyes === "all") {
    return {
      ...view, dealer: cards.dealer, dealer_hand: cards.dealer_hand || view.dealer_hand, community: cards.community, places: cards.places,
      seats: view.seats.map((seat) => open(seat, cards)),
    };
  }
  const own = Number(eyes.split(" ")[1]);
  return { ...view, seats: view.seats.map((seat) => (seat.seat === own ? { ...open(seat, cards), is_you: true } : seat)) };
}

function open(seat, cards) {
  if (!seat.in_round) return seat;
  return { ...seat, cards: cards.seats[seat.seat] ?? [], discard: cards.discards[seat.seat] ?? [], hand: cards.hands[seat.seat] ?? "" };
}
