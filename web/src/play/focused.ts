/** Gives an element the focus as soon as it and everything around it is there. */
export function focused(element: HTMLElement): () => void {
  const timer = setTimeout(() => element.focus());
  return () => clearTimeout(timer);
}
