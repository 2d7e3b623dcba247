declare module 'virtual:symbols' {
  /** A symbol in a box of 150 x 100 at (25, 50): lines to stroke, areas to fill. */
  export interface Symbol {
    line: string;
    solid: string;
  }
  const symbols: { drawn: Record<string, Symbol>; also: Record<string, string> };
  export default symbols;
}
