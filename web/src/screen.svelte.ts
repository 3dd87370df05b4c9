// How much room there is: whether panels stand beside the map, or beneath it, and whether the window is as low as a
// phone that lies on its side.

const wide = matchMedia("(min-width: 821px)");
const low = matchMedia("(max-height: 480px)");

class Screen {
  isWide = $state(wide.matches);
  isLow = $state(low.matches);

  constructor() {
    wide.addEventListener("change", (event) => (this.isWide = event.matches));
    low.addEventListener("change", (event) => (this.isLow = event.matches));
  }
}

export const screen = new Screen();
