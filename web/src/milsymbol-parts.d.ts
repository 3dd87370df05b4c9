import "milsymbol";

// The package has parts that its own types do not name.
declare module "milsymbol" {
  export const ms: {
    addIcons(icons: unknown): void;
    Symbol: new (code: string, options: Record<string, unknown>) => { asSVG(): string };
  };
  export const letterground: unknown;
}
