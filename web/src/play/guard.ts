// A key that has just answered is not heard again for a second, so that a double press answers once.

const DEAF = 1000;

export class KeyGuard {
  /** The key that is being pressed; none after a pointer was used. */
  #key = "";
  #isRepeated = false;
  #gave = "";
  #when = -Infinity;

  pressed(key: string, isRepeated: boolean): void {
    if (key !== this.#gave) this.#gave = "";
    this.#key = key;
    this.#isRepeated = isRepeated;
  }

  pointed(): void {
    this.#key = this.#gave = "";
  }

  /** Something else is asked: from now on the second counts. */
  asked(now: number): void {
    if (this.#gave) this.#when = now;
  }

  /** Whether an answer may be given now; if so, the key pressed has given it. */
  allows(now: number): boolean {
    if (!this.#key) return true;
    if (this.#isRepeated || (this.#key === this.#gave && now - this.#when < DEAF)) return false;
    this.#gave = this.#key;
    this.#when = now;
    return true;
  }
}
