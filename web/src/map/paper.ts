// The printed sheet: ground, water, ways and numbers as one piece of SVG, made once per board.
// Only attributes are used, no style text, so that the page needs no inline styles.

import { type Board } from "./board";
import { acrossHexes, alongSides, pools, type DrawnLine } from "./lines";
import { H, centre, fix, hexPath } from "./grid";
import { INK } from "./theme";
import { grounds, type Layer } from "./ground";
import { bridges, forts, grid, heights, settlements, sideWorks, sources, ways } from "./works";

export interface Sheet {
  /** The path around all hexes, to clip by. */
  edge: string;
  /** What lies beneath the hexes, what is drawn within their edge, and what stands upon them. */
  under: string;
  within: Layer[];
  upon: string;
  /** The numbers of the hexes. */
  numbers: string;
}

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
  const under =
    `<clipPath id="map-edge"><path d="${edge}"/></clipPath>` +
    `<path d="${edge}" fill="none" stroke="${INK.frame}" stroke-width="9" stroke-linejoin="round"/>`;
  const within = [
    `<rect width="${fix(board.frame.width)}" height="${fix(board.frame.height)}" fill="${INK.clear}"/>`,
    ...grounds(board),
    water,
    grid(board),
    sideWorks(board),
  ];
  const upon = [ways(roads, rails), bridges(board), settlements(board), forts(board), heights(board), sources(board, seats)].join("");
  return { edge, under, within, upon, numbers: numbers(board) };
}

// Water

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

function numbers(board: Board): string {
  const written = [...board.hexes.keys()].map((hex) => {
    const spot = centre(hex);
    return `<text x="${fix(spot.x)}" y="${fix(spot.y - H / 2 + 13)}" class="number">${hex}</text>`;
  });
  return written.join("");
}
