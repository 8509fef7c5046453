/** Tests what `createEngine` serves for an application that Halley does not know, with CosmJS over real sockets. */
import { Comet38Client, toRfc3339WithNanoseconds } from '@cosmjs/tendermint-rpc';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { addressOf } from '../../../src/abci/pub_key.js';
import { toBase64 } from '../../../src/codec/base64.js';
import { validatorKey } from '../../../src/devnet/chain/validator_keys.js';
import { createEngine, type Engine, type EngineOptions } from '../../../src/devnet/index.js';
import type { HalleyError } from '../../../src/kernel/errors.js';
import { toUpperHex } from '../../../src/kernel/hex.js';
import { fromUtf8, utf8 } from '../../../src/kernel/text.js';
import { serveAbci } from '../../../src/server/abci/serve_abci.js';
import vectors from '../../vectors/cometbft-0.38.25/evidence.json' with { type: 'json' };
import { Ledger } from './ledger.js';

const open: AsyncDisposable[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one[Symbol.asyncDispose]();
});

async function anEngine(options: Partial<EngineOptions> = {}): Promise<{ engine: Engine; ledger: Ledger }> {
  const ledger = new Ledger();
  const engine = await createEngine({ app: ledger, seed: 'ledger', ...options });
  open.push(engine);
  return { engine, ledger };
}

async function client({ urls }: Engine): Promise<Comet38Client> {
  const connected = await Comet38Client.connect(`${urls.cometRpc}/v0.38`);
  open.push({ [Symbol.asyncDispose]: async () => connected.disconnect() });
  return connected;
}

const DAY = 86_400n;

describe('an engine', () => {
  it('decides the transactions of an application, which CosmJS sends, finds and proves', async () => {
    const { engine } = await anEngine({ rpc: true });
    const cosmjs = await client(engine);
    const { height, checkTx, txResult } = await cosmjs.broadcastTxCommit({ tx: utf8('apple=red') });
    expect([height, checkTx.code, txResult?.code]).toEqual([2, 0, 0]);
    await engine.broadcast(utf8('pear=green'));
    const found = await cosmjs.txSearchAll({ query: "entry.name='pear'" });
    expect(found.txs.map(({ height: at, tx }) => [at, fromUtf8(tx)])).toEqual([[3, 'pear=green']]);
    const { value } = await cosmjs.abciQuery({ path: '/value', data: utf8('apple') });
    expect(fromUtf8(value)).toBe('red');
    const { header } = (await cosmjs.block(3)).block;
    expect([header.chainId, header.height]).toEqual(['halley-engine-1', 3]);
    expect(toUpperHex((await cosmjs.commit(3)).commit.blockId.hash)).toMatch(/^[0-9A-F]{64}$/);
    expect((await cosmjs.validatorsAll(3)).validators.map(({ votingPower }) => votingPower)).toEqual([
      10n,
      10n,
      10n,
      10n,
    ]);
    expect((await cosmjs.abciInfo()).data).toBe('recording');
    expect(engine.appHash).toBe(toUpperHex((await cosmjs.abciInfo()).lastBlockAppHash as Uint8Array));
  });

  it('refuses what CheckTx and the mempool refuse, with their codes and texts', async () => {
    const { engine } = await anEngine({ rpc: true, miningMode: 'manual', mempool: { maxTxBytes: 20 } });
    const cosmjs = await client(engine);
    expect(await engine.broadcast(utf8('no pair'))).toMatchObject({ code: 7, codespace: 'recording' });
    await engine.broadcast(utf8('first=a'));
    await engine.broadcast(utf8('second=b'));
    await expect(engine.broadcast(utf8('first=a'))).rejects.toThrow('tx already exists in cache');
    await expect(engine.broadcast(utf8('long=aaaaaaaaaaaaaaaaaaaaaaaa'))).rejects.toThrow(
      'Tx too large. Max size is 20, but got 29',
    );
    const before = engine.height;
    await engine.mine();
    const { txs } = (await cosmjs.block()).block;
    expect([engine.height - before, txs.map(fromUtf8)]).toEqual([1n, ['first=a', 'second=b']]);
  });

  it('lets 21 days pass between two blocks', async () => {
    const { engine, ledger } = await anEngine();
    await engine.mine();
    const before = ledger.finalizeBlockRequest?.time ?? 0n;
    await engine.time.increase(21n * DAY);
    await engine.mine();
    expect(((ledger.finalizeBlockRequest?.time ?? 0n) - before) / 1_000_000_000n).toBe(21n * DAY);
  });

  it('lets less than a second pass from block to block, and the interval of a clock that only blocks advance', async () => {
    const times: bigint[] = [];
    const start = 1_700_000_000_250_000_000n;
    for (const [miningMode, clock] of [
      [{ type: 'automine' } as const, 'wall' as const],
      [{ type: 'interval', ms: 200 } as const, { now: () => start }],
    ] as const) {
      const { engine, ledger } = await anEngine({ miningMode, clock });
      await engine.setMiningMode('manual');
      await engine.mine();
      times.push(ledger.finalizeBlockRequest?.time ?? 0n);
      await engine.mine({ blocks: 3 });
      times.push(ledger.finalizeBlockRequest?.time ?? 0n);
    }
    const [first = 0n, fourth = 0n, before, after] = times;
    expect(fourth - first).toBeGreaterThanOrEqual(3_000_000n);
    expect(fourth - BigInt(Date.now()) * 1_000_000n).toBeLessThan(1_000_000_000n);
    expect((after ?? 0n) - (before ?? 0n)).toBe(600_000_000n);
  });

  it('tells the application of a validator that signs two blocks, and who signed', async () => {
    const { engine, ledger } = await anEngine();
    const fault = await engine.network.addFault({ type: 'equivocate', node: 2 });
    await engine.mine({ blocks: 4 });
    await engine.network.removeFault(fault);
    const address = engine.validators[2]?.address.toLowerCase();
    expect(ledger.accused[0]).toMatch(new RegExp(`^duplicate-vote \\d+ ${address}$`));
    await engine.network.crashValidator(3);
    await engine.mine({ blocks: 2 });
    const signed = ledger.finalizeBlockRequest?.decidedLastCommit.votes.map(({ blockIdFlag }) => blockIdFlag);
    expect(signed?.filter((flag) => flag === 1)).toHaveLength(1);
  });

  it('says that no node has the keys of the validators whom the application gave most of the power', async () => {
    const { engine, ledger } = await anEngine();
    ledger.updates = [{ pubKey: { type: 'ed25519', bytes: new Uint8Array(32).fill(7) }, power: 1_000n }];
    await expect(engine.mine({ blocks: 4 })).rejects.toThrow(
      '40 of 1040 is (no node has the keys of the others): start with the keys of those validators',
    );
  });

  it('refuses evidence against a validator whose type of key no node has, and goes on', async () => {
    const genesis = {
      chain_id: 'types-1',
      consensus_params: { validator: { pub_key_types: ['ed25519', 'ml_dsa_65'] } },
    };
    const { engine, ledger } = await anEngine({ rpc: true, genesis });
    const pubKey = { type: 'ml_dsa_65', bytes: new Uint8Array(1952).fill(9) } as const;
    const address = toUpperHex(addressOf(pubKey));
    ledger.updates = [{ pubKey, power: 1n }];
    await engine.mine({ blocks: 4 });
    const cosmjs = await client(engine);
    const { header } = (await cosmjs.block()).block;
    const accused = ledger.finalizeBlockRequest?.decidedLastCommit.votes.map(({ validator }) =>
      toUpperHex(validator.address),
    );
    const evidence = structuredClone(vectors.duplicateVote);
    for (const vote of [evidence.value.vote_a, evidence.value.vote_b])
      Object.assign(vote, {
        ...{ height: `${header.height}`, validator_address: address, validator_index: accused?.indexOf(address) },
        signature: toBase64(new Uint8Array(3309).fill(5)),
      });
    Object.assign(evidence.value, {
      TotalVotingPower: '41',
      ValidatorPower: '1',
      Timestamp: toRfc3339WithNanoseconds(header.time),
    });
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'broadcast_evidence', params: { evidence } });
    const answer = await fetch(`${engine.urls.cometRpc}/v0.40`, { method: 'POST', body });
    expect(await answer.text()).toMatch(/Invalid evidence: verifying VoteA: invalid signature/);
    const { height } = engine;
    await engine.mine();
    expect(engine.height).toBe(height + 1n);
  });

  it('tells of a call that the application does not answer', async () => {
    const ledger = new Ledger();
    const server = await serveAbci({ address: 'tcp://127.0.0.1:0', application: ledger, onFatal: () => {} });
    open.push({ [Symbol.asyncDispose]: () => server.close() });
    const lines: string[] = [];
    const { engine } = await anEngine({ app: server.address, onSlow: (line) => lines.push(line) });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      let answer = (): void => {};
      const called = new Promise<void>((resolve) => {
        ledger.before.finalizeBlock = () => {
          resolve();
          return new Promise<void>((done) => {
            answer = done;
          });
        };
      });
      const mined = engine.mine();
      await called;
      vi.advanceTimersByTime(10_000);
      expect(lines).toEqual(['the application has sent no answer for 10 s during FinalizeBlock at height 2']);
      answer();
      await mined;
    } finally {
      vi.useRealTimers();
    }
  });

  it('gives a validator that the application lets in a node, and lets another go', async () => {
    const { engine, ledger } = await anEngine({ validators: 3 });
    ledger.updates = [
      { pubKey: validatorKey('ledger', 3).pubKey, power: 5n },
      { pubKey: validatorKey('ledger', 0).pubKey, power: 0n },
    ];
    await engine.mine({ blocks: 4 });
    expect(engine.validators.map(({ name, power }) => [name, power])).toEqual([
      ['validator-0', 0n],
      ['validator-1', 10n],
      ['validator-2', 10n],
      ['validator-3', 5n],
    ]);
    expect(engine.network.nodes).toHaveLength(4);
  });
});

describe('several applications', () => {
  it('execute the same blocks, one over a socket, until two of them differ', async () => {
    const ledgers = [new Ledger(), new Ledger(), new Ledger()] as const;
    const server = await serveAbci({ address: 'tcp://127.0.0.1:0', application: ledgers[2], onFatal: () => {} });
    open.push({ [Symbol.asyncDispose]: () => server.close() });
    let onFatal = (_: HalleyError): void => {};
    const fatal = new Promise<HalleyError>((resolve) => {
      onFatal = resolve;
    });
    const engine = await createEngine({
      ...{ app: [ledgers[0], ledgers[1], server.address], seed: 'ledgers', validators: 3, onFatal },
    });
    open.unshift(engine);
    for (const tx of ['apple=red', 'pear=green', 'plum=blue', 'fig=violet']) await engine.broadcast(utf8(tx));
    expect(ledgers.map(({ state }) => state)).toEqual([ledgers[0].state, ledgers[0].state, ledgers[0].state]);
    // Each application makes the proposals of its validator.
    for (const { calls } of ledgers) expect(calls).toContain('prepareProposal');
    const { height } = engine;
    ledgers[2].updates = [{ pubKey: { type: 'ed25519', bytes: new Uint8Array(32).fill(5) }, power: 7n }];
    const message = `two applications differ in FinalizeBlock at height ${height + 1n}: the length of validator_updates is 0 of application 0, and 1 of ${server.address}; their app hashes are equal`;
    await expect(engine.mine()).rejects.toMatchObject({ message });
    expect(await fatal).toMatchObject({ message });
    expect(ledgers.map(({ state }) => state.height)).toEqual([height, height, height]);
  });

  it('are named when one goes away', async () => {
    const server = await serveAbci({ address: 'tcp://127.0.0.1:0', application: new Ledger(), onFatal: () => {} });
    const fatal = new Promise<string>((resolve) => {
      const onFatal = ({ message }: HalleyError) => resolve(message);
      void createEngine({ app: [new Ledger(), server.address], seed: 'ledgers', onFatal }).then((engine) => {
        open.push(engine);
        return server.close();
      });
    });
    expect(await fatal).toMatch(`the application at ${server.address} closed the connection after Commit at height 1`);
  });

  it('are at least one', async () => {
    await expect(createEngine({ app: [] })).rejects.toMatchObject({ code: 'invalid-argument' });
  });

  it('are different ones', async () => {
    const ledger = new Ledger();
    for (const app of [
      [ledger, ledger],
      ['tcp://127.0.0.1:1', 'tcp://127.0.0.1:1'],
    ])
      await expect(createEngine({ app })).rejects.toThrow('app names an application twice');
  });
});
