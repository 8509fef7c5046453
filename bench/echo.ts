/** Runs the simplest possible server in a process of its own, to find the maximum rate of the load generator. */
import { type ChildProcess, fork } from 'node:child_process';
import { type AddressInfo, createServer } from 'node:net';
import { untilExit } from './leftovers.js';

/** Starts a server that answers every request at once with a body of `bytes`. */
export async function startEcho(bytes: number): Promise<{ readonly port: number; stop(): void }> {
  const child: ChildProcess = untilExit(
    fork(import.meta.filename, ['serve', String(bytes)], { execArgv: process.execArgv }),
  );
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (value) => resolve(value as number));
    child.once('exit', () => reject(new Error('the echo server ended before it listened')));
  });
  return { port, stop: () => child.kill() };
}

function serve(bytes: number): void {
  const answer = Buffer.from(`HTTP/1.1 200 OK\r\ncontent-length: ${bytes}\r\n\r\n${' '.repeat(bytes)}`);
  const server = createServer({ noDelay: true }, (socket) => {
    socket.on('data', () => socket.write(answer));
    socket.on('error', () => socket.destroy());
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
  process.on('disconnect', () => process.exit());
}

if (process.argv[2] === 'serve') serve(Number(process.argv[3]));
