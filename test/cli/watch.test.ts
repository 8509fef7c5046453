/** Runs `halley watch` as users do: as lines in a pipe, once, against no server, and until its reader has gone. */
import { describe, expect, it } from 'vitest';
import { evmCall, FREE_PORTS, halley, Running } from './run.js';

const started = (...args: string[]) => new Running(['start', '--json', '--quiet', ...FREE_PORTS, ...args]);

describe('halley watch', () => {
  it('prints a line for each change without a terminal, and Ctrl-C ends it with code 0', async () => {
    const devnet = started('--mining-mode=step');
    const { urls } = await devnet.facts();
    const watch = new Running(['watch', `${urls.cometRpc}`]);
    expect(await watch.line()).toMatch(/^connected to halley_31337-1 at http:\/\/127.0.0.1:\d+ \(halley, CometBFT /);
    await evmCall(urls.evmHttp, 'halley_step', ['height', 1]);
    expect(await watch.said(/^(2 decided .*)\n/m)).toMatch(/^2 decided [0-9A-F]{8} in 1 round, 0 transactions$/);
    await devnet.signal('SIGINT');
    await watch.said(/^(connection lost, trying again: .*)\n/m);
    const { code, stdout, stderr } = await watch.signal('SIGINT');
    expect({ code, stderr, isPlain: !stdout.includes('\u001b') }).toEqual({ code: 0, stderr: '', isPlain: true });
  });

  it('prints the state once with --once', async () => {
    const devnet = started('--validators=7');
    const { urls } = await devnet.facts();
    const { host } = new URL(`${urls.cometRpc}`);
    const { code, stdout, stderr } = await halley('watch', host, '--once');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^halley_31337-1 {2}live {2}http:\/\/127.0.0.1:\d+ /);
    expect(stdout.match(/^[> ] validator-\d +14\.2 % .*$/gm)).toHaveLength(7);
    await devnet.signal('SIGINT');
  });

  it('ends when its reader has gone', async () => {
    const devnet = started('--mining-mode=step');
    const { urls } = await devnet.facts();
    const watch = new Running(['watch', `${urls.cometRpc}`]);
    await watch.line();
    watch.stopReading();
    await evmCall(urls.evmHttp, 'halley_step', ['height', 2]);
    expect(await watch.ended).toMatchObject({ code: 0, stderr: '' });
    await devnet.signal('SIGINT');
  });

  it('says in one line that a URL is not a CometBFT RPC, and ends with code 1', async () => {
    const devnet = started();
    const { urls } = await devnet.facts();
    const wrong = await halley('watch', `${urls.evmHttp}`);
    expect({ ...wrong, stderr: wrong.stderr.replace(/:\d+ /, ':0 ') }).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'halley: this is not a CometBFT RPC: http://127.0.0.1:0 answered status with an error: the method status does not exist/is not available; expected the CometBFT RPC of a node, such as http://127.0.0.1:26657\n',
    });
    await devnet.signal('SIGINT');
    const gone = await halley('watch', `http://user:SECRET@${new URL(`${urls.cometRpc}`).host}/SECRET`);
    expect([gone.code, gone.stderr.replace(/:\d+:/, ':0:')]).toEqual([
      1,
      'halley: cannot reach http://127.0.0.1:0: nothing listens there; expected the CometBFT RPC of a node, such as http://127.0.0.1:26657 (halley start runs one)\n',
    ]);
    const { code, stderr } = await halley('watch', 'ftp://SECRET@host');
    expect([code, stderr]).toEqual([
      1,
      'halley: the URL begins with "ftp://": expected http://, https://, ws://, wss://, tcp:// or host:port, such as http://127.0.0.1:26657\n',
    ]);
  });
});
