// What the server sends. Made by `make wire` from src/grognard/wire: change it there.

export type Lang = "en" | "fr";

/** A text by language: `{"en": ..., "fr": ...}`; English at least. */
export type Names = Record<string, string>;

/** Whatever JSON can hold: for facts that one game alone has, and no board reads. */
export type Plain = string | number | boolean | Plain[] | { [key: string]: Plain } | null;

/** Words and the rule they come from; the rule is never written into the words. */
export interface Reason {
  /** The number of the rule; empty where none says it. */
  rule: string;
  text: string;
}

/** A number, exact and rounded. */
export interface Figure {
  /** As a fraction: `1/6`, `2`. */
  p: string;
  value: number;
}

/** How a side, or a nation, is drawn; each colour as CSS writes it. */
export interface Colours {
  /** The ground of a counter. */
  face: string;
  /** Darker, for its edge. */
  edge: string;
  /** For arrows, frames and marks on the map. */
  strong: string;
  /** The text on its ground. */
  ink: string;
}

/** A kind of ground, settlement, hexside or line: what it is called and looks like. */
export interface Kind {
  id: string;
  names: Names;
  /** The drawing that is meant. Ground: `clear`, `woods`, `difficult`, `marsh`, `swamp`, `water`. Settlements: `village`, `town`, `city`. Hexsides: `river`, `lake`, `sea`, `works`. Lines: `road`, `rail`. What a board cannot draw it draws as the plainest. */
  drawn: string;
}

/** A fortification printed in a hex. */
export interface Fort {
  kind: string;
  name: string;
  value: number;
}

/** One hex; its `index` is the noun of answers, its `id` the printed number. */
export interface PrintedHex {
  index: number;
  id: string;
  column: number;
  row: number;
  /** Kinds of ground, the lowest first. */
  terrain: string[];
  settlement: string | null;
  name: string | null;
  /** Its name by language, where languages write it differently. */
  names?: Names;
  /** In metres, where a height is printed. */
  height: number | null;
  /** The sides whose supply comes from here. */
  sources: string[];
  /** The condition of victory that the hex counts for. */
  objective: string | null;
  /** What it is worth, where victory is counted in points. */
  points: number | null;
  fort: Fort | null;
}

/** What lies on the side between two hexes (indices). */
export interface Hexside {
  kind: string;
  a: number;
  b: number;
  /** 1 is the least, 2 the usual, 3 the greatest of its kind. */
  rank: number | null;
  name: string | null;
  /** Its name by language, where languages write it differently. */
  names?: Names;
  /** The hex that is protected, where the side works in one direction alone. */
  protects: number | null;
}

/** A line from the middle of a hex to that of another: a road, a railway. */
export interface Link {
  kind: string;
  a: number;
  b: number;
  rank: number | null;
  name: string | null;
}

/** Where a line crosses a hexside; whether it stands, a marker tells. */
export interface Bridge {
  kind: string;
  a: number;
  b: number;
  name: string | null;
}

/** Where a line leaves the map. */
export interface Exit {
  kind: string;
  hex: number;
  /** `N`, `NE`, `SE`, `S`, `SW`, `NW`. */
  direction: string;
}

/** A name on the map that is not a hex's own: a sea, a region, a river. */
export interface Label {
  text: string;
  hex: number;
  kind: string;
  /** The same in every language that it is written in. */
  names?: Names;
}

/** The map. Hexes are flat-topped and numbered CCRR; even columns stand half a hex lower. */
export interface Sheet {
  title: string;
  scale: string;
  credit: string;
  /** `title`, `scale` and `credit` in every language that they are written in. */
  words?: Record<string, Names>;
  notes: string[];
  columns: number;
  rows: number;
  orientation: "flat";
  offset: "even_down";
  terrains: Kind[];
  settlements: Kind[];
  /** The kinds of hexsides and of links. */
  lines: Kind[];
  hexes: PrintedHex[];
  sides: Hexside[];
  links: Link[];
  bridges: Bridge[];
  exits: Exit[];
  /** Three hexes: in the middle one, the line between the outer two meets no other line. */
  apart: number[][];
  labels: Label[];
}

/** A side of the game; its `seat` is the number that answers for it. */
export interface PrintedSide {
  seat: number;
  id: string;
  names: Names;
  colours: Colours;
  /** What it must do to win, in a sentence. */
  goal?: Names;
}

/** Whose counters have colours of their own. */
export interface Nation {
  id: string;
  names: Names;
  colours: Colours;
}

/** The stripe of a formation. */
export interface Band {
  fill: string;
  ink: string;
}

/** One value printed on a face, for programs; `id` is the game's word (`attack`). */
export interface FaceValue {
  id: string;
  value: number | string;
  /** Printed in another colour, for rules that read it. */
  is_red?: boolean;
}

/** A counter with so many steps left. */
export interface Face {
  steps: number;
  /** The values as they are printed: `6-4-10`. */
  text: string;
  values: FaceValue[];
}

/** A counter; its `index` is the noun of answers, its `id` the name that journals use. */
export interface Piece {
  index: number;
  id: string;
  names: Names;
  /** None for a counter that serves whoever holds it. */
  side: string | null;
  nation: string | null;
  formation: string | null;
  /** The game's word for what it is. */
  kind: string;
  /** What is drawn: `infantry`, `motorised`, `cavalry`, `armour`, `heavy-armour`, `assault-gun`, `armoured-car`, `armoured-train`, `artillery`, `rocket`, `anti-tank`, `anti-aircraft`, `engineer`, `recon`, `headquarters`, `militia`, `machinegun`, `naval-infantry`, `mountain`, `coastal`; no unit: `truck`, `plane`, `ship`. Any other is drawn as an empty frame. */
  symbol: string;
  /** `I` to `XXXXX`, or empty. */
  size: string;
  /** The unit as written beside the symbol. */
  unit: string;
  /** What is written in the band. */
  top: string;
  band: Band | null;
  steps: number;
  /** From full strength to the last step. */
  faces: Face[];
  /** Values that no face changes, by the game's words: `stacking`, `support`, `range`. */
  figures: Record<string, number>;
  /** When or how it comes, where it is not there at the start. */
  arrives: string | null;
  note: string;
}

/** Counters that belong together. */
export interface Formation {
  id: string;
  side: string | null;
  pieces: number[];
}

/** A row of a table. */
export interface TableRow {
  label: string;
  cells: string[];
}

/** A table; a reckoning names it by `id` and its cells by place. */
export interface PrintedTable {
  id: string;
  names: Names;
  rule: string;
  /** The faces of each die thrown on it: `[6]`, `[6, 6]`, `[10]`; empty for none. */
  dice: number[];
  columns: string[];
  rows: TableRow[];
  /** Of labels and cells that are words and no figures: how each language says them. */
  words?: Record<string, Names>;
  /** Not as published: made by us. */
  reconstructed: boolean;
}

/** Something counted or set for the whole game: points, weather. */
export interface Track {
  id: string;
  names: Names;
  side: string | null;
  /** The words of each place, where it has words; else it is a number. */
  cells: Names[];
  most: number | null;
}

/** Where counters lie that are not on the map, or that are worth listing. */
export interface Pool {
  id: string;
  names: Names;
  side: string | null;
  rule: string;
}

/** A state that a counter, or a stack, may be in. */
export interface Mark {
  id: string;
  names: Names;
  rule: string;
  /** The badge that is meant: `moved`, `attacked`, `retreated`, `supported`, `warning`, `uncommanded`, `crowded`, `halved`, `disrupted`. */
  drawn: string;
  /** Whether it hurts. */
  is_bad: boolean;
}

/** A marker that may lie on the map: a bridge blown, a trench, smoke. */
export interface MarkerKind {
  id: string;
  names: Names;
  rule: string;
  drawn: string;
}

/** A part of a turn. */
export interface Segment {
  id: string;
  names: Names;
  /** Whose it is; None for both. */
  side: string | null;
  /** What is done in it: `setup`, `supply`, `movement`, `combat` ... */
  kind: string;
}

/** A turn of the track. */
export interface Turn {
  number: number;
  /** What is printed there, such as a date; may be empty. */
  names: Names;
}

/** A set-up that a person may ask for before the game: the answer that takes it. */
export interface SetUpChoice {
  id: string;
  names: Names;
  verb: string;
  noun: number;
  reconstructed: boolean;
}

/** Where some counters may be set up. */
export interface Area {
  side: string;
  pieces: number[];
  hexes: number[];
  near: string | null;
}

/** A condition of victory; `{now}` and `{needed}` of its words are filled in. */
export interface PrintedCondition {
  id: string;
  names: Names;
  /** Whom it helps. */
  side: string;
  rule: string;
}

/** How well somebody has won. */
export interface VictoryLevel {
  id: string;
  names: Names;
  side: string | null;
  /** From how many points. */
  least: number | null;
}

/** What each side must do. */
export interface PrintedVictory {
  title: Names;
  conditions: PrintedCondition[];
  levels: VictoryLevel[];
}

/** One reading of an open rule. */
export interface OptionValue {
  id: string;
  names: Names;
}

/** An open rule, and the ways in which it may be played. */
export interface Option {
  id: string;
  names: Names;
  rule: string;
  default: string;
  values: OptionValue[];
}

/** What the noun of an answer stands for. */
export type NounKind = "hex" | "piece" | "number" | "word" | "nothing";

/** Everything printed. Lists that a game has nothing for are empty. */
export interface Printed {
  game: string;
  scenario: string;
  titles: Names;
  sides: PrintedSide[];
  nations: Nation[];
  turns: Turn[];
  /** The side that begins a turn. */
  first: string | null;
  segments: Segment[];
  verbs: Record<string, NounKind>;
  /** The words that a verb chooses from. */
  words: Record<string, string[]>;
  /** None for a game that is played without one. */
  map: Sheet | null;
  pieces: Piece[];
  formations: Formation[];
  tables: PrintedTable[];
  tracks: Track[];
  pools: Pool[];
  marks: Mark[];
  markers: MarkerKind[];
  areas: Area[];
  setups: SetUpChoice[];
  victory: PrintedVictory;
  options: Option[];
}

/** A counter that is seen. */
export interface Counter {
  id: string;
  steps: number;
  marks: string[];
}

/** The counters of a hex. */
export interface Stack {
  side: string;
  /** How many counters lie there. */
  height: number;
  /** How many of them the seat may not see; they are drawn beneath. */
  hidden: number;
  /** Those that are seen, from the bottom to the top. */
  pieces: Counter[];
  /** States of the whole stack, such as over-stacked; only where the seat may know. */
  marks?: string[];
}

/** What lies in a pool now. */
export interface SeenPool {
  pieces: string[];
  /** Those of them that are spent for now. */
  used: string[];
}

/** A marker on the map: in a hex, or on the side between two. */
export interface Marker {
  kind: string;
  /** One hex, or the two of a side. */
  hexes: string[];
  side: string | null;
  number: number | null;
}

/** How a condition of victory stands; its words are printed. */
export interface Condition {
  id: string;
  holds: boolean;
  now: number;
  needed: number;
  hexes: string[];
  /** Those that count for it now. */
  held: string[];
}

/** Who would win if the game ended now. */
export interface Victory {
  /** None for a draw. */
  winner: string | null;
  level: string | null;
  /** By side, where points are counted. */
  points: Record<string, number>;
  conditions: Condition[];
}

/** A fight that is announced: a combat, an overrun, an attack declared for later. */
export interface Battle {
  kind: string;
  side: string;
  targets: string[];
  attackers: string[];
  supports: string[];
  defence_supports: string[];
  /** What this seat itself has sealed; never another's. */
  committed: string[];
}

/** The facts of a view. */
export interface Seen {
  turn: number;
  turns: number;
  segment: string;
  /** By hex. */
  stacks: Record<string, Stack>;
  /** By the id of the pool; those that have nothing in them may be left out. */
  pools: Record<string, SeenPool>;
  /** By hex, in the order of the printed map: the digit of the seat that holds it, or `.`; empty where nobody reads it. */
  control: string;
  markers: Marker[];
  /** By the id of the track: the number, or the place among its cells. */
  tracks: Record<string, number>;
  victory: Victory | null;
  /** The one being fought. */
  battle: Battle | null;
  /** Those that are still to be fought. */
  declared: Battle[];
  /** What this game alone has, for programs. */
  facts?: { [key: string]: Plain };
}

/** The question being asked. Who is not asked learns its kind and its rule, and no more. */
export interface Asked {
  kind: string;
  rule: string;
  /** The pieces that it is about: who moves, who retreats, who is set up. */
  pieces?: string[];
  /** The hex that it is about. */
  target?: string;
  /** Who has joined so far. */
  joined?: string[];
  /** Who supports so far. */
  supports?: string[];
  /** How many are still to be lost, hexes to go, cases to decide. */
  steps?: number;
  /** What this game alone has. */
  facts?: { [key: string]: Plain };
}

/** A position as one seat sees it. */
export interface SeatView {
  /** None for whoever watches. */
  seat: number | null;
  /** Who is asked; -1 for chance, None once the game is over. */
  to_move: number | null;
  question: Asked | null;
  facts: Seen;
}

/** The same for a program that plays, with its options; see docs/bots.md. */
export interface BotView extends SeatView {
  /** The legal answers, verb and noun, where this seat is asked; else none. */
  options: [string, number][];
}

/** What is left undone by whoever ends a segment: "17 units have not moved". */
export interface Left {
  text: string;
  count: number;
  rule: string;
}

/** What an answer ends: a choice made of several answers, a segment, a turn. */
export type Closed = "choice" | "segment" | "turn";

/** One legal answer. What is not said is not so: nothing is thrown, nothing warned of. */
export interface Answer {
  verb: string;
  noun: number;
  kind: NounKind;
  /** The noun as a journal writes it: a hex, a piece, a word; empty for none. */
  name: string;
  /** What it means, in words. */
  label: string;
  /** The pieces that it is about, where the name does not say it. */
  pieces?: string[];
  /** What it costs, as people write it: `2½`. */
  cost?: string;
  closes?: Closed;
  /** Whether it goes on as one usually would (the main button, and Space): it neither gives up, nor frees, nor takes back anything. At most one answer does. */
  is_main?: boolean;
  /** Whether dice fall at once. */
  throws?: boolean;
  /** Whether it shows what was hidden, so that it cannot be taken back. */
  reveals?: boolean;
  /** Whether it adds to what is being gathered, so that all such answers may be given in a row. */
  gathers?: boolean;
  /** What it would hurt. */
  warns?: Reason[];
  /** What is left undone, where it closes something. */
  left?: Left[];
}

/** The question in words. */
export interface Prompt {
  text: string;
  rule: string;
  is_mine: boolean;
}

/** Something done to a value: "halved: over-stacked", and what it is then. */
export interface Change {
  rule: string;
  text: string;
  /** The value after the change. */
  value: number;
}

/** What one piece counts: the printed value, each change, and what is left of it. */
export interface Factor {
  piece: string;
  printed: number;
  changes: Change[];
  /** The printed value where nothing changed it, else the value of the last change. */
  value: number;
  rule: string;
}

/** One side of the ratio: factors that add up to `sum`, changes to that, and the total. */
export interface Sum {
  factors: Factor[];
  sum: number;
  changes: Change[];
  total: number;
}

/** A column shift, or a number added to the dice. */
export interface Modifier {
  rule: string;
  text: string;
  value: number;
}

/** A cell of a printed table: rows and columns are counted from 0. */
export interface CellPlace {
  table: string;
  row: number;
  column: number;
  /** Whose result stands there, where each side reads a cell of its own. */
  side: string | null;
}

/** What a result means to one side. */
export interface SideResult {
  side: string;
  /** In words: "loses 2 steps". */
  text: string;
  /** The steps to lose, where it is a number. */
  steps: number | null;
  /** The ways in which its owner may take it, where he has a choice. */
  choices: string[];
}

/** The dice as they fell, and what they led to. */
export interface Throw {
  dice: number[];
  /** With the modifiers, and held to the rows or columns of the table. */
  total: number;
  cells: CellPlace[];
  /** As printed: `1/2`, `1* /1R`. */
  result: string;
  results: SideResult[];
}

/** One result that may come, in the order from the worst for the attacker to the best. */
export interface Chance {
  result: string;
  chance: Figure;
  /** The throws (sums of the dice) that bring it, where they can be told. */
  dice: number[];
  results: SideResult[];
}

/** What is to be expected: steps lost, the hex taken. */
export interface Mean {
  id: string;
  text: string;
  value: Figure;
  /** Whether it is a probability. */
  is_chance: boolean;
  /** The least and the most, over what cannot be seen. */
  range?: Figure[];
}

/** A fight reckoned as a seat may know it; what it may not know is None or left out. */
export interface Reckoning {
  /** `combat`, `overrun` ... */
  kind: string;
  /** Who attacks. */
  side: string;
  targets: string[];
  attackers: string[];
  supports: string[];
  defenders: string[];
  defence_supports: string[];
  /** What either side gave in secret, once it is known. */
  committed: string[];
  /** Counters that matter and cannot be seen. */
  hidden: number;
  attack: Sum | null;
  defence: Sum | null;
  /** The column of the ratio before shifts, or the ratio where it only modifies the dice. */
  ratio: string;
  shifts: Modifier[];
  /** The column that is read; empty where only the dice tell it. */
  column: string;
  /** Added to the dice. */
  modifiers: Modifier[];
  /** Their sum, held to its limits. */
  modifier: number;
  /** What held a sum, a column or a modifier back. */
  limits: Reason[];
  /** The printed table that is read; empty for none. */
  table: string;
  /** The cells that may be read: of a throw made, those that were. */
  cells: CellPlace[];
  /** The faces of each die: `[6]`, `[6, 6]`, `[10]`. */
  dice: number[];
  throw: Throw | null;
}

/** A fight `bare`, as composed; or `answered`, with all that the enemy can be seen to add. */
export type CaseId = "bare" | "answered";

/** The fight with what may still be added to it. */
export interface Case {
  id: CaseId;
  names: Names;
  reckoning: Reckoning;
  chances: Chance[];
  means: Mean[];
}

/** What one thing more would change. */
export interface Gain {
  rule: string;
  text: string;
  /** The piece that an answer could name for it. */
  piece: string | null;
  /** By how much the outcome would be better. */
  change: Figure;
  /** The chance to take the hex then. */
  taken: Figure;
}

/** One way in which the fight may end, both sides choosing best. */
export interface End {
  chance: Figure;
  text: string;
  rules: string[];
}

/** The fight reckoned to its end, over what may lie hidden, each side choosing best. */
export interface Outlook {
  note: string;
  /** How many arrangements of hidden counters were weighed; 1 where nothing is hidden. */
  stacks: number;
  exact: boolean;
  /** The chance of each column, over what may lie hidden. */
  columns: Chance[];
  chances: Chance[];
  means: Mean[];
  ends: End[];
  gains: Gain[];
}

/** The fight being composed or fought: as it is, as it may become, and what would help. */
export interface Odds {
  /** Over what the figures are taken, or why there are none. */
  note: string;
  /** None where there is no fight; the first is the fight as it is composed. */
  cases: Case[];
  outlook?: Outlook;
}

/** What a line of the log is to be shown as. */
export type Act = "move" | "enter" | "place" | "retreat" | "advance" | "declare" | "fight" | "throw" | "loss" | "removal" | "segment" | "turn" | "end" | "note";

/** Something that happened, as a seat may know it: words, and facts to be shown on the map. */
export interface LogLine {
  text: string;
  rule: string;
  /** The game's word for it. */
  kind: string;
  act: Act;
  side?: string;
  /** Those that the seat may know. */
  pieces?: string[];
  /** How many more there are. */
  hidden?: number;
  /** Where it happened; of a move the whole path, the first hex included. */
  hexes?: string[];
  dice?: number[];
  /** A combat as it was fought, with its throw. */
  fought?: Reckoning;
}

/** Why something is not among the answers. */
export interface WhyNot {
  legal: boolean;
  reasons: Reason[];
}

/** A hex that can be reached. */
export interface ReachedHex {
  hex: number;
  id: string;
  cost: number;
  /** The cost as people write it. */
  text: string;
  /** What going there would hurt. */
  warns?: Reason[];
  /** The way, the first hex included; where one hex was asked for. */
  path?: string[];
}

/** A hex that cannot be reached, and why. */
export interface RefusedHex {
  hex: number;
  id: string;
  rule: string;
  text: string;
}

/** Where a piece may go. */
export interface Reach {
  piece: string;
  /** Where it stands; None off the map. */
  start: string | null;
  allowance: number | null;
  /** Why it may not be moved at this moment at all. */
  cannot_move: Reason | null;
  hexes: ReachedHex[];
  refused: RefusedHex[];
}

/** Something that can be laid over the map. */
export interface OverlayInfo {
  id: string;
  names: Names;
  /** Whether each side has one of its own. */
  of: "side" | "all";
  /** Hexes filled or hatched; or only the line where those of one side meet the other's. */
  drawn: "fill" | "hatch" | "border";
  /** Whether a part of it is shown whenever its hex is pointed at, without being asked for. */
  is_pointed?: boolean;
}

/** A hex of an overlay, with a word or nothing. */
export interface OverlayHex {
  hex: number;
  id: string;
  text: string;
}

/** What of an overlay belongs to one hex: drawn alone, with its words, when it is pointed at. */
export interface OverlayPart {
  hex: number;
  id: string;
  hexes: number[];
  lines: number[][];
  words: string[];
}

/** What is drawn; each line goes from hex to hex, one of a single hex only marks it. */
export interface Overlay {
  id: string;
  side: string;
  hexes: OverlayHex[];
  lines: number[][];
  parts?: OverlayPart[];
}

/** A hex and what lies in it, in words. */
export interface HexWords {
  hex: number;
  id: string;
  lines: string[];
  /** Those of them that neither the map nor the counters show. */
  notes: string[];
}

/** Zones of control, as hexes. */
export interface Zones {
  own: string[];
  enemy: string[];
}

/** The supply of the units of a hex. */
export interface SuppliedHex {
  hex: string;
  units: string[];
  supplied: boolean;
  /** From the hex to a source, both included; empty where there is none. */
  line: string[];
  /** Those that failed the last check. */
  marked: string[];
}

/** The supply of a side. */
export interface Supply {
  sources: string[];
  units: SuppliedHex[];
}

/** A unit, and the headquarters that have it in command. */
export interface Commanded {
  piece: string;
  headquarters: string[];
}

/** How full a hex is. */
export interface Crowding {
  hex: string;
  points: number;
  limit: number;
  over_stacked: boolean;
}

/** A piece free to support, what it adds, and whom it may help. */
export interface Helper {
  supporter: string;
  value: number;
  units: string[];
}

/** An attack that could be made, with all who may take part. */
export interface AttackCase {
  note: string;
  reckoning: Reckoning;
  /** By result, the exact chance; empty where it cannot be told. */
  chances: Record<string, string>;
}

/** A position for a program; a game leaves out what its rules do not have. */
export interface Inspection {
  turn: number;
  segment: string;
  side: string;
  zones?: Zones;
  supply?: Supply;
  command?: Commanded[];
  stacking?: Crowding[];
  support?: Helper[];
  attacks?: AttackCase[];
}

/** What a throw could have led to. */
export interface LuckChance {
  outcome: string;
  chance: number;
}

/** A throw, and how lucky it was for whoever made it. */
export interface LuckThrow {
  /** The line of the log. */
  line: number;
  seat: number;
  text: string;
  outcome: string;
  /** Of exactly this. */
  chance: number;
  /** Of this or better. */
  as_good: number;
  /** 0 to 1: the chance of worse, and half that of the same. */
  luck: number;
  expected: number;
  /** What it was worth, and was to be expected to be worth. */
  actual: number;
  outcomes: LuckChance[];
}

/** The luck of a seat over the game. */
export interface LuckScore {
  seat: number;
  id: string;
  combats: number;
  luck: number;
  margin: number;
}

/** What the luck of a throw is counted in: `expected`, `actual`, `margin` and `gain`. */
export interface LuckUnit {
  /** A number in words: `{shown}` and `{number}` are filled in, as it is written and as it is. */
  text: string;
  /** What is counted, in a sentence; empty where a game does not say. */
  meaning: string;
}

/** The luck of a game. */
export interface Luck {
  unit: LuckUnit;
  combats: LuckThrow[];
  seats: LuckScore[];
}

/** How a game ended, or stands, condition by condition. */
export interface Ending {
  winner: string | null;
  /** Why, in words. */
  text: string;
  victory: Victory | null;
  /** By seat: the steps lost. */
  lost: number[];
}

/** How a game stood at the beginning of a turn, or at its end. */
export interface CoursePoint {
  turn: number;
  /** The line of the log. */
  line: number;
  text: string;
  /** By seat: how many hexes it held; empty where nobody reads that. */
  held: number[];
  /** By seat: the steps lost by then. */
  lost: number[];
  /** By seat: how likely it was to win, as the computer judges; empty where it cannot say. */
  chance: number[];
}

/** A throw that brought a seat more than was to be expected, or less. */
export interface KeyMoment {
  line: number;
  /** Whom it helped or hurt. */
  seat: number;
  text: string;
  /** By how much it was better than the mean of all throws; below 0: worse. */
  gain: number;
}

/** A game that is over, from its beginning to its end. */
export interface Course {
  ending: Ending;
  points: CoursePoint[];
  /** The greatest of each seat, the greatest first. */
  moments: KeyMoment[];
  luck: LuckScore[];
  unit: LuckUnit;
}

/** A computer opponent. */
export interface LevelInfo {
  id: string;
  names: Names;
  /** What to expect of it. */
  says: Names;
  /** Whether it is meant for most people. */
  is_usual: boolean;
  gives_hints: boolean;
}

/** A scenario that can be played. */
export interface ScenarioInfo {
  id: string;
  titles: Names;
  options: Option[];
  setups: SetUpChoice[];
  /** By side: what it must do to win; empty where the game does not say. */
  goals: Record<string, Names>;
}

/** A lesson that can be taken. */
export interface LessonInfo {
  id: string;
  scenario: string;
  side: string;
  titles: Names;
}

/** An answer that a lesson waits for. */
export interface LessonAnswer {
  verb: string;
  noun: number;
}

/** What a learner is told now. */
export interface LessonStep {
  id: string;
  title: string;
  /** From 1. */
  step: number;
  steps: number;
  /** Read one after the other; none while others answer. */
  words: string[];
  /** Hexes to look at. */
  marks: string[];
  /** Those of the legal answers that the lesson waits for. */
  answers: LessonAnswer[];
  is_over: boolean;
}

/** A game that can be played. */
export interface GameInfo {
  id: string;
  titles: Names;
  /** What it is about, in a sentence or two; empty where the game does not say. */
  about: Names;
  rules_version: string;
  seats: PrintedSide[];
  scenarios: ScenarioInfo[];
  levels: LevelInfo[];
  lessons: LessonInfo[];
}

/** Everything that can be played. */
export interface GameList {
  games: GameInfo[];
  languages: string[];
}

/** Who sits where. */
export interface SeatInfo {
  seat: number;
  id: string;
  kind: "human" | "bot";
  name: string;
  level: string | null;
  is_here: boolean;
  /** Who has the seat: whoever made the table, a guest, or nobody yet. */
  holder: "maker" | "guest" | null;
  /** How often the seat was given a new token. */
  renewals: number;
}

/** What anybody with a link may know of a table. */
export interface TableInfo {
  table: string;
  game: string;
  scenario: string;
  options: Record<string, string>;
  created: string;
  /** The one that the token opens; None for whoever watches. */
  seat: number | null;
  seat_id: string | null;
  seats: SeatInfo[];
  /** Whether the seat is held by whoever made the table. */
  is_maker: boolean;
  /** The levels that give hints; none where the table was made without. */
  hints: LevelInfo[];
  /** The level that is asked for a hint where nobody chose another; empty for none. */
  hint: string;
  over: boolean;
  /** The id of the winner, `draw` or `unfinished`. */
  result: string;
}

/** The log: the first lines stay as they were, and these follow; undo can shorten it. */
export interface LogPart {
  /** How many lines stay. */
  keep: number;
  /** The number, from 0, of the first line sent; those between are in the pages of the log. */
  first: number;
  lines: LogLine[];
  total: number;
}

/** A page of the log. */
export interface LogPage {
  /** The number, from 0, of its first line. */
  first: number;
  lines: LogLine[];
  total: number;
}

/** A position, whole, as a seat sees it. */
export interface Update {
  type: "update";
  /** Grows whenever what the seat may see changes; an answer carries the version it answers. */
  version: number;
  view: SeatView;
  prompt: Prompt;
  /** All legal answers; empty where another seat is asked. */
  answers: Answer[];
  log: LogPart;
  can_undo: boolean;
  /** What the lesson says, at a table where one is taken. */
  lesson: LessonStep | null;
  over: boolean;
  result: string;
  /** The line of the log from which on the seat is told what others did: where it last answered or, in the turn of another, where that turn began; -1 for whoever never answered. */
  since: number;
}

/** An answer that was applied, now or before. */
export interface Submitted {
  repeat: boolean;
  update: Update;
}

/** One answer of a hint. */
export interface HintAnswer {
  verb: string;
  noun: number;
  typed: string;
  label: string;
  pieces: string[];
  hexes: string[];
}

/** What a bot weighed. */
export interface HintCandidate {
  text: string;
  value: number;
  /** `points`, `odds`, `chance` of winning, or empty. */
  unit: string;
  reason: string;
  is_chosen: boolean;
  pieces: string[];
  hexes: string[];
}

/** What a bot would do in one's place. */
export interface Hint {
  version: number;
  level: string;
  question: string;
  rule: string;
  /** All that belongs to one decision. */
  answers: HintAnswer[];
  candidates: HintCandidate[];
}

/** A rule in our own words. */
export interface RuleText {
  number: string;
  title: string;
  text: string;
  rulings: string[];
}

/** How an open rule is read here, and why. */
export interface RulingText {
  id: string;
  rules: string[];
  text: string;
  reason: string;
  option: string | null;
}

/** The rules reference. */
export interface Rules {
  title: string;
  lang: string;
  rules: RuleText[];
  rulings: RulingText[];
}

/** What can be laid over the map. */
export interface Overlays {
  overlays: OverlayInfo[];
}

/** A moment of a replay: the first of a page whole, the others merge patches (RFC 7386). */
export interface Frame {
  frame: number;
  /** How many lines of the log are told by then. */
  log: number;
  /** A `SeatView` without the keys that are nothing there. */
  view?: { [key: string]: Plain };
  patch?: { [key: string]: Plain };
}

/** Where a turn begins. */
export interface TurnMark {
  turn: number;
  frame: number;
  /** The line of the log that says so. */
  line: number;
  /** What it says; empty for the beginning of a game that does not say it. */
  text: string;
}

/** A game as a seat saw it: the moments of which the log tells. */
export interface Replay {
  total: number;
  start: number;
  /** The frame that was asked for, by its number or by a line of the log. */
  at: number;
  turns: TurnMark[];
  /** The frames in which there was a combat. */
  fights: number[];
  frames: Frame[];
}

/** A remark or a bookmark. */
export interface Note {
  note: number;
  frame: number;
  text: string;
}

/** All of one's notes. */
export interface Notes {
  notes: Note[];
}

/** Why something was not done. */
export interface Refusal {
  code: string;
  reason: string;
}
