/** What the keys do at the table. */
export const shortcuts: { keys: string; does: string }[] = [];
