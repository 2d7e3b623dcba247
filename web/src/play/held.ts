// A button that is held down: what would be asked first is meant then, and a ring of time shows when.

/** So long, in milliseconds. */
export const steady = 700;

/** Calls `meant` when the button was held down so long; the press that ends it then is none. Nothing happens without `meant`. */
export function held(meant: (() => void) | null): (button: HTMLElement) => () => void {
  return (button) => {
    if (!meant) return () => {};
    let timer: ReturnType<typeof setTimeout> | undefined;
    const lift = () => {
      clearTimeout(timer);
      button.classList.remove('held');
    };
    const press = ({ button: which }: PointerEvent) => {
      if (which !== 0) return;
      button.classList.add('held');
      timer = setTimeout(() => {
        lift();
        swallow();
        meant();
      }, steady);
    };
    const menu = (event: Event) => event.preventDefault();
    const ends = ['pointerup', 'pointerleave', 'pointercancel'];
    button.addEventListener('pointerdown', press);
    button.addEventListener('contextmenu', menu);
    for (const end of ends) button.addEventListener(end, lift);
    return () => {
      lift();
      button.removeEventListener('pointerdown', press);
      button.removeEventListener('contextmenu', menu);
      for (const end of ends) button.removeEventListener(end, lift);
    };
  };
}

/** The click that comes when a held button is let go is no press on whatever lies there then. */
function swallow(): void {
  const stop = (event: Event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  addEventListener('click', stop, { capture: true, once: true });
  const done = () => setTimeout(() => removeEventListener('click', stop, { capture: true }));
  addEventListener('pointerup', done, { once: true });
  addEventListener('pointercancel', done, { once: true });
}
