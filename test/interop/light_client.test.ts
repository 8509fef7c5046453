/**
 * Runs CometBFT's own light client, written in Go, with our CometBFT RPC as its primary and witness. It trusts only
 * block 1 and verifies the rest, across changes of the validator set that no single step can skip. It refuses responses
 * that a proxy has altered.
 */
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createDevnet, type Devnet, fixedClock, systemClock } from '../../src/devnet/index.js';
import { NANOS_PER_SECOND } from '../../src/kernel/time.js';
import { cometbftIsAbsent } from './peers/cometbft.js';
import { expectVerified, startLightClient } from './peers/light_client.js';
import { resultOf, transfer } from './two_chains.js';

/** Allows for chains that are made before the first test. */
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const HOUR = 3600n * NANOS_PER_SECOND;
const BLOCKS = 520;
/**
 * Number of validators; the heights below change their powers. In the end more than two thirds of the power at block 1
 * is gone, a large part each time.
 */
const VALIDATORS = 7;
const CHANGES: readonly { readonly height: number; readonly powers: Readonly<Record<number, bigint>> }[] = [
  { height: 120, powers: { 1: 0n, 2: 0n, 3: 0n } },
  { height: 260, powers: { 4: 0n, 5: 0n, 6: 0n, 1: 100n } },
  { height: 400, powers: { 0: 0n, 2: 10n } },
];
/** Height of a block with a transaction, and the height to which the sequential client verifies. */
const TX_HEIGHT = 60;
const SEQUENTIAL_TO = 150;

let devnet: Devnet;
const running: { stop(): Promise<void> }[] = [];
const proxies: Server[] = [];

interface SignedHeader {
  readonly signed_header: {
    readonly header: { readonly app_hash: string; readonly data_hash: string };
    readonly commit: { readonly signatures: readonly { readonly signature: string }[] };
  };
}

const urlOf = (dialect: string): string => `${devnet.urls.cometRpc}${dialect}`;

/** Starts a light client that trusts block 1. Resolves to the address of its proxy when it answers. */
async function lightClient(primary: string, witness: string, ...flags: string[]): Promise<string> {
  const client = await startLightClient(devnet, primary, witness, ...flags);
  running.push(client);
  return client.url;
}

/** Starts a proxy that forwards all requests, records them in `asked`, and applies `tamper` to the responses. */
async function proxyTo(target: string, tamper: (body: string) => string, asked: string[] = []): Promise<string> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const body = chunks.length === 0 ? null : Buffer.concat(chunks);
      asked.push(body?.toString() ?? '');
      const init = { method: request.method as string, body, headers: { 'content-type': 'application/json' } };
      const answer = await fetch(`${target}${request.url}`, init);
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(tamper(await answer.text()));
    });
  });
  // The light client opens a WebSocket to its primary, which passes unchanged.
  server.on('upgrade', (request, socket) => {
    const { port, pathname } = new URL(target);
    const upstream = connect(Number(port), '127.0.0.1', () => {
      const headers = request.rawHeaders.reduce((text, part, i) => text + part + (i % 2 === 0 ? ': ' : '\r\n'), '');
      upstream.write(`GET ${pathname.replace(/\/$/, '')}${request.url} HTTP/1.1\r\n${headers}\r\n`);
      upstream.pipe(socket).pipe(upstream);
    });
    for (const end of [socket, upstream]) end.on('error', () => end.destroy());
  });
  proxies.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function errorOf(url: string, target: string): Promise<string | undefined> {
  const answer = (await (await fetch(`${url}/${target}`)).json()) as { error?: { data?: string } };
  return answer.error?.data;
}

/** Replaces the first character. The text stays readable, but encodes another value. */
const changed = (text: string): string => (text.startsWith('A') ? 'B' : 'A') + text.slice(1);

const expectSame = (light: string, target: string): Promise<void> => expectVerified(light, urlOf('/v0.38'), target);

async function mineTo(height: number): Promise<void> {
  while (devnet.height < BigInt(height)) await devnet.mine();
}

async function grow(): Promise<void> {
  await mineTo(TX_HEIGHT - 1);
  await transfer(devnet);
  for (const { height, powers } of CHANGES) {
    await mineTo(height);
    for (const [index, power] of Object.entries(powers)) await devnet.setValidatorPower(Number(index), power);
  }
  await mineTo(BLOCKS);
}

describe.skipIf(cometbftIsAbsent)("CometBFT's light client", () => {
  beforeAll(async () => {
    devnet = await createDevnet({
      jsonRpc: false,
      assets: false,
      validators: VALIDATORS,
      rpc: { address: 'tcp://127.0.0.1:0' },
      clock: fixedClock(systemClock.now() - HOUR),
    });
    await grow();
  });

  afterAll(async () => {
    // The clients stop before their home folders are removed.
    for (const client of running.reverse()) await client.stop();
    for (const proxy of proxies) proxy.close();
    await devnet?.close();
  });

  it('sees four validator sets, of which the last has less than a third of the first', async () => {
    const heights = [1, ...CHANGES.map(({ height }) => height + 10)];
    const sets = await Promise.all(
      heights.map(async (height) => {
        const { validators } = await resultOf<{
          validators: readonly { readonly address: string; readonly voting_power: string }[];
        }>(urlOf(''), `validators?height=${height}`);
        return validators;
      }),
    );
    expect(sets.map((set) => set.map(({ voting_power }) => voting_power))).toEqual([
      Array(VALIDATORS).fill('10'),
      ['10', '10', '10', '10'],
      ['100', '10'],
      ['100', '10'],
    ]);
    const [first = [], last = []] = [sets[0], sets[3]];
    const stayed = first.filter(({ address }) => last.some((other) => other.address === address));
    expect(stayed.length * 3).toBeLessThan(first.length);
  });

  it.each(['', '/v0.38', '/v0.34'])(
    'skips to the latest height and serves what it has verified (dialect at "%s")',
    async (dialect) => {
      const asked: string[] = [];
      const primary = await proxyTo(urlOf(dialect), (body) => body, asked);
      const light = await lightClient(primary, urlOf(dialect));
      // The client first verifies the latest height, because it is requested first.
      const tip = BLOCKS - 1;
      for (const target of [
        `commit?height=${tip}`,
        `header?height=${tip}`,
        `validators?height=${tip}`,
        `block?height=${tip}`,
      ])
        await expectSame(light, target);
      const verified = new Set(
        asked.flatMap((body) => body.match(/"commit".*"height":"(\d+)"/)?.[1] ?? []).map(Number),
      );
      verified.delete(1);
      verified.delete(tip);
      // One step is not enough, and the client does not verify every height.
      expect(verified.size).toBeGreaterThan(1);
      expect(verified.size).toBeLessThan(50);

      for (const height of [TX_HEIGHT, 200, 300])
        for (const route of ['block', 'header', 'commit', 'validators'])
          await expectSame(light, `${route}?height=${height}`);
    },
  );

  it('verifies results and transactions with their proofs', async () => {
    const light = await lightClient(urlOf('/v0.38'), urlOf('/v0.38'));
    const results = `block_results?height=${TX_HEIGHT}`;
    await expectSame(light, results);
    const { txs } = await resultOf<{ txs: readonly { readonly hash: string }[] }>(
      urlOf('/v0.38'),
      `tx_search?query="tx.height=${TX_HEIGHT}"`,
    );
    const tx = `tx?hash=0x${txs[0]?.hash}&prove=true`;
    expect(await resultOf(light, tx)).toMatchObject({ hash: txs[0]?.hash, height: String(TX_HEIGHT) });
  });

  it('verifies block after block', async () => {
    const light = await lightClient(urlOf(''), urlOf(''), '--sequential');
    const target = `commit?height=${SEQUENTIAL_TO}`;
    await expectSame(light, target);
  });

  describe('refuses', () => {
    const HEIGHT = 30;
    const REFUSED = /^failed to update light client to 30/;
    const honest = (): Promise<SignedHeader> => resultOf(urlOf(''), `commit?height=${HEIGHT}`);
    /** Returns the error for `target` when the primary starts to apply `tamper` to its responses. */
    const lied = async (target: string, tamper: (body: string) => string): Promise<string | undefined> => {
      let lying = false;
      const primary = await proxyTo(urlOf(''), (body) => (lying ? tamper(body) : body));
      const light = await lightClient(primary, urlOf(''));
      expect(await errorOf(light, 'commit?height=2')).toBeUndefined();
      lying = true;
      return errorOf(light, target);
    };

    it('a header with a changed field', async () => {
      const { app_hash } = (await honest()).signed_header.header;
      const error = await lied(`commit?height=${HEIGHT}`, (body) => body.replaceAll(app_hash, changed(app_hash)));
      // The client drops a primary with a wrong response, and has no witness left.
      expect(error).toMatch(REFUSED);
    });

    it('a commit with a changed signature', async () => {
      const signature = (await honest()).signed_header.commit.signatures[0]?.signature as string;
      const error = await lied(`commit?height=${HEIGHT}`, (body) => body.replaceAll(signature, changed(signature)));
      expect(error).toMatch(REFUSED);
    });

    it('a validator with a changed power', async () => {
      const error = await lied(`commit?height=${HEIGHT}`, (body) =>
        body.replace('"voting_power":"10"', '"voting_power":"11"'),
      );
      expect(error).toMatch(REFUSED);
    });

    it('a block with a changed transaction', async () => {
      const { block } = await resultOf<{ block: { data: { txs: readonly string[] } } }>(
        urlOf(''),
        `block?height=${TX_HEIGHT}`,
      );
      const tx = block.data.txs[0] as string;
      const error = await lied(`block?height=${TX_HEIGHT}`, (body) => body.replaceAll(tx, changed(tx)));
      expect(error).toMatch(/DataHash/);
    });
  });
});
