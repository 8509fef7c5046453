/**
 * Sends the responses of one turn of the event loop together at its end. Waking a client costs the kernel more than the
 * write itself. This way all requests that have arrived are answered before the first client runs.
 */
import type { Socket } from 'node:net';

let waiting: Socket[] = [];

/** Writes like `socket.write`, but sends at the end of the turn. */
export function writeAtEndOfTurn(socket: Socket, data: string | Buffer, encoding: 'latin1'): boolean {
  if (waiting.length === 0) setImmediate(flush);
  waiting.push(socket);
  socket.cork();
  return socket.write(data, encoding);
}

function flush(): void {
  const sockets = waiting;
  waiting = [];
  for (const socket of sockets) socket.uncork();
}
