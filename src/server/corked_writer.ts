/**
 * Answers of one turn of the event loop leave together at its end. Waking a client costs the kernel more than the write
 * itself: by then all requests that had arrived are answered, and the first client does not run in between.
 */
import type { Socket } from 'node:net';

let waiting: Socket[] = [];

/** As `socket.write`. */
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
