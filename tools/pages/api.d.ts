// The types of the interface. Written by `python -m tools.page_types`; do not change them by hand.
declare namespace Api {
  interface Account {
    account: string;
    kind: string;
    says: string;
    reason: string;
    debits: number;
    credits: number;
    balance: number;
    held: number;
  }
  interface AccountStatement {
    account: string;
    opening: number;
    closing: number;
    held: number;
    earlier: number;
    lines: StatementLine[];
  }
  interface AcknowledgeAlert {
    type: "AcknowledgeAlert";
    alert: string;
    note: string;
    says?: string;
  }
  interface Act {
    type: "Act";
    seat: number;
    action: string;
    cents?: number;
    discard?: string[];
    by?: string;
    at?: number;
  }
  interface AdjustMeter {
    type: "AdjustMeter";
    meter: string;
    units: number;
    reason: string;
    approvers: string[];
  }
  interface AdoptJurisdiction {
    type: "AdoptJurisdiction";
    jurisdiction: string;
    time_zone?: string;
    reason?: string;
    approvers?: string[];
  }
  interface AgainstTheory {
    rounds: number;
    handle_cents: number;
    win_cents: number;
    corrected_cents: number;
    win: Span | null;
    pushes: number;
    pushes_span: Span | null;
  }
  interface Alert {
    id: string;
    table: string;
    kind: string;
    says: string;
    cite: string;
    at: number;
    is_standing: boolean;
    acknowledged_by: string;
    acknowledged_at: number;
    note: string;
  }
  interface AnalysisRequest {
    ask: "alternatives" | "compare" | "edge" | "exercise" | "exposure" | "exposure-form" | "sheet" | "simulate" | "simulation-form";
    text: string;
    other?: string;
    form?: "html" | "json" | "pdf" | "text" | "xlsx";
    simulation?: Simulation | null;
    wager?: string;
    seen?: string[];
    seed?: string;
    marks?: number[] | null;
  }
  interface Approver {
    name: string;
    password?: string;
  }
  interface AskClosing {
    type: "AskClosing";
    table: string;
    is_taken_back?: boolean;
  }
  interface AssignDealer {
    type: "AssignDealer";
    table: string;
    dealer: string;
  }
  interface Audited {
    checks: Shown[];
    difference: string;
    where: string;
  }
  interface Book {
    rulebook: string;
    game: string;
    law: string;
    jurisdiction: string;
    status: string;
  }
  interface Books {
    rulebooks: Book[];
  }
  interface BuyIn {
    type: "BuyIn";
    player: string;
    table: string;
    cents: number;
  }
  interface CardShown {
    order: number;
    card: string;
    place: string;
    face: string;
    entry: number;
    sealed_in: number;
    position: number;
    salt: string;
    was_open: boolean;
  }
  interface CashOut {
    type: "CashOut";
    player: string;
  }
  interface ChangeDecks {
    type: "ChangeDecks";
    backs: string[];
    preshuffled?: boolean;
    by?: string;
    at?: number;
  }
  interface ChangeMethod {
    type: "ChangeMethod";
    dealing: string;
    by?: string;
    at?: number;
  }
  interface CheckedDraft {
    rulebook: string;
    text: string;
    draft: Record<string, unknown>;
    findings: DraftFinding[];
    beside: DraftFinding[];
    sign: string;
  }
  interface Checklist {
    sections: [string, Task[]][];
  }
  interface ClearRound {
    type: "ClearRound";
    by?: string;
    at?: number;
  }
  interface CloseAccount {
    type: "CloseAccount";
    player: string;
  }
  interface CloseBets {
    type: "CloseBets";
    by?: string;
    at?: number;
  }
  interface CloseTable {
    type: "CloseTable";
    by?: string;
    at?: number;
  }
  interface CoachedAction {
    action: string;
    cents: number;
    discard: string;
    words: string;
    value: number;
    ev: string;
    win: string;
    tie: string;
    lose: string;
    outs: OutsTold[];
  }
  interface Coaching {
    actions: CoachedAction[];
    stage: string;
    unseen: number;
    is_counting: boolean;
    seconds: number;
  }
  interface CompleteDocuments {
    type: "CompleteDocuments";
    seat: number;
    by?: string;
    at?: number;
  }
  interface CorrectTransfer {
    type: "CorrectTransfer";
    transfer: string;
    cents: number;
    reason: string;
    approvers: string[];
    together?: boolean;
  }
  interface CountChips {
    type: "CountChips";
    number: number;
    by?: string;
    at?: number;
  }
  interface CountDrop {
    type: "CountDrop";
    table: string;
    cents: number;
  }
  interface CountStub {
    type: "CountStub";
    cards: number;
    by?: string;
    at?: number;
  }
  interface CreditTray {
    type: "CreditTray";
    table: string;
    cents: number;
  }
  interface CutDeck {
    type: "CutDeck";
    depth: number;
    by?: string;
    at?: number;
  }
  interface CutLink {
    type: "CutLink";
    link: string;
  }
  interface DayEnd {
    day: string;
    matters: OpenMatter[];
  }
  interface DayReport {
    title: string;
    version: string;
    property: string;
    day: string;
    began: number;
    ended: number;
    first_entry: number;
    last_entry: number;
    is_empty: boolean;
    tables: TableDay[];
    meters: MeterDay[];
    hand_pays: HandPay[];
    exceptions: Exceptional[];
    time_zone: string;
    jurisdiction: string;
    currency: string;
  }
  interface Deal {
    type: "Deal";
    by?: string;
    at?: number;
  }
  interface Detail {
    text: string;
    cites: string[];
    readings: string[];
  }
  interface DeviceNow {
    name: string;
    kind: "display" | "management" | "shoe" | "shuffler";
    tables: string[];
    seq: number;
  }
  interface Done {
    seq: number;
    number: number;
    again: boolean;
  }
  interface DraftFinding {
    code: string;
    where: string;
    what: string;
    satisfy: string;
    cite: string;
  }
  interface DraftInput {
    text?: string;
    draft?: Record<string, unknown>;
    rulebook?: string;
    sign?: boolean;
  }
  interface DrillSpot {
    stage: string;
    cards: string[];
    board: string[];
    dealer: string[];
    earlier: string[];
    ante: number;
    actions: CoachedAction[];
    unseen: number;
    is_counting: boolean;
    seconds: number;
  }
  interface EndDay {
    type: "EndDay";
    reason?: string;
    open_matters?: string[];
  }
  interface Enter {
    role: string;
    name?: string;
  }
  interface EnterCard {
    type: "EnterCard";
    card: string;
    by?: string;
    at?: number;
  }
  interface EntryPlace {
    seq: number;
    size: number;
    leaf: string;
    path: string[];
    stream: string;
    round: number;
    by: string;
    at: number;
    body: string;
  }
  interface Evidence {
    log_e: number;
    highest: number;
    needed: number;
    strongest: RoundName[];
  }
  interface Exceptional {
    entry: number;
    at: number;
    kind: string;
    table: string;
    by: string;
    what: string;
    cite: string;
    cents: number;
    units: number;
    approvers: string[];
  }
  interface ExportLog {
    type: "ExportLog";
    size: number;
  }
  interface ExportReady {
    id: string;
    size: number;
    root: string;
    left_out: string;
  }
  interface Field {
    part: string;
    key: string;
    kind: string;
    label: string;
    says: string;
    cite: string;
    values: Value[];
    least: number;
    most: number;
    is_optional: boolean;
  }
  interface FigureRounds {
    rounds: number;
    tables: TableRounds[];
  }
  interface Filed {
    table: string;
    rulebook: string;
    text: string;
  }
  interface FillTray {
    type: "FillTray";
    table: string;
    cents: number;
  }
  interface Flag {
    table: string;
    round: number;
    entry: number;
    at: number;
  }
  interface FloorFigures {
    day: string;
    month: string;
    months: string[];
    seq: number;
    tables: TableFigures[];
    groups: GroupFigures[];
    players: PlayerFigures[];
    preparing: string[];
    notes: string[];
  }
  interface FloorMeter {
    id: string;
    tables: string[];
    link: string;
    is_down: boolean;
    shown: number;
    reserve: number;
    pending: number;
    amount_in: number;
    hits: number;
    wins: number;
    paid: number;
    seed: number;
  }
  interface FloorRow {
    table: string;
    game: string;
    rulebook: string;
    phase: string;
    round: number;
    rounds: number;
    players: number;
    dealer: string;
    deck: string;
    tray: number;
    on_felt: number;
    overdue: number;
    says: string;
    why_open: string;
    closing: string;
    assigned: string;
    seated: Seated[];
    waiting: WireWaiting[];
  }
  interface FloorView {
    property: string;
    day: string;
    seq: number;
    automatic: string[];
    is_stopped: boolean;
    players: string[];
    money: PlayerMoney[];
    tables: FloorRow[];
    alerts: Alert[];
    more_alerts: number;
    meters: FloorMeter[];
    are_figures_judged: boolean;
  }
  interface Form {
    rulebook: string;
    game: string;
    law: string;
    jurisdiction: string;
    status: string;
    heading: Field[];
    limits: Field[];
    procedure: Field[];
    options: Field[];
    offers: Offer[];
    tables: Table[];
    readings: Field[];
  }
  interface FoundRound {
    table: string;
    round: number;
    entry: number;
    began: number;
    ended: number;
    players: string[];
    staked: number;
    house: number;
    voided_by: string;
    slips: string[];
    hand_pay: number;
  }
  interface FoundRounds {
    rounds: FoundRound[];
  }
  interface FoundTransfer {
    id: string;
    receipt: string;
    entry: number;
    at: number;
    table: string;
    round: number;
    code: string;
    says: string;
    debit: string;
    credit: string;
    cents: number;
    corrected: number;
    by: string;
    cite: string;
  }
  interface FoundTransfers {
    transfers: FoundTransfer[];
  }
  interface GroupFigures {
    by: "dealer" | "game" | "shift" | "table";
    name: string;
    against: AgainstTheory;
    uncounted_rounds: number;
    far: ("pushes below" | "win above" | "win below")[];
  }
  interface Growth {
    old: number;
    size: number;
    path: string[];
  }
  interface HandPay {
    entry: number;
    at: number;
    table: string;
    round: number;
    seat: number;
    player: string;
    wager: string;
    meter: string;
    cents: number;
    cite: string;
    validated_by: string;
    documented_by: string;
    documents_cite: string;
  }
  interface Head {
    property: string;
    size: number;
    root: string;
    at: number;
  }
  interface Inspect {
    entry?: number;
  }
  interface InspectDecks {
    type: "InspectDecks";
    by?: string;
    at?: number;
  }
  interface InspectRound {
    type: "InspectRound";
    table: string;
    round: number;
    entry?: number;
  }
  interface InstallTable {
    type: "InstallTable";
    submission: string;
    tray_cents: number;
    physical?: boolean;
  }
  interface IrregularityDescription {
    id: string;
    name: string;
    says: string;
    cite: string;
    needs_seat: boolean;
    needs_card: boolean;
    by_floor_only: boolean;
  }
  interface Jackpot {
    seat: number;
    name: string;
    row: string;
    odds: string;
    note: string;
    cite: string;
    meter_cents: number;
    moments: JackpotMoment[];
    is_one_sum: boolean;
  }
  interface JackpotMoment {
    what: string;
    cents: number;
    entry: number;
    by: string;
    at: number;
  }
  interface JobStatus {
    id: string;
    state: string;
    ahead: number;
    said: string;
    seconds: number;
    refused: Record<string, string>;
  }
  interface LeaveSeat {
    type: "LeaveSeat";
    seat: number;
    by?: string;
    at?: number;
  }
  interface ListedDevice {
    name: string;
    kind: "display" | "management" | "shoe" | "shuffler";
    tables: string[];
    made_by: string;
    made_at: number;
    expires_at: number | null;
    seen_at: number | null;
    is_expired: boolean;
  }
  interface ListedDevices {
    devices: ListedDevice[];
  }
  interface ListedPeople {
    people: ListedPerson[];
  }
  interface ListedPerson {
    name: string;
    role: string;
  }
  interface LoadAccount {
    type: "LoadAccount";
    player: string;
    cents: number;
  }
  interface Lobby {
    property: string;
    day: string;
    seq: number;
    tables: LobbyTable[];
    beside: Neighbour[];
  }
  interface LobbyMeter {
    id: string;
    name: string;
    title: string;
    cents: number;
    is_down: boolean;
  }
  interface LobbyTable {
    table: string;
    rulebook: string;
    game: string;
    about: string;
    law: string;
    minimum: number;
    maximum: number;
    seats: number;
    players: string[];
    phase: string;
    rounds: number;
    is_physical: boolean;
    is_dealt: boolean;
    meters: LobbyMeter[];
  }
  interface LogState {
    property: string;
    key: string;
    size: number;
    settled: number;
    open_rounds: OpenRound[];
    left_out: string;
    can_sign: boolean;
    heads: ServedHead[];
  }
  interface Look {
    entry: number;
    at: number;
    by: string;
    what: string;
    table: string;
    round: number;
    size: number;
    of: number;
  }
  interface Looks {
    looks: Look[];
  }
  interface MadeDevice {
    name: string;
    token: string;
  }
  interface MarkDevice {
    type: "MarkDevice";
    device: string;
    works?: boolean;
    by?: string;
    at?: number;
  }
  interface Meaning {
    name: string;
    says: string;
    effect: string;
    is_chosen: boolean;
  }
  interface MeterDay {
    meter: string;
    opening_units: number;
    seed_units: number;
    contribution_units: number;
    win_units: number;
    reseed_units: number;
    reserve_moved_units: number;
    undone_units: number;
    adjustment_units: number;
    closing_units: number;
    reserve_opening_units: number;
    reserve_closing_units: number;
    amount_in_cents: number;
    hits: number;
    paid_cents: number;
    ledger_cents: number;
    agrees: boolean;
  }
  interface MoneyFormat {
    symbol: string;
    decimal: string;
    grouping: string;
    position: "after" | "before";
  }
  interface Neighbour {
    name: string;
    address: string;
  }
  interface NewDevice {
    name: string;
    kind: "display" | "management" | "shoe" | "shuffler";
    tables: string[];
    days?: number | null;
  }
  interface NotWatched {
    game: string;
    rounds: number;
    why: string;
  }
  interface Offer {
    id: string;
    name: string;
    says: string;
    cite: string;
    fields: Field[];
    tables: string[];
  }
  interface OpenCards {
    dealer: string[];
    dealer_hand: string;
    community: string[];
    places: Record<string, string[]>;
    seats: Record<string, string[]>;
    discards: Record<string, string[]>;
    hands: Record<string, string>;
  }
  interface OpenMatter {
    kind: string;
    table: string;
    says: string;
    cite: string;
    must_end: boolean;
  }
  interface OpenProperty {
    type: "OpenProperty";
    name: string;
    public_key?: string;
    jurisdiction?: string;
    time_zone?: string;
  }
  interface OpenRound {
    table: string;
    round: number;
    first: number;
    began: number;
  }
  interface OrderIn {
    id: string;
    command: Command;
    table?: string;
    expect?: number | null;
    approver?: Approver | null;
  }
  interface OrderRecut {
    type: "OrderRecut";
    by?: string;
    at?: number;
  }
  interface OutsTold {
    hand: string;
    cards: number;
  }
  interface OwnRound {
    round: number;
    at: number;
    cards: string[];
    community: string[];
    dealer: string[];
    story: string[];
    lines: WireLine[];
    net: number;
  }
  interface OwnRounds {
    rounds: OwnRound[];
  }
  interface Paragraph {
    cite: string;
    title: string;
    says: string;
    parts: [string, string][];
    readings: string[];
  }
  interface PaytableDescription {
    title: string;
    wagers: string[];
    cite: string;
    columns: string[];
    rows: string[][];
    note: string;
  }
  interface PersonIn {
    change: "added" | "password reset" | "removed" | "role changed";
    name: string;
    role?: string;
    password?: string;
    approver?: Approver | null;
  }
  interface PlaceWager {
    type: "PlaceWager";
    seat: number;
    wager: string;
    cents: number;
    by?: string;
    at?: number;
  }
  interface PlayerFigures {
    player: string;
    hands: number;
    average_bet_cents: number;
    handle_cents: number;
    expected_loss_cents: number | null;
  }
  interface PlayerMoney {
    player: string;
    chips: number;
    account: number;
  }
  interface PracticeIn {
    rulebook: string;
  }
  interface PracticeTable {
    table: string;
  }
  interface PropertyLink {
    link: string;
    is_down: boolean;
    tables: string[];
  }
  interface PropertyTable {
    table: string;
    game: string;
    rulebook: string;
    law: string;
    is_physical: boolean;
    is_open: boolean;
    rounds: number;
    players: string[];
    tray: number;
    links: string[];
  }
  interface PropertyView {
    property: string;
    day: string;
    day_to_take_back: string;
    is_demo: boolean;
    has_key: boolean;
    tables: PropertyTable[];
    links: PropertyLink[];
    meters: FloorMeter[];
  }
  interface Proven {
    seq: number;
    body: string;
    path: string[];
  }
  interface Purse {
    chips: number;
    on_tables: number;
    game: number;
  }
  interface ReadingTold {
    name: string;
    title: string;
    cites: string[];
    doubt: string;
    why: string;
    may_be_filed: boolean;
    meanings: Meaning[];
  }
  interface ReceiveDecks {
    type: "ReceiveDecks";
    backs: string[];
    preshuffled?: boolean;
    by?: string;
    at?: number;
  }
  interface RefusalTexts {
    texts: Record<string, string>;
  }
  interface RemoveTable {
    type: "RemoveTable";
    table: string;
  }
  interface Replay {
    table: string;
    rulebook: string;
    game: string;
    round: number;
    began: number;
    ended: number;
    steps: ReplayStep[];
    law: Record<string, string>;
    cards: CardShown[];
    size: number;
    root: string;
    head: ServedHead | null;
    entries: Proven[];
    jackpots: Jackpot[];
  }
  interface ReplayStep {
    entry: number;
    event: string;
    at: number;
    by: string;
    what: string;
    cites: string[];
    details: Detail[];
    view: WireTable;
    cards: OpenCards;
  }
  interface ReportIrregularity {
    type: "ReportSlip";
    slip: string;
    seat?: number;
    card?: string[];
    by?: string;
    at?: number;
  }
  interface RestoreLink {
    type: "RestoreLink";
    link: string;
  }
  interface RoundName {
    table: string;
    round: number;
    entry: number;
  }
  interface Seated {
    seat: number;
    player: string;
    is_served: boolean;
  }
  interface ServeSeat {
    type: "ServeSeat";
    table: string;
    seat: number;
    player: string;
  }
  interface ServedHead {
    head: Head;
    signature: string;
    key: string;
    format: number;
    title: string;
  }
  interface SettleSeat {
    type: "SettleSeat";
    by?: string;
    at?: number;
  }
  interface ShowCards {
    type: "ShowCards";
    by?: string;
    at?: number;
  }
  interface Shown {
    name: string;
    says: string;
    is_run: boolean;
  }
  interface Shuffle {
    type: "Shuffle";
    how: string;
    cards?: string[];
    by?: string;
    at?: number;
  }
  interface SignIn {
    name: string;
    password: string;
  }
  interface Simulation {
    wagers: [string, number][];
    ask?: ("hold" | "jackpot" | "limit" | "session" | "shift")[];
    seats?: number;
    play?: string;
    mistakes_percent?: number;
    rounds?: number;
    seed?: number;
    session_rounds?: number;
    bankroll?: number;
    sessions?: number;
    rounds_an_hour?: number;
    shifts?: number;
    tables?: number[];
    hours_a_day?: number;
    days?: number;
    periods?: number;
    limit?: number;
  }
  interface Span {
    expected: number;
    deviation: number;
    far_below: number;
    below: number;
    above: number;
    far_above: number;
    position: number;
    standing: "inside" | "outside 95 %" | "outside 99.9 %";
  }
  interface SpreadCards {
    type: "SpreadCards";
    face?: string;
    by?: string;
    at?: number;
  }
  interface StartDay {
    type: "StartDay";
    day: string;
  }
  interface State {
    state: string;
  }
  interface StatementLine {
    receipt: string;
    at: number;
    code: string;
    says: string;
    other: string;
    cite: string;
    received: number;
    given: number;
    balance: number;
    held: number;
  }
  interface Steps {
    dealer: string;
    is_automatic: boolean;
    may_deal: boolean;
    number: number;
    steps: StepsStep[];
    why_not: string;
    served: number[];
    decisions: StepsStep[];
  }
  interface StepsStep {
    says: string;
    command: Command;
    is_next: boolean;
    asks: string;
    how: string;
  }
  interface Table {
    id: string;
    title: string;
    cite: string;
    columns: string[];
    rows: string[][];
    wagers: string[];
    is_choice: boolean;
    is_floor: boolean;
    notes: string[];
  }
  interface TableDay {
    table: string;
    game: string;
    opening_tray_cents: number;
    fills_cents: number;
    credits_cents: number;
    drop_cents: number | null;
    counted_cents: number;
    counts: number;
    is_counted: boolean;
    closing_tray_cents: number;
    win_cents: number | null;
    hold: string;
    rounds: number;
    void_rounds: number;
  }
  interface TableDescription {
    table: string;
    rulebook: string;
    game: string;
    about: string;
    law: string;
    property: string;
    minimum: number;
    maximum: number;
    smallest_chip: number;
    payout_limit: number | null;
    seats: number;
    positions_per_player: number;
    has_dealer: boolean;
    dealer_size: number;
    board_size: number;
    is_best_five: boolean;
    wagers: WagerDescription[];
    paytables: PaytableDescription[];
    slips: IrregularityDescription[];
    inscriptions: string[];
    layout: string;
    is_physical: boolean;
  }
  interface TableFigures {
    table: string;
    game: string;
    minimum_cents: number;
    seats: number;
    rounds: number;
    void_rounds: number;
    rounds_in_the_last_hour: number;
    handle_cents: number;
    expected_cents: number | null;
    drop_cents: number | null;
    win_cents: number | null;
    hold: string;
    against: AgainstTheory;
    uncounted_rounds: number;
    far: ("pushes below" | "win above" | "win below")[];
  }
  interface TableRounds {
    table: string;
    spans: [number, number][];
  }
  interface TakeBackCard {
    type: "TakeBackCard";
    by?: string;
    at?: number;
  }
  interface TakeBackDay {
    type: "TakeBackDay";
    day: string;
    reason: string;
    approvers: string[];
  }
  interface TakeSeat {
    type: "TakeSeat";
    seat: number;
    player?: string;
    by?: string;
    at?: number;
  }
  interface Task {
    who: string;
    says: string;
    cites: string[];
  }
  interface Ticket {
    ticket: string;
  }
  interface TrialBalance {
    accounts: Account[];
    total: number;
    seq: number;
  }
  interface TurnUp {
    type: "TurnUp";
    by?: string;
    at?: number;
  }
  interface Validate {
    type: "Validate";
    seat: number;
    wager: string;
    by?: string;
    at?: number;
  }
  interface Value {
    value: string;
    label: string;
    says: string;
    cite: string;
  }
  interface VerifyInspection {
    type: "VerifyInspection";
    by?: string;
    at?: number;
  }
  interface WagerDescription {
    id: string;
    name: string;
    short: string;
    kind: string;
    says: string;
    cite: string;
    minimum: number;
    maximum: number;
    amounts: number[];
    needs: string[];
    equal_to: string;
    medium: string;
    placed: string;
  }
  interface WagerEdge {
    wager: string;
    is_counting: boolean;
    is_main: boolean;
    fixed: string;
    of_everything: string;
    shares: Record<string, string>;
    stake_cents: number;
    basis: string;
  }
  interface WashCards {
    type: "WashCards";
    by?: string;
    at?: number;
  }
  interface WatchReport {
    rate: number;
    watched: string[];
    seq: number;
    rounds: number;
    people: WatchedPerson[];
    not_watched: NotWatched[];
    preparing: string[];
  }
  interface WatchedPerson {
    kind: string;
    name: string;
    rounds: number;
    is_flagged: boolean;
    flagged_at: Flag | null;
    tables: WatchedRounds[];
    evidence: Evidence | null;
  }
  interface WatchedRounds {
    table: string;
    spans: [number, number][];
  }
  interface Who {
    name: string;
    role: string;
    csrf: string;
    is_demo: boolean;
    property: string;
    time_zone: string;
    has_coach: boolean;
    jurisdiction: string;
    money: MoneyFormat;
  }
  interface WireChoice {
    action: string;
    wager: string;
    name: string;
    cents: number[];
    any_between: boolean;
    discards: string[];
    price: number;
    cite: string;
    says: string;
  }
  interface WireDuty {
    duty: string;
    name: string;
    who: string;
    when: string;
    due: number;
    says: string;
    cite: string;
  }
  interface WireLine {
    seat: number;
    wager: string;
    name: string;
    stake: number;
    outcome: "won" | "lost" | "push" | "returned" | "void" | "nothing" | "limited";
    odds: string;
    row: string;
    paid: number;
    returned: number;
    kept: number;
    cite: string;
    paid_under: string;
    hand_pay: boolean;
    note: string;
    readings: string[];
  }
  interface WireMeter {
    id: string;
    name: string;
    title: string;
    wagers: string[];
    cents: number;
    is_down: boolean;
  }
  interface WireNext {
    who: string;
    says: string;
    cite: string;
    place: string;
    face: string;
  }
  interface WirePace {
    is_private: boolean;
    can_say_ready: boolean;
    is_ready: boolean;
    waits_for: string[];
    extensions_left: number;
  }
  interface WireSeat {
    seat: number;
    player: string;
    is_you: boolean;
    in_round: boolean;
    wagers: Record<string, number>;
    cards: string[];
    discard: string[];
    hand: string;
    status: string;
    actions: string[];
    is_asked: boolean;
  }
  interface WireTable {
    table: string;
    rulebook: string;
    number: number;
    phase: "betting" | "dealing" | "revealing" | "deciding" | "showdown" | "settling" | "done" | "closed" | "opening" | "ending";
    round: number;
    rounds: number;
    method: string;
    deck: string;
    seats: WireSeat[];
    dealer: string[];
    dealer_hand: string;
    community: string[];
    places: Record<string, string[]>;
    lines: WireLine[];
    meters: WireMeter[];
    voided_by: string;
    slips: string[];
    drawn: string[];
    next: WireNext;
    choices: WireChoice[];
    waiting: WireWaiting[];
    duties: WireDuty[];
    is_physical: boolean;
    is_dealt: boolean;
    seconds_left: number | null;
    pace: WirePace | null;
  }
  interface WireWaiting {
    seat: number;
    wager: string;
    name: string;
    what: string;
    cents: number;
    cite: string;
  }
  interface WithdrawWager {
    type: "WithdrawWager";
    seat: number;
    wager: string;
    by?: string;
    at?: number;
  }
  type Command =
    | AcknowledgeAlert
    | Act
    | AdjustMeter
    | AdoptJurisdiction
    | AskClosing
    | AssignDealer
    | BuyIn
    | CashOut
    | ChangeDecks
    | ChangeMethod
    | ClearRound
    | CloseAccount
    | CloseBets
    | CloseTable
    | CompleteDocuments
    | CorrectTransfer
    | CountChips
    | CountDrop
    | CountStub
    | CreditTray
    | CutDeck
    | CutLink
    | Deal
    | EndDay
    | EnterCard
    | ExportLog
    | FillTray
    | InspectDecks
    | InspectRound
    | InstallTable
    | LeaveSeat
    | LoadAccount
    | MarkDevice
    | OpenProperty
    | OrderRecut
    | PlaceWager
    | ReceiveDecks
    | RemoveTable
    | ReportIrregularity
    | RestoreLink
    | ServeSeat
    | SettleSeat
    | ShowCards
    | Shuffle
    | SpreadCards
    | StartDay
    | TakeBackCard
    | TakeBackDay
    | TakeSeat
    | TurnUp
    | Validate
    | VerifyInspection
    | WashCards
    | WithdrawWager;
  type GetAnswer<Path extends string> =
    Path extends `/api/audit/check/${string}/answer` ? Audited :
    Path extends `/api/floor/figures/rounds` ? FigureRounds :
    Path extends `/api/audit/check/${string}` ? JobStatus :
    Path extends `/api/audit/entries/${string}` ? EntryPlace :
    Path extends `/api/audit/exports/${string}` ? any :
    Path extends `/api/audit/heads/${string}` ? any :
    Path extends `/api/submission/forms/${string}` ? Form :
    Path extends `/api/tables/${string}/advice` ? Coaching :
    Path extends `/api/tables/${string}/checklist` ? Checklist :
    Path extends `/api/tables/${string}/drill` ? DrillSpot :
    Path extends `/api/tables/${string}/steps` ? Steps :
    Path extends `/api/tables/${string}/submission` ? Filed :
    Path extends `/api/tables/${string}/view` ? WireTable :
    Path extends `/api/workshop/${string}/answer` ? any :
    Path extends `/api/edges/${string}/${string}` ? WagerEdge :
    Path extends `/api/law/${string}/${string}` ? Paragraph :
    Path extends `/api/readings/${string}/${string}` ? ReadingTold :
    Path extends `/api/audit/growth` ? Growth :
    Path extends `/api/audit/ledger` ? TrialBalance :
    Path extends `/api/audit/log` ? LogState :
    Path extends `/api/audit/looks` ? Looks :
    Path extends `/api/audit/rounds` ? FoundRounds :
    Path extends `/api/audit/statement` ? AccountStatement :
    Path extends `/api/floor/day-end` ? DayEnd :
    Path extends `/api/floor/figures` ? FloorFigures :
    Path extends `/api/floor/seen-cards` ? WatchReport :
    Path extends `/api/me/rounds` ? OwnRounds :
    Path extends `/api/property/people` ? ListedPeople :
    Path extends `/api/property/transfers` ? FoundTransfers :
    Path extends `/api/submission/rulebooks` ? Books :
    Path extends `/api/reports/${string}` ? DayReport :
    Path extends `/api/tables/${string}` ? TableDescription :
    Path extends `/api/workshop/${string}` ? JobStatus :
    Path extends `/api/device` ? DeviceNow :
    Path extends `/api/devices` ? ListedDevices :
    Path extends `/api/feed` ? any :
    Path extends `/api/floor` ? FloorView :
    Path extends `/api/lobby` ? Lobby :
    Path extends `/api/me` ? Purse :
    Path extends `/api/property` ? PropertyView :
    Path extends `/api/refusals` ? RefusalTexts :
    Path extends `/api/session` ? Who :
    never;
  type PostAnswer<Path extends string> =
    Path extends `/api/audit/rounds/${string}/${string}` ? Replay :
    Path extends `/api/tables/${string}/closing` ? FloorView :
    Path extends `/api/tables/${string}/dealer` ? Steps :
    Path extends `/api/tables/${string}/extension` ? WireTable :
    Path extends `/api/tables/${string}/orders` ? Done :
    Path extends `/api/tables/${string}/ready` ? WireTable :
    Path extends `/api/audit/check` ? JobStatus :
    Path extends `/api/audit/exports` ? ExportReady :
    Path extends `/api/audit/heads` ? ServedHead :
    Path extends `/api/property/people` ? ListedPeople :
    Path extends `/api/submission/check` ? CheckedDraft :
    Path extends `/api/demo` ? Who :
    Path extends `/api/devices` ? MadeDevice :
    Path extends `/api/orders` ? Done :
    Path extends `/api/practice` ? PracticeTable :
    Path extends `/api/session` ? Who :
    Path extends `/api/ticket` ? Ticket :
    Path extends `/api/workshop` ? JobStatus :
    never;
  type DeleteAnswer<Path extends string> =
    Path extends `/api/tables/${string}/closing` ? FloorView :
    Path extends `/api/tables/${string}/dealer` ? Steps :
    Path extends `/api/devices/${string}` ? any :
    Path extends `/api/session` ? any :
    never;
  type PostBody<Path extends string> =
    Path extends `/api/audit/rounds/${string}/${string}` ? Inspect :
    Path extends `/api/tables/${string}/orders` ? OrderIn :
    Path extends `/api/property/people` ? PersonIn :
    Path extends `/api/submission/check` ? DraftInput :
    Path extends `/api/demo` ? Enter :
    Path extends `/api/devices` ? NewDevice :
    Path extends `/api/orders` ? OrderIn :
    Path extends `/api/practice` ? PracticeIn :
    Path extends `/api/session` ? SignIn :
    Path extends `/api/workshop` ? AnalysisRequest :
    Record<string, never>;
}
