// How much room there is: whether panels stand beside the map, or beneath it.

const query = matchMedia("(min-width: 821px)");

class Screen {
  isWide = $state(query.matches);

  constructor() {
    query.addEventListener("change", (event) => (this.isWide = event.matches));
  }
}

export const screen = new Screen();
