// The ground of the printed sheet: fields, hills, woods, marshes and open water, as SVG.

import { coverage, outline, valueAt, type Field } from "./areas";
import { type Board, type BoardHex } from "./board";
import { H, R, add, at, between, centre, fix, type Point } from "./grid";
import { noise, stream } from "./noise";
import { INK } from "./theme";

/** How far apart the points are from which outlines are traced: coarser on a large map. */
function lattice(board: Board): number {
  return board.hexes.size > 600 ? 15 : 10;
}

/** A part of the sheet; what is too fine to be seen from afar is made when it is asked for. */
export type Layer = string | (() => string);

export function grounds(board: Board): Layer[] {
  const has = (kind: string) => (hex: string) => (board.hexes.get(hex)?.ground.includes(kind) ? 1 : 0);
  const present = (kind: string) => [...board.hexes.values()].some((hex) => hex.ground.includes(kind));
  const drawn: Layer[] = [fields(board)];
  for (const kind of ["marsh", "swamp"]) if (present(kind)) drawn.push(...marsh(board, has(kind), kind));
  const rise = present("difficult") ? hills(board, has("difficult")) : { wash: "", shade: "" };
  drawn.push(rise.wash);
  if (present("woods")) drawn.push(...woods(board, has("woods")));
  drawn.push(rise.shade);
  if (present("water")) drawn.push(openWater(board));
  return drawn;
}

/** Open ground: crops, meadow and fallow in patches that follow no hex and repeat nowhere. */
function fields(board: Board): string {
  const tones = [INK.straw, INK.meadow, INK.fallow];
  return tones
    .map((tone, place) => {
      const patches = scattered(board, 31 + 10 * place);
      return `<path d="${outline(patches, 0.16)}" fill="${tone}" opacity=".42"/><path d="${outline(patches, 0.4)}" fill="${tone}" opacity=".4"/>`;
    })
    .join("");
}

/** Noise over the whole map, in patches of several sizes. */
function scattered(board: Board, seed: number): Field {
  const step = 2 * lattice(board);
  const [columns, rows] = [Math.ceil(board.frame.width / step) + 1, Math.ceil(board.frame.height / step) + 1];
  const values = new Float32Array(columns * rows);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const [x, y] = [column * step, row * step];
      values[row * columns + column] = 0.5 * noise(x, y, 260, seed) + 0.35 * noise(x, y, 105, seed + 1) + 0.25 * noise(x, y, 48, seed + 2);
    }
  return { step, columns, rows, values };
}

/** Rising ground: a wash with its edge, and slopes lit from the north-west. */
function hills(board: Board, has: (hex: string) => number): { wash: string; shade: string } {
  const step = lattice(board);
  const base = coverage(board.frame, has, { step, blur: 0.42, rough: 0.26, seed: 11 });
  const broad = coverage(board.frame, has, { step, blur: 0.95, rough: 0, seed: 12 });
  const peaks = coverage(board.frame, (hex) => (has(hex) && board.hexes.get(hex)?.height ? 1 : 0), { step, blur: 0.75, rough: 0, seed: 13 });
  const wash =
    `<path d="${outline(base, 0.48)}" fill="${INK.hill}" opacity=".62" stroke="${INK.contour}" stroke-width="1.4"/>` +
    `<path d="${outline(broad, 0.62)}" fill="${INK.hill}" opacity=".4"/>` +
    `<path d="${outline(peaks, 0.5)}" fill="${INK.hill}" opacity=".6"/>`;
  const slope = slopes(broad, peaks);
  const dark = [0.09, 0.15, 0.22, 0.3, 0.4].map((level) => `<path d="${outline(slope, level)}" fill="${INK.hillShade}" opacity=".11"/>`);
  const light = [0.1, 0.18, 0.28, 0.4].map((level) => `<path d="${outline(turned(slope), level)}" fill="${INK.hillLight}" opacity=".2"/>`);
  return { wash, shade: `<g class="texture">${dark.join("")}${light.join("")}</g>` };
}

/** How far each point leans away from a light in the north-west; beside the rise this fades into the plain. */
function slopes(ground: Field, peaks: Field): Field {
  const { step, columns, rows } = ground;
  const reach = Math.max(1, Math.round(26 / step));
  const height = (column: number, row: number) => {
    const place = Math.max(0, Math.min(rows - 1, row)) * columns + Math.max(0, Math.min(columns - 1, column));
    const uneven = 1 + 0.45 * noise(column * step, row * step, 95, 14) + 0.2 * noise(column * step, row * step, 40, 15);
    return (ground.values[place] as number) * uneven + 0.8 * (peaks.values[place] as number);
  };
  const values = new Float32Array(columns * rows);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const lean = height(column - reach, row - reach) - height(column + reach, row + reach);
      const near = Math.max(0, Math.min(1, ((ground.values[row * columns + column] as number) - 0.1) / 0.3));
      values[row * columns + column] = lean * near;
    }
  return { step, columns, rows, values };
}

function turned(field: Field): Field {
  return { ...field, values: field.values.map((value) => -value) };
}

/** Woods: a soft green floor with a darker edge, and trees that stand clear of ways and houses. */
function woods(board: Board, has: (hex: string) => number): Layer[] {
  const field = coverage(board.frame, has, { step: lattice(board), blur: 0.3, rough: 0.24, seed: 3 });
  const busy = clearings(board);
  return [
    `<path d="${outline(field, 0.5)}" fill="${INK.woods}" fill-opacity=".78" stroke="${INK.woodsEdge}" stroke-width="2.4" stroke-opacity=".6"/>`,
    ...thickets(board, field),
    board.hexes.size > 600 ? copses(board, field, busy) : "",
    () => forest(board, field, busy),
  ];
}

/** Every tree of the woods. */
function forest(board: Board, field: Field, busy: ReturnType<typeof clearings>): string {
  const trees: (Point & { size: number })[] = [];
  const many = board.hexes.size > 600 ? 13 : 24;
  for (const hex of board.hexes.values()) {
    if (!hex.ground.includes("woods")) continue;
    const random = stream(`tree${hex.id}`);
    const middle = centre(hex.id);
    for (let count = 0; count < (hex.ground.includes("difficult") ? many * 0.55 : many); count++) {
      const spot = add(middle, { x: (random() - 0.5) * 2 * R, y: (random() - 0.5) * 1.8 * R });
      const size = 4 + random() * 3.4;
      if (valueAt(field, spot) < 0.56 || busy(hex, spot, size)) continue;
      if (isCrowded(trees, spot)) continue;
      trees.push({ ...spot, size });
    }
  }
  trees.sort((one, other) => one.y - other.y);
  const shadows = trees.map((tree) => disc(tree, 1.8, 2.2, 1)).join("");
  const crowns = [0, 1].map((tone) => trees.filter((_, index) => index % 2 === tone));
  return [
    `<g class="texture fine">`,
    `<path d="${shadows}" fill="${INK.treeShade}" opacity=".4"/>`,
    ...crowns.map(
      (half, tone) =>
        `<path d="${half.map((tree) => disc(tree, 0, 0, 1)).join("")}" fill="${tone ? INK.tree : INK.treeDark}"/>` +
        `<path d="${half.map((tree) => disc(tree, -tree.size * 0.25, -tree.size * 0.28, 0.5)).join("")}" fill="${INK.treeLight}" opacity=".55"/>`,
    ),
    `</g>`,
  ].join("");
}

/** Whether one of the trees planted last stands too near. */
function isCrowded(trees: (Point & { size: number })[], spot: Point): boolean {
  for (let index = Math.max(0, trees.length - 40); index < trees.length; index++) {
    const tree = trees[index] as Point & { size: number };
    if (Math.hypot(tree.x - spot.x, tree.y - spot.y) < tree.size * 1.5) return true;
  }
  return false;
}

/** A crown, or its shadow. */
function disc(tree: Point & { size: number }, dx: number, dy: number, scale: number): string {
  const radius = tree.size * scale;
  return `M${fix(tree.x + dx - radius)} ${fix(tree.y + dy)}a${fix(radius)} ${fix(radius)} 0 1 0 ${fix(2 * radius)} 0a${fix(radius)} ${fix(radius)} 0 1 0 ${fix(-2 * radius)} 0`;
}

/** Old and young growth: darker and lighter patches that stay within the woods and follow no hex. */
function thickets(board: Board, field: Field): string[] {
  const patches = scattered(board, 71);
  const within = (sign: number): Field => ({
    ...patches,
    values: patches.values.map((value, index) => {
      const spot = { x: (index % patches.columns) * patches.step, y: Math.floor(index / patches.columns) * patches.step };
      return Math.min(sign * value, 3 * (valueAt(field, spot) - 0.52));
    }),
  });
  return [
    `<path class="texture" d="${outline(within(1), 0.14)}" fill="${INK.woodsEdge}" opacity=".3"/>`,
    `<path class="texture" d="${outline(within(-1), 0.16)}" fill="${INK.treeLight}" opacity=".3"/>`,
  ];
}

/** What is seen of the trees of a large map from afar: a few crowns to a hex. */
function copses(board: Board, field: Field, busy: ReturnType<typeof clearings>): string {
  const trees: (Point & { size: number })[] = [];
  for (const hex of board.hexes.values()) {
    if (!hex.ground.includes("woods")) continue;
    const random = stream(`copse${hex.id}`);
    for (let count = 0; count < 6; count++) {
      const spot = add(centre(hex.id), { x: (random() - 0.5) * 1.9 * R, y: (random() - 0.5) * 1.7 * R });
      const size = 7 + random() * 4;
      if (valueAt(field, spot) < 0.6 || busy(hex, spot, size)) continue;
      trees.push({ ...spot, size });
    }
  }
  trees.sort((one, other) => one.y - other.y);
  return (
    `<g class="texture coarse"><path d="${trees.map((tree) => disc(tree, 1.5, 2.5, 1)).join("")}" fill="${INK.treeShade}" opacity=".28"/>` +
    `<path d="${trees.map((tree) => disc(tree, 0, 0, 1)).join("")}" fill="${INK.tree}" opacity=".8"/></g>`
  );
}

/** Whether a spot of a hex is taken by a way, a house or the number of the hex. */
function clearings(board: Board): (hex: BoardHex, spot: Point, size: number) => boolean {
  const taken = new Map<string, Point[]>();
  const put = (hex: string, point: Point) => taken.set(hex, [...(taken.get(hex) ?? []), point]);
  for (const side of board.sides) {
    if (side.kind !== "road" && side.kind !== "rail") continue;
    const [one, other] = [centre(side.a), centre(side.b)];
    for (let share = 0; share <= 0.5; share += 0.0625) {
      put(side.a, between(one, other, share));
      put(side.b, between(other, one, share));
    }
  }
  return (hex, spot, size) => {
    const middle = centre(hex.id);
    if (hex.settlement && Math.hypot(spot.x - middle.x, spot.y - middle.y) < R * 0.42) return true;
    if (Math.abs(spot.x - middle.x) < 17 && spot.y < middle.y - H / 2 + 17) return true;
    return (taken.get(hex.id) ?? []).some((point) => Math.hypot(spot.x - point.x, spot.y - point.y) < size + 5);
  };
}

function marsh(board: Board, has: (hex: string) => number, kind: string): Layer[] {
  const field = coverage(board.frame, has, { step: lattice(board), blur: 0.3, rough: 0.24, seed: kind.length });
  let pools = "";
  for (const hex of board.hexes.values()) {
    if (!hex.ground.includes(kind)) continue;
    const random = stream(`pool${hex.id}`);
    for (let count = 0; count < 5; count++) {
      const spot = add(centre(hex.id), { x: (random() - 0.5) * 1.5 * R, y: ((count + 0.2 + 0.6 * random()) / 5 - 0.5) * H });
      const width = 8 + random() * 9;
      if (valueAt(field, spot) > 0.55) pools += `M${at(add(spot, { x: -width, y: 0 }))}h${fix(2 * width)}`;
    }
  }
  const floor = kind === "swamp" ? INK.swamp : INK.marsh;
  return [
    `<path d="${outline(field, 0.5)}" fill="${floor}" opacity=".8"/><path class="texture coarse" d="${pools}" stroke="${INK.reed}" stroke-width="2.6" stroke-linecap="round" fill="none" opacity=".6"/>`,
    () => `<path class="fine" d="${reeds(board, field, kind)}" stroke="${INK.reed}" stroke-width="1.1" fill="none" opacity=".75"/>`,
  ];
}

/** The path of every tuft of reed. */
function reeds(board: Board, field: Field, kind: string): string {
  let path = "";
  for (const hex of board.hexes.values()) {
    if (!hex.ground.includes(kind)) continue;
    const random = stream(`reed${hex.id}`);
    const middle = centre(hex.id);
    for (let count = 0; count < 16; count++) {
      const spot = add(middle, { x: (random() - 0.5) * 1.8 * R, y: (random() - 0.5) * 1.7 * R });
      if (valueAt(field, spot) < 0.55) continue;
      const width = 5 + random() * 6;
      path += `M${at(add(spot, { x: -width, y: 0 }))}h${fix(2 * width)}M${at(spot)}v-6M${at(add(spot, { x: -3, y: 0 }))}l-2 -5M${at(add(spot, { x: 3, y: 0 }))}l2 -5`;
    }
  }
  return path;
}

/** Sea and lakes that fill hexes, with lines along the shore. */
function openWater(board: Board): string {
  const wet = (hex: string) => {
    const found = board.hexes.get(hex);
    return found ? (found.ground.includes("water") ? 1 : 0) : 0.5;
  };
  const shore = (blur: number) => coverage(board.frame, wet, { step: lattice(board), blur, rough: 0.16, seed: 21 });
  const sea = outline(shore(0.3), 0.56);
  return [
    `<path d="${sea}" fill="${INK.water}" stroke="${INK.bank}" stroke-width="2.4"/>`,
    `<path d="${outline(shore(0.6), 0.72)}" fill="none" stroke="${INK.shallow}" stroke-width="1.2" opacity=".9"/>`,
    `<path d="${outline(shore(0.8), 0.88)}" fill="none" stroke="${INK.shallow}" stroke-width="1" opacity=".6"/>`,
  ].join("");
}
