// Who the player is to the server.

import { get } from '../lib/api';
import type { Me } from '../lib/wire';

/** `me` is null until the server has said. */
export const session: { me: Me | null } = $state({ me: null });

/** Asks the server anew who we are. */
export async function refresh(): Promise<Me> {
  session.me = await get<Me>('/api/me');
  return session.me;
}
