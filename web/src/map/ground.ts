// The ground of the printed sheet: fields, hills, woods, marshes and open water, as SVG.

import { coverage, outline, valueAt, type Field } from "./areas";
import { type Board, type BoardHex } from "./board";
import { H, R, add, at, between, centre, fix, type Point } from "./grid";
import { stream } from "./noise";
import { INK } from "./theme";

/** How far apart the points are from which outlines are traced: coarser on a large map. */
function lattice(board: Board): number {
  return board.hexes.size > 600 ? 15 : 10;
}

export function grounds(board: Board): string[] {
  const has = (kind: string) => (hex: string) => (board.hexes.get(hex)?.ground.includes(kind) ? 1 : 0);
  const present = (kind: string) => [...board.hexes.values()].some((hex) => hex.ground.includes(kind));
  const drawn = [fields(board)];
  for (const kind of ["marsh", "swamp"]) if (present(kind)) drawn.push(marsh(board, has(kind), kind));
  const rise = present("difficult") ? hills(board, has("difficult")) : { wash: "", strokes: "" };
  drawn.push(rise.wash);
  if (present("woods")) drawn.push(woods(board, has("woods")));
  drawn.push(rise.strokes);
  if (present("water")) drawn.push(openWater(board));
  return drawn;
}

/** Ploughed parcels on open ground, hardly there. */
function fields(board: Board): string {
  const tones = ["", "", ""];
  let furrows = "";
  for (const hex of board.hexes.values()) {
    if (!hex.ground.includes("clear")) continue;
    const random = stream(`field${hex.id}`);
    const middle = centre(hex.id);
    const turn = random() * Math.PI;
    for (let count = 0; count < 5; count++) {
      const spot = add(middle, { x: (random() - 0.5) * 1.5 * R, y: (random() - 0.5) * 1.5 * R });
      const [width, depth] = [16 + random() * 26, 10 + random() * 18];
      const angle = turn + (random() < 0.5 ? 0 : Math.PI / 2) + (random() - 0.5) * 0.3;
      const corner = (across: number, down: number) =>
        at({
          x: spot.x + across * width * Math.cos(angle) - down * depth * Math.sin(angle),
          y: spot.y + across * width * Math.sin(angle) + down * depth * Math.cos(angle),
        });
      const tone = Math.floor(random() * 3);
      tones[tone] += `M${corner(-1, -1)}L${corner(1, -1)}L${corner(0.9, 1)}L${corner(-1, 0.9)}Z`;
      if (random() < 0.45)
        for (let line = -0.7; line < 0.9; line += 0.36) furrows += `M${corner(-0.85, line)}L${corner(0.8, line)}`;
    }
  }
  const colours = [INK.straw, INK.meadow, INK.fallow];
  return (
    tones.map((path, tone) => `<path d="${path}" fill="${colours[tone]}" opacity=".34"/>`).join("") +
    `<path d="${furrows}" stroke="${INK.furrow}" stroke-width=".8" opacity=".4" fill="none"/>`
  );
}

/** Rising ground: a wash that deepens in steps, each step shaded from the south-east, and hachures. */
function hills(board: Board, has: (hex: string) => number): { wash: string; strokes: string } {
  const high = (hex: string) => (has(hex) && board.hexes.get(hex)?.height ? 1.15 : has(hex));
  const base = coverage(board.frame, has, { step: lattice(board), blur: 0.42, rough: 0.26, seed: 11 });
  const top = coverage(board.frame, high, { step: lattice(board), blur: 0.85, rough: 0.2, seed: 12 });
  const peaks = coverage(board.frame, (hex) => (has(hex) && board.hexes.get(hex)?.height ? 1 : 0), {
    step: lattice(board),
    blur: 0.6,
    rough: 0.08,
    seed: 13,
  });
  const step = (path: string, opacity: number) =>
    `<path d="${path}" fill="${INK.hillShade}" opacity="${opacity * 0.9}" transform="translate(2.4 3)"/>` +
    `<path d="${path}" fill="${INK.hill}" opacity="${opacity}" stroke="${INK.contour}" stroke-width=".9" stroke-opacity=".55"/>`;
  const wash = [
    step(outline(base, 0.48), 0.55),
    step(outline(top, 0.66), 0.3),
    step(outline(top, 0.88), 0.28),
    step(outline(peaks, 0.55), 0.34),
    step(outline(peaks, 0.78), 0.36),
  ].join("");
  return { wash, strokes: hachures(board, base) };
}

/** Short strokes down the slope, thicker to the south-east. */
function hachures(board: Board, base: Field): string {
  let [light, heavy] = ["", ""];
  const slope = (point: Point): Point => ({
    x: valueAt(base, { x: point.x - 14, y: point.y }) - valueAt(base, { x: point.x + 14, y: point.y }),
    y: valueAt(base, { x: point.x, y: point.y - 14 }) - valueAt(base, { x: point.x, y: point.y + 14 }),
  });
  for (const hex of board.hexes.values()) {
    if (!hex.ground.includes("difficult")) continue;
    const random = stream(`hachure${hex.id}`);
    const middle = centre(hex.id);
    for (let count = 0; count < 150; count++) {
      const spot = add(middle, { x: (random() - 0.5) * 2.2 * R, y: (random() - 0.5) * 2 * R });
      const value = valueAt(base, spot);
      if (value < 0.46 || value > 0.86) continue;
      const fall = slope(spot);
      const steep = Math.hypot(fall.x, fall.y);
      if (steep < 0.18) continue;
      const length = 5 + random() * 5;
      const stroke = `M${at(spot)}l${fix((fall.x / steep) * length)} ${fix((fall.y / steep) * length)}`;
      if (fall.x + fall.y > 0) heavy += stroke;
      else light += stroke;
    }
    for (let knoll = 0; knoll < 3; knoll++) {
      const spot = add(middle, { x: (random() - 0.5) * 1.1 * R, y: (random() - 0.5) * 1.1 * R });
      const size = 5 + random() * 5;
      if (valueAt(base, spot) < 0.7) continue;
      for (let ray = 0; ray < 9; ray++) {
        const angle = (-20 + ray * 20 + random() * 8) * (Math.PI / 180);
        const way = { x: Math.cos(angle), y: Math.sin(angle) * 0.75 };
        heavy += `M${at(add(spot, way, size))}L${at(add(spot, way, size + 4 + random() * 4))}`;
      }
    }
  }
  const stroke = `fill="none" stroke="${INK.hachure}" stroke-linecap="round"`;
  return `<path d="${light}" ${stroke} stroke-width="1" opacity=".6"/><path d="${heavy}" ${stroke} stroke-width="1.5" opacity=".72"/>`;
}

/** Woods: a soft green floor with a darker edge, and trees that stand clear of ways and houses. */
function woods(board: Board, has: (hex: string) => number): string {
  const field = coverage(board.frame, has, { step: lattice(board), blur: 0.3, rough: 0.24, seed: 3 });
  const floor = outline(field, 0.5);
  const trees: (Point & { size: number })[] = [];
  const busy = clearings(board);
  const many = board.hexes.size > 600 ? 13 : 24;
  for (const hex of board.hexes.values()) {
    if (!hex.ground.includes("woods")) continue;
    const random = stream(`tree${hex.id}`);
    const middle = centre(hex.id);
    for (let count = 0; count < (hex.ground.includes("difficult") ? many * 0.55 : many); count++) {
      const spot = add(middle, { x: (random() - 0.5) * 2 * R, y: (random() - 0.5) * 1.8 * R });
      const size = 4 + random() * 3.4;
      if (valueAt(field, spot) < 0.56 || busy(hex, spot, size)) continue;
      if (trees.slice(-40).some((tree) => Math.hypot(tree.x - spot.x, tree.y - spot.y) < tree.size * 1.5)) continue;
      trees.push({ ...spot, size });
    }
  }
  trees.sort((one, other) => one.y - other.y);
  const disc = (tree: Point & { size: number }, dx: number, dy: number, scale: number) => {
    const radius = tree.size * scale;
    return `M${fix(tree.x + dx - radius)} ${fix(tree.y + dy)}a${fix(radius)} ${fix(radius)} 0 1 0 ${fix(2 * radius)} 0a${fix(radius)} ${fix(radius)} 0 1 0 ${fix(-2 * radius)} 0`;
  };
  const shadows = trees.map((tree) => disc(tree, 1.8, 2.2, 1)).join("");
  const crowns = [0, 1].map((tone) => trees.filter((_, index) => index % 2 === tone));
  return [
    `<path d="${floor}" fill="${INK.woods}" fill-opacity=".78" stroke="${INK.woodsEdge}" stroke-width="2.4" stroke-opacity=".6"/>`,
    `<path d="${shadows}" fill="${INK.treeShade}" opacity=".4"/>`,
    ...crowns.map(
      (half, tone) =>
        `<path d="${half.map((tree) => disc(tree, 0, 0, 1)).join("")}" fill="${tone ? INK.tree : INK.treeDark}"/>` +
        `<path d="${half.map((tree) => disc(tree, -tree.size * 0.25, -tree.size * 0.28, 0.5)).join("")}" fill="${INK.treeLight}" opacity=".55"/>`,
    ),
  ].join("");
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

function marsh(board: Board, has: (hex: string) => number, kind: string): string {
  const field = coverage(board.frame, has, { step: lattice(board), blur: 0.3, rough: 0.24, seed: kind.length });
  let reeds = "";
  for (const hex of board.hexes.values()) {
    if (!hex.ground.includes(kind)) continue;
    const random = stream(`reed${hex.id}`);
    const middle = centre(hex.id);
    for (let count = 0; count < 16; count++) {
      const spot = add(middle, { x: (random() - 0.5) * 1.8 * R, y: (random() - 0.5) * 1.7 * R });
      if (valueAt(field, spot) < 0.55) continue;
      const width = 5 + random() * 6;
      reeds += `M${at(add(spot, { x: -width, y: 0 }))}h${fix(2 * width)}M${at(spot)}v-6M${at(add(spot, { x: -3, y: 0 }))}l-2 -5M${at(add(spot, { x: 3, y: 0 }))}l2 -5`;
    }
  }
  const floor = kind === "swamp" ? INK.swamp : INK.marsh;
  return `<path d="${outline(field, 0.5)}" fill="${floor}" opacity=".8"/><path d="${reeds}" stroke="${INK.reed}" stroke-width="1.1" fill="none" opacity=".75"/>`;
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
