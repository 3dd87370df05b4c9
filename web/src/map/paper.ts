// The printed sheet: ground, water, ways and names as one piece of SVG, made once per board.
// Only attributes are used, no style text, so that the page needs no inline styles.

import { coverage, outline, valueAt, type Field } from "./areas";
import { places, type Board, type BoardHex } from "./board";
import { acrossHexes, alongSides, pools, sideChains, type DrawnLine } from "./lines";
import {
  DIRECTIONS,
  H,
  R,
  add,
  at,
  between,
  centre,
  fix,
  hexPath,
  neighbour,
  outward,
  sideCorners,
  sideMiddle,
  type Direction,
  type Point,
} from "./grid";
import { stream } from "./noise";
import { INK, sideColour } from "./theme";

export interface Sheet {
  /** The path around all hexes, to clip by. */
  edge: string;
  ground: string;
  names: string;
}

const MARGIN = 60;

export function sheet(board: Board, seats: string[]): Sheet {
  const edge = [...board.hexes.keys()].map((hex) => hexPath(hex, 1.004)).join("");
  const rivers = alongSides(board, "river", 9);
  const roads = acrossHexes(board, "road");
  const rails = acrossHexes(board, "rail");
  const water = [
    riverBank(rivers),
    `<path d="${pools(board, "lake")}" fill="${INK.water}" stroke="${INK.bank}" stroke-width="2.2"/>`,
    `<path d="${pools(board, "lake")}" fill="none" stroke="${INK.shallow}" stroke-width="1" stroke-dasharray="9 14" opacity=".8"/>`,
  ].join("");
  const ground = [
    `<rect x="${-MARGIN}" y="${-MARGIN}" width="${board.frame.width + 2 * MARGIN}" height="${board.frame.height + 2 * MARGIN}" rx="10" fill="${INK.margin}"/>`,
    `<clipPath id="map-edge"><path d="${edge}"/></clipPath>`,
    `<path d="${edge}" fill="none" stroke="${INK.frame}" stroke-width="9" stroke-linejoin="round"/>`,
    `<g clip-path="url(#map-edge)">`,
    `<rect width="${fix(board.frame.width)}" height="${fix(board.frame.height)}" fill="${INK.clear}"/>`,
    ...grounds(board),
    water,
    grid(board),
    sideWorks(board),
    `</g>`,
    ways(roads, rails),
    bridges(board),
    settlements(board),
    forts(board),
    heights(board),
    sources(board, seats),
  ].join("");
  return { edge, ground, names: names(board) };
}

// Ground

/** How far apart the points are from which outlines are traced: coarser on a large map. */
function lattice(board: Board): number {
  return board.hexes.size > 600 ? 15 : 10;
}

function grounds(board: Board): string[] {
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

function riverBank(rivers: DrawnLine[]): string {
  const width = [0, 2.4, 4.6, 8];
  const draw = (colour: string, extra: number, opacity = 1) =>
    rivers
      .map(
        (river) =>
          `<path d="${river.path}" fill="none" stroke="${colour}" stroke-width="${fix((width[river.rank] ?? 4) + extra)}" stroke-linecap="round" stroke-linejoin="round" opacity="${opacity}"/>`,
      )
      .join("");
  return draw(INK.clear, 6, 0.45) + draw(INK.bank, 2.2) + draw(INK.water, 0) + draw(INK.shallow, -3.4, 0.7);
}

// What people made

function grid(board: Board): string {
  const sides = new Set<string>();
  for (const hex of board.hexes.keys())
    for (const direction of DIRECTIONS.slice(0, 3) as Direction[]) {
      const [one, other] = sideCorners(hex, direction);
      sides.add(`M${at(one)}L${at(other)}`);
    }
  return `<path d="${[...sides].join("")}" fill="none" stroke="${INK.grid}" stroke-width="1" opacity=".42"/>`;
}

/** Fortified sides: teeth along the line. */
function sideWorks(board: Board): string {
  return sideChains(board, "fortified")
    .map(({ points }) => {
      const line = `M${points.map(at).join("L")}`;
      return (
        `<path d="${line}" fill="none" stroke="${INK.works}" stroke-width="2.2"/>` +
        `<path d="${line}" fill="none" stroke="${INK.works}" stroke-width="8" stroke-dasharray="2.4 6"/>`
      );
    })
    .join("");
}

function ways(roads: DrawnLine[], rails: DrawnLine[]): string {
  const path = (lines: DrawnLine[], rank: number) => lines.filter((line) => line.rank === rank).map((line) => line.path).join("");
  const draw = (d: string, colour: string, width: number, more = "") =>
    d && `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`;
  const all = (lines: DrawnLine[]) => lines.map((line) => line.path).join("");
  const wide = [0, 3.4, 5.6, 7];
  const ranks = [1, 2, 3];
  return [
    ...ranks.map((rank) => draw(path(roads, rank), INK.roadCase, wide[rank] ?? 5)),
    ...ranks.map((rank) => draw(path(roads, rank), INK.road, (wide[rank] ?? 5) - 2.2)),
    draw(all(rails), INK.paper, 5.2, `opacity=".55"`),
    draw(all(rails), INK.rail, 1.7),
    `<path d="${all(rails)}" fill="none" stroke="${INK.rail}" stroke-width="6.6" stroke-dasharray="1.3 6.2"/>`,
  ].join("");
}

/** Where a way crosses a river: two short strokes beside it. */
function bridges(board: Board): string {
  const rivers = new Set(board.sides.filter((side) => side.kind === "river").map((side) => side.a + side.b));
  const crossed = board.sides.filter(
    (side) => (side.kind === "road" || side.kind === "rail") && (rivers.has(side.a + side.b) || rivers.has(side.b + side.a)),
  );
  return crossed
    .map((side) => {
      const direction = DIRECTIONS.find((way) => neighbour(side.a, way) === side.b);
      if (!direction) return "";
      const angle = Math.round((Math.atan2(outward(direction).y, outward(direction).x) * 180) / Math.PI);
      return `<g transform="translate(${at(sideMiddle(side.a, direction))}) rotate(${angle})"><path d="M-9 -8l3 3h12l3 -3M-9 8l3 -3h12l3 3" fill="none" stroke="${INK.works}" stroke-width="1.5"/></g>`;
    })
    .join("");
}

/** Villages are a few houses, towns a plan of streets, cities the whole hex. */
function settlements(board: Board): string {
  let [shade, houses, roofs] = ["", "", ""];
  for (const hex of board.hexes.values()) {
    if (!hex.settlement) continue;
    const random = stream(`house${hex.id}`);
    const middle = centre(hex.id);
    const big = hex.settlement !== "village";
    const reach = big ? (hex.settlement === "town" ? 0.44 : 0.62) * R : 0.22 * R;
    const count = big ? (hex.settlement === "town" ? 34 : 60) : 8;
    const turn = random() * 0.9;
    const cell = big ? 9.4 : 8.4;
    const spots: Point[] = [];
    for (let row = -6; row <= 6; row++) for (let column = -6; column <= 6; column++) spots.push({ x: column * cell, y: row * cell });
    const inside = spots
      .filter((spot) => Math.hypot(spot.x, spot.y) < reach * (0.8 + random() * 0.35))
      .filter(() => random() < (big ? 0.9 : 0.78))
      .slice(0, count * 2);
    for (const spot of inside) {
      const [across, down] = [2.6 + random() * 1.7, 2.4 + random() * 1.6];
      const place = {
        x: middle.x + spot.x * Math.cos(turn) - spot.y * Math.sin(turn),
        y: middle.y + spot.x * Math.sin(turn) + spot.y * Math.cos(turn),
      };
      const corner = (x: number, y: number, push = 0) =>
        at({
          x: place.x + x * across * Math.cos(turn) - y * down * Math.sin(turn) + push,
          y: place.y + x * across * Math.sin(turn) + y * down * Math.cos(turn) + push,
        });
      const block = (push: number) => `M${corner(-1, -1, push)}L${corner(1, -1, push)}L${corner(1, 1, push)}L${corner(-1, 1, push)}Z`;
      shade += block(1.6);
      if (random() < 0.7) houses += block(0);
      else roofs += block(0);
    }
  }
  return (
    `<path d="${shade}" fill="${INK.houseShade}" opacity=".45"/>` +
    `<path d="${houses}" fill="${INK.house}" stroke="${INK.houseEdge}" stroke-width=".7"/>` +
    `<path d="${roofs}" fill="${INK.roof}" stroke="${INK.houseEdge}" stroke-width=".7"/>`
  );
}

function forts(board: Board): string {
  return [...board.hexes.values()]
    .filter((hex) => hex.fort)
    .map((hex) => {
      const spot = add(centre(hex.id), { x: R * 0.5, y: R * 0.28 });
      return `<path d="M${at(spot)}m0 -9l3.4 3.4h4.6v4.6l3.4 3.4l-3.4 3.4v4.6h-4.6l-3.4 3.4l-3.4 -3.4h-4.6v-4.6l-3.4 -3.4l3.4 -3.4v-4.6h4.6z" fill="${INK.paper}" stroke="${INK.works}" stroke-width="1.8"/>`;
    })
    .join("");
}

function heights(board: Board): string {
  return [...board.hexes.values()]
    .filter((hex) => hex.height)
    .map((hex) => {
      const spot = add(centre(hex.id), { x: R * 0.52, y: -R * 0.2 });
      return (
        `<path d="M${at(spot)}m0 -11l10 17h-20z" fill="${INK.peak}" stroke="${INK.paper}" stroke-width="1.6" stroke-linejoin="round"/>` +
        `<text x="${fix(spot.x)}" y="${fix(spot.y + 18)}" class="height">${hex.height}</text>`
      );
    })
    .join("");
}

/** Sources of supply: an arrow of the side's colour pointing in from the edge, with a shape of its own. */
function sources(board: Board, seats: string[]): string {
  return [...board.hexes.values()]
    .filter((hex) => hex.source)
    .map((hex) => {
      const open = DIRECTIONS.filter((direction) => !board.hexes.has(neighbour(hex.id, direction)));
      const exit = board.exits.find((found) => found.hex === hex.id && open.includes(found.direction));
      const way = exit ? outward(exit.direction) : open.map(outward).reduce((sum, one) => add(sum, one), { x: 0, y: 0 });
      const length = Math.hypot(way.x, way.y) || 1;
      const spot = add(centre(hex.id), way, (R * 0.98) / length);
      const angle = Math.round((Math.atan2(-way.y, -way.x) * 180) / Math.PI);
      const seat = seats.indexOf(hex.source);
      const colour = sideColour(seat);
      const bar = seat === 1 ? `<path d="M-13 -3h12M-13 3h12" stroke="${INK.paper}" stroke-width="1.6"/>` : "";
      return `<g transform="translate(${at(spot)}) rotate(${angle})"><path d="M-17 -7h15v-7l19 14l-19 14v-7h-15z" fill="${colour.strong}" stroke="${INK.paper}" stroke-width="2" stroke-linejoin="round"/>${bar}</g>`;
    })
    .join("");
}

// Words

function names(board: Board): string {
  const numbers = [...board.hexes.keys()]
    .map((hex) => {
      const spot = centre(hex);
      return `<text x="${fix(spot.x)}" y="${fix(spot.y - H / 2 + 13)}" class="number">${hex}</text>`;
    })
    .join("");
  const called = places(board)
    .map((place) => {
      const low = Math.max(...place.hexes.map((hex) => centre(hex).y));
      const big = place.settlement && place.settlement !== "village";
      const y = place.hexes.length > 1 ? place.middle.y + R * 0.08 : low + R * 0.74;
      return `<text x="${fix(place.middle.x)}" y="${fix(y)}" class="${big ? "town" : "village"}">${escape(place.name)}</text>`;
    })
    .join("");
  const words = board.labels
    .map((label) => {
      const spot = centre(label.hex);
      return `<text x="${fix(spot.x)}" y="${fix(spot.y)}" class="region ${escape(label.kind)}">${escape(label.text)}</text>`;
    })
    .join("");
  return numbers + called + words;
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
