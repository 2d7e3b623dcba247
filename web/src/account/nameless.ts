import type { User } from '../lib/wire';

/** Whether somebody has no name of his own: nobody yet, or a guest called as the server calls all guests. */
export function nameless(user: User | null): boolean {
  return user === null || (user.guest && /^Guest [0-9A-Z]{4}$/.test(user.name));
}
