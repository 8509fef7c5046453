/** Binds a server to its address. Errors name the address and the flag. */
import { existsSync, lstatSync, unlinkSync } from 'node:fs';
import { connect, type Server } from 'node:net';
import { dirname } from 'node:path';
import { HalleyError } from '../kernel/errors.js';
import { addressText, type ListenAddress } from './address.js';

/** Size of `sun_path` in bytes without its final zero. The system silently truncates longer paths. */
const SOCKET_PATH_BYTES = process.platform === 'linux' ? 107 : 103;

/** Binds a server to an address. With `orFreePort` a free port of the same host replaces one that is in use. */
export async function bind(server: Server, address: ListenAddress, flag: string, orFreePort = false): Promise<void> {
  if (address.type === 'unix') {
    checkLength(address.path, flag);
    await removeStaleSocket(address.path);
  }
  try {
    await listening(server, address);
  } catch (error) {
    const isInUse = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
    if (orFreePort && isInUse && address.type === 'tcp') return bind(server, { ...address, port: 0 }, flag);
    throw bindError(error as NodeJS.ErrnoException, address, flag);
  }
}

function checkLength(path: string, flag: string): void {
  if (Buffer.byteLength(path) <= SOCKET_PATH_BYTES) return;
  throw new HalleyError(
    'invalid-config',
    `${flag} is "unix://${path}": expected a socket path of at most ${SOCKET_PATH_BYTES} bytes`,
    { flag, path },
  );
}

function listening(server: Server, address: ListenAddress): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    const done = (): void => {
      server.off('error', reject);
      resolve();
    };
    if (address.type === 'unix') server.listen(address.path, done);
    else if (address.host === undefined) server.listen(address.port, done);
    else server.listen(address.port, address.host, done);
  });
}

function bindError(error: NodeJS.ErrnoException, address: ListenAddress, flag: string): HalleyError {
  const text = addressText(address, undefined);
  const facts = { address: text, flag, cause: error.code };
  if (error.code !== 'EADDRINUSE')
    return new HalleyError(
      'invalid-config',
      `cannot listen on ${text}: ${isWithoutFolder(address) ? 'its folder does not exist' : error.message}; change the address with ${flag}`,
      facts,
    );
  return new HalleyError('address-in-use', `${text} is in use: ${inUseHint(address)} with ${flag}`, facts);
}

function inUseHint(address: ListenAddress): string {
  if (address.type === 'tcp') return 'stop the process that listens there, or choose another port (0 picks a free one)';
  return isSocket(address.path)
    ? 'stop the process that listens there, or choose another path'
    : 'a file or a folder that is not a socket has this path; choose another one';
}

/** Checks whether the folder of a socket is missing, which the system reports as EACCES. */
const isWithoutFolder = (address: ListenAddress): boolean =>
  address.type === 'unix' && !existsSync(dirname(address.path));

const isSocket = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isSocket() ?? false;

/** Removes a socket file without a listener, which a killed process has left. Other files stay. */
async function removeStaleSocket(path: string): Promise<void> {
  if (isSocket(path) && !(await answers(path))) unlinkSync(path);
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(path);
    probe.once('connect', () => {
      probe.destroy();
      resolve(true);
    });
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'ECONNREFUSED'));
  });
}
