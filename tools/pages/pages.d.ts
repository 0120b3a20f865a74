// Types that the modules of the pages share and that do not come from the interface.
declare namespace Page {
  /** What an element may contain: elements, text, lists of either; nothing where there is nothing to show. */
  type Child = Node | string | number | boolean | null | undefined | Child[];

  /** Attributes of an element: those that begin with "on" are handlers, false and null leave an attribute out. */
  type Attributes<Element> = { [Kind in keyof HTMLElementEventMap as `on${Kind}`]?: Handler<Element, Kind> } & {
    [name: string]: unknown;
  };
  type Handler<Element, Kind extends keyof HTMLElementEventMap> = (
    event: HTMLElementEventMap[Kind] & { currentTarget: Control<Element>; target: Control<Element> },
  ) => unknown;
  /** The element a handler was given to. A form's fields are read by their names. */
  type Control<Element> = Element extends HTMLFormElement ? Element & { elements: Fields } : Element;
  type Fields = { [name: string]: HTMLInputElement };

  /** The live connection: answering, silent, or being opened again. */
  type LineState = "open" | "stalled" | "lost";
  /** What the server tells through a socket; a beat answers the page's own. */
  type Message = { beat?: boolean; view?: Api.WireTable; lobby?: Api.Lobby; gone?: string };

  /** Sends an order, shows a refusal, and draws the page anew. True where a page says whether it was carried out. */
  type Give = (command: Api.Command, table?: string) => Promise<boolean | void>;
  /** The same of the property: a second person may approve, and `tell` shows a refusal. True where it was carried out. */
  type GiveApproved = (command: Api.Command, more?: Approved) => Promise<boolean>;
  type Approved = { approver?: Api.Approver; done?: string; tell?: Tell };
  type Tell = (words: string) => void;
  type Redraw = () => void;

  /** A Rules Submission that is being edited. `form` is there once a rulebook is chosen. */
  type Editing = {
    form: Api.Form;
    draft: Draft;
    text: string;
    findings: Api.DraftFinding[];
    beside: Api.DraftFinding[];
    /** Whether text, findings and sign belong to the draft as it is now. */
    isChecked: boolean;
    /** The names of the tables on this floor. */
    tables: string[];
    /** The sign as SVG, once the draft passes. */
    sign: string;
    holds: Holds[] | null;
    said: string;
  };
  /** The file as it is written: values, and parts with values of their own. */
  type Draft = { [key: string]: any };
  /** What the house holds under one choice. */
  type Holds = {
    part: string;
    name: string;
    value: string;
    is_filed: boolean;
    is_offered: boolean;
    overall: number;
    overall_exact: string;
    holds: { name: string; hold: number; exact: string }[];
  };
  /** The Rules Submission that the analyst looks at. */
  type Chosen = { name: string; rulebook: string; text: string };

  // The answers to slow questions are not described by the interface: these are the parts that the analyst's page shows.
  // An exact figure is "NUM/DEN".

  type Par = {
    header: Record<string, string>;
    main: ParMain;
    whole_round: { overall_hold: string };
    side_wagers: ParSideWager[];
    progressives: { wager: string; long_run: { hold: string } }[];
    choices: { says: string; value: string; switched_from?: string }[];
    notes: string[];
    starting_hands: ParHand[];
    best_play: string[];
    strategies: { name: string; says: string; ev: string; cost: string }[];
  };
  type ParMain = {
    base: string;
    ev: string;
    element_of_risk?: number;
    standard_deviation: number;
    hit_frequency: number;
    distribution: Record<string, string>;
  };
  type ParSideWager = {
    wager: string;
    name: string;
    column: string;
    stake: string;
    ev: string;
    hit_frequency?: number;
    printed_range?: { low: string; high: string; met: boolean };
    cite: string;
  };
  type ParHand = { hand: string; best: string; ev: string; ways: number; actions: Record<string, string> };

  type SimulationForm = {
    wagers: { id: string; name: string; kind: string; minimum: number; amounts: number[] }[];
    plays: string[];
    meters: { wagers: string[] }[];
    limit: { in_force: number | null; says: string; cite: string } | null;
    most_dealt: number;
  };
  type SimulationAnswer = {
    facts: { question: string; title: string; findings?: Api.DraftFinding[] };
    shown: Record<string, unknown>[];
    notes: string[];
    files: Record<string, string>;
    picture: string;
  };

  /** What may be asked about seen cards, and what is told of them. */
  type ExposureForm = {
    places: { place: string; items: { item: string; says: string }[] }[];
    decisions: string[];
    ante_cents: number;
  };
  type Exposure = {
    seen: string;
    value: string;
    honest: string;
    gain: string;
    is_simulated: boolean;
    interval?: string[];
    standard_deviation?: number;
    n0?: number | null;
    break_even_share?: number;
    actions: Record<string, string>;
    honest_actions: Record<string, string>;
    changed: { hand: string; honest: string; informed: string; weight: string }[];
    method: string;
    notes: string[];
    picture: string;
  };

  type Exercise = { seen: string; seed: string; deals: number; rounds: ExerciseRound[] };
  type ExerciseRound = {
    round: number;
    cards: string[];
    board: string[];
    dealer: string[];
    may_have_seen: string[];
    moves: { stage: string; board: string[]; taken: string }[];
  };
  type ExerciseAnswers = {
    right: number;
    of: number;
    rounds: {
      round: number;
      marked: boolean;
      was_seen: boolean;
      reason: string;
      telling: { stage: string; taken: string; actions: { action: string; honest: string; informed: string }[] };
    }[];
  };

  /** A card put into a drawing: its key, the card, and where it lies. */
  type PlaceCard = (key: string, card: string, x: number, y: number, scale: number) => SVGElement;
}

interface Document {
  /** Elements that a page has in its HTML are there. */
  getElementById(id: string): HTMLElement;
}
