// Mouse, touch and wheel on the board: dragging pans, or carries a counter that can be taken up; two fingers pan and pinch, the
// wheel zooms, a short press clicks.

import type { Camera } from './camera';
import type { Point } from './hexes';

export interface Told {
  /** The user moves the picture. */
  moved: () => void;
  /** The mouse is over this point of the window; null when it left. */
  hover: (at: Point | null) => void;
  /** A short press; `again` with Shift. */
  click: (at: Point, touch: boolean, again: boolean) => void;
  /** Whether the mouse takes up a counter here, when it is dragged away; or the whole stack, with Shift. */
  grabs: (at: Point, whole: boolean) => boolean;
  /** What was taken up is now here. */
  carries: (at: Point) => void;
  /** What was taken up is let go here; null where that is nowhere. */
  drops: (at: Point | null) => void;
  /** A finger rested on this point, or the other button of the mouse was pressed there. */
  hold: (at: Point) => void;
}

/** How long a finger rests until it is a long press, in milliseconds. */
const rest = 480;

/** How far a press may wander, in pixels, and still be a click. */
const slack = { mouse: 4, touch: 10 };

/** Listens on the element until the returned function is called. */
export function gestures(element: HTMLElement, camera: Camera, told: Told): () => void {
  const down = new Map<number, Point>();
  let start: Point | null = null;
  let dragging = false;
  let carrying = false;
  let resting: ReturnType<typeof setTimeout> | undefined;

  const at = (event: MouseEvent): Point => {
    const frame = element.getBoundingClientRect();
    return { x: event.clientX - frame.left, y: event.clientY - frame.top };
  };
  const middle = (points: Point[]): Point => ({
    x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
    y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
  });
  const spread = ([one, other]: Point[]): number => (one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0);

  const press = (event: PointerEvent) => {
    if (event.pointerType === 'mouse' && event.button > 1) return;
    const point = at(event);
    down.set(event.pointerId, point);
    if (down.size === 1) {
      start = at(event);
      dragging = event.button === 1;
    } else dragging = true;
    if (dragging) element.setPointerCapture(event.pointerId);
    clearTimeout(resting);
    if (event.pointerType === 'touch' && !dragging) resting = setTimeout(() => hold(point), rest);
  };

  /** What was a press is none any more: lifting the finger does nothing. */
  const hold = (point: Point) => {
    down.clear();
    start = null;
    told.hold(point);
  };

  const menu = (event: MouseEvent) => {
    event.preventDefault();
    // A long press of the finger has been told.
    if (!(event instanceof PointerEvent && event.pointerType === 'touch')) told.hold(at(event));
  };

  const move = (event: PointerEvent) => {
    const point = at(event);
    if (!down.has(event.pointerId)) {
      if (event.pointerType !== 'touch') told.hover(point);
      return;
    }
    const kind = event.pointerType === 'mouse' ? 'mouse' : 'touch';
    if (!dragging && start && Math.hypot(point.x - start.x, point.y - start.y) > slack[kind]) {
      dragging = true;
      carrying = kind === 'mouse' && down.size === 1 && told.grabs(start, event.shiftKey);
      element.setPointerCapture(event.pointerId);
      told.hover(null);
    }
    if (!dragging) return;
    clearTimeout(resting);
    if (carrying) {
      told.carries(point);
      return;
    }
    const before = [...down.values()];
    down.set(event.pointerId, point);
    const after = [...down.values()];
    const [from, to] = [middle(before), middle(after)];
    told.moved();
    camera.pan(to.x - from.x, to.y - from.y);
    if (after.length === 2 && spread(before) > 0) camera.zoomBy(spread(after) / spread(before), to);
  };

  const lift = (event: PointerEvent) => {
    clearTimeout(resting);
    if (!down.delete(event.pointerId)) return;
    if (!dragging && event.type === 'pointerup') told.click(at(event), event.pointerType === 'touch', event.shiftKey);
    if (carrying) told.drops(event.type === 'pointerup' ? at(event) : null);
    carrying = false;
    if (down.size === 0) {
      start = null;
      dragging = false;
    }
  };

  const leave = (event: PointerEvent) => {
    if (event.pointerType !== 'touch') told.hover(null);
  };

  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    told.moved();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 30 : 1;
    // A trackpad's two fingers go sideways too; a mouse wheel does not, unless Shift is held.
    const sideways = event.deltaX !== 0 || event.shiftKey;
    if (sideways && !event.ctrlKey) camera.pan(-event.deltaX * unit, event.deltaX === 0 ? 0 : -event.deltaY * unit);
    else camera.zoomBy(Math.exp(-event.deltaY * unit * (event.ctrlKey ? 0.01 : 0.0016)), at(event));
  };

  element.addEventListener('pointerdown', press);
  element.addEventListener('pointermove', move);
  element.addEventListener('pointerup', lift);
  element.addEventListener('pointercancel', lift);
  element.addEventListener('pointerleave', leave);
  element.addEventListener('wheel', wheel, { passive: false });
  element.addEventListener('contextmenu', menu);
  return () => {
    clearTimeout(resting);
    element.removeEventListener('contextmenu', menu);
    element.removeEventListener('pointerdown', press);
    element.removeEventListener('pointermove', move);
    element.removeEventListener('pointerup', lift);
    element.removeEventListener('pointercancel', lift);
    element.removeEventListener('pointerleave', leave);
    element.removeEventListener('wheel', wheel);
  };
}
