/**
 * Passes TCP connections on as if the ends were far apart: every byte arrives a fixed time after it was sent, in either
 * direction. Usage: `link_process.ts DELAY_MS FROM:TO…`, two ports of this machine for each link. It sends its parent a
 * message when it listens. Bandwidth and the windows of TCP are not those of a distant link.
 */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

const [delay, ...links] = process.argv.slice(2);
const delayMs = Number(delay);

/** Passes one direction on. Timers of one duration fire in the order in which they were set. */
function pass(from: Socket, to: Socket): void {
  const later = (act: () => void): void => {
    setTimeout(act, delayMs);
  };
  from.setNoDelay(true);
  from.on('data', (chunk) => later(() => to.writable && to.write(chunk)));
  from.on('end', () => later(() => to.end()));
  from.on('error', () => later(() => to.destroy()));
}

await Promise.all(
  links.map((link) => {
    const [from, to] = link.split(':').map(Number) as [number, number];
    const server = createServer({ allowHalfOpen: true }, (near) => {
      const far = connect({ port: to, host: '127.0.0.1', allowHalfOpen: true });
      pass(near, far);
      pass(far, near);
    });
    server.listen(from, '127.0.0.1');
    return once(server, 'listening');
  }),
);
process.send?.('listening');
process.once('disconnect', () => process.exit());
