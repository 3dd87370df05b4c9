// Where a stack is spread out beside its hex: where it lies over the fewest places that can be clicked.

export interface Point {
  x: number;
  y: number;
}

/** The left upper corner of what is shown, and the side of the hex on which it lies. */
export interface Place extends Point {
  side: "above" | "below" | "left" | "right";
}

const EDGE = 6;

/** Choose a side of a spot for a box; `reach` is how far the box stays away from the middle of the spot. */
export function beside(spot: Point, box: { width: number; height: number }, window: { width: number; height: number }, reach: number, clicked: readonly Point[]): Place {
  const hold = (at: number, size: number, room: number) => Math.max(EDGE, Math.min(room - size - EDGE, at));
  const across = hold(spot.x - box.width / 2, box.width, window.width);
  const along = hold(spot.y - box.height / 2, box.height, window.height);
  const usual: Place[] = [
    { side: "above", x: across, y: spot.y - reach - box.height },
    { side: "below", x: across, y: spot.y + reach },
    { side: "right", x: spot.x + reach, y: along },
    { side: "left", x: spot.x - reach - box.width, y: along },
  ];
  if (spot.y < window.height * 0.45) usual.unshift(...usual.splice(1, 1));
  const isInside = ({ x, y }: Place) => x >= EDGE && y >= EDGE && x + box.width <= window.width - EDGE && y + box.height <= window.height - EDGE;
  const hides = ({ x, y }: Place) => clicked.filter((one) => one.x > x && one.x < x + box.width && one.y > y && one.y < y + box.height).length;
  const fitting = usual.filter(isInside);
  const first = fitting[0] ?? { ...(usual[0] as Place), y: hold((usual[0] as Place).y, box.height, window.height) };
  return fitting.reduce((best, one) => (hides(one) < hides(best) ? one : best), first);
}
