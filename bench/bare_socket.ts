/** Opens a socket of the load generator: no parser, no streams, and one buffer for all reads. */
import { connect, type Socket } from 'node:net';

const READ_BYTES = 65_536;

/** Passes received bytes to `read`, which may use the chunk until it returns. `onEnd` receives what `read` throws. */
export function openSocket(
  port: number,
  read: (chunk: Buffer) => void,
  onEnd: (error: Error) => void,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const buffer = Buffer.allocUnsafe(READ_BYTES);
    const socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: {
        buffer,
        callback: (size) => {
          try {
            read(buffer.subarray(0, size));
          } catch (error) {
            onEnd(error as Error);
          }
          return true;
        },
      },
    });
    socket.once('connect', () => resolve(socket));
    socket.once('error', reject);
    socket.once('close', () => onEnd(new Error('the server closed the connection')));
  });
}
