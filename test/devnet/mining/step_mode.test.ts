/** Steps through a height over HTTP while all other kinds of requests arrive. */
import { encodeEthSecp256k1Signature } from '@cosmjs/amino';
import { makeSignBytes, type OfflineSigner } from '@cosmjs/proto-signing';
import { SigningStargateClient } from '@cosmjs/stargate';
import { TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx';
import { describe, expect, it, onTestFinished } from 'vitest';
import { toBase64 } from '../../../src/codec/base64.js';
import { encodeBech32 } from '../../../src/codec/bech32.js';
import { DEVELOPMENT_ACCOUNTS } from '../../../src/config/development_accounts.js';
import { publicKeyOf, secp256k1Sign } from '../../../src/crypto/secp256k1/index.js';
import { openListeners } from '../../../src/devnet/listeners.js';
import type { DevnetOptions } from '../../../src/devnet/options/devnet_options.js';
import { keccak256 } from '../../../src/kernel/hash.js';
import { fromHex, to0x, toHex } from '../../../src/kernel/hex.js';
import { evidence as evidenceJson } from '../../../src/rpc/comet/dialects/shared/evidence.js';
import { plainVote } from '../../../src/rpc/comet/dialects/shared/vote.js';
import { NodeUnderTest, temporaryHome, transfer } from '../node_kit.js';

// biome-ignore lint/suspicious/noExplicitAny: JSON as it came
type Json = any;

class Watched {
  private constructor(
    readonly under: NodeUnderTest,
    private readonly evmUrl: string,
    readonly cometUrl: string,
  ) {}

  static async start(options: DevnetOptions = {}): Promise<Watched> {
    const under = await NodeUnderTest.start({ seed: 'steps', miningMode: 'step', ...options });
    under.node.loop.start((failure) => {
      throw failure;
    });
    const rpc = { address: true, unsafe: true };
    const { urls, close } = await openListeners(under.node, { jsonRpc: true, rpc, assets: false });
    onTestFinished(close);
    onTestFinished(() => under.node.loop.stop());
    return new Watched(under, urls.evmHttp as string, urls.cometRpc as string);
  }

  async #post(url: string, method: string, params: unknown): Promise<Json> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const answer = await fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
    return answer.json();
  }

  /** Returns the result of the EVM JSON-RPC; throws its error. */
  async ask(method: string, ...params: unknown[]): Promise<Json> {
    const { result, error } = await this.#post(this.evmUrl, method, params);
    if (error !== undefined) throw Object.assign(new Error(error.message), { code: error.code });
    return result;
  }

  comet = (method: string, params: object = {}): Promise<Json> => this.#post(this.cometUrl, method, params);

  /** Returns `height/round/step`, and the numbers of prevotes and precommits of the round. */
  async see(): Promise<readonly [string, number, number]> {
    const { result } = await this.comet('consensus_state');
    const { 'height/round/step': place, height_vote_set: rounds } = result.round_state;
    const round = rounds[Number(place.split('/')[1])];
    const count = (bits: string): number => [...(/:([x_]*)/.exec(bits)?.[1] ?? '')].filter((bit) => bit === 'x').length;
    return [place, count(round.prevotes_bit_array), count(round.precommits_bit_array)];
  }

  step = (unit?: string, count?: number): Promise<Json> =>
    this.ask('halley_step', ...(unit === undefined ? [] : [unit]), ...(count === undefined ? [] : [count]));

  height = async (): Promise<number> => Number(await this.ask('eth_blockNumber'));

  sendRaw = async (nonce: number): Promise<string> =>
    this.ask('eth_sendRawTransaction', to0x(await transfer(31337n, nonce)));
}

/** Returns what `see` saw at every event until the observed node reached the next height. */
async function walk(watched: Watched): Promise<(readonly [string, number, number])[]> {
  const seen: (readonly [string, number, number])[] = [];
  const { height } = await watched.step('event');
  for (;;) {
    seen.push(await watched.see());
    if ((await watched.step()).height !== height) return seen;
  }
}

describe('a height in the mining mode step', () => {
  it('goes through its steps, and the votes appear one by one', async () => {
    const watched = await Watched.start();
    expect(await watched.see()).toEqual(['2/0/1', 0, 0]);
    const seen = await walk(watched);
    const places = seen.map(([place]) => place);
    expect([...new Set(places)].slice(-4)).toEqual(['2/0/1', '2/0/3', '2/0/4', '2/0/6']);
    for (const votes of [1, 2] as const) {
      const counts = seen.map((line) => line[votes]);
      expect(counts).toEqual([...counts].sort());
      expect(new Set(counts).size).toBeGreaterThanOrEqual(3);
    }
    expect(await watched.see()).toEqual(['3/0/1', 0, 0]);
    expect(await watched.height()).toBe(2);
  });

  it('shows the step of the commit when its block is late', async () => {
    const watched = await Watched.start();
    const proposer = watched.under.proposerOf(2n);
    expect(proposer).not.toBe(0);
    watched.under.simNetwork.setFault('late parts', { type: 'drop', message: 'part', height: 2, to: [0] });
    const seen = new Set<string>();
    for (let i = 0; i < 200 && !seen.has('2/0/8'); i++) {
      await watched.step();
      seen.add((await watched.see())[0]);
    }
    expect([...seen]).toContain('2/0/8');
  });

  it('advances by steps, rounds and heights, counted by the observed node', async () => {
    const watched = await Watched.start();
    expect(await watched.step('step')).toEqual({ height: '0x2', round: '0x0', step: 'Propose', count: '0x1' });
    expect(await watched.step('step', 2)).toEqual({ height: '0x2', round: '0x0', step: 'Precommit', count: '0x2' });
    expect(await watched.step('height')).toEqual({ height: '0x3', round: '0x0', step: 'NewHeight', count: '0x1' });
    expect(await watched.step('round')).toMatchObject({ height: '0x4', round: '0x0', count: '0x1' });
    expect(await watched.step('height', 10)).toMatchObject({ height: '0xe', count: '0xa' });
    expect(await watched.height()).toBe(13);
  });

  it('has another round when its proposer is silent', async () => {
    const watched = await Watched.start();
    watched.under.simNetwork.crash(watched.under.proposerOf(2n));
    expect(await watched.step('round')).toMatchObject({ height: '0x2', round: '0x1', count: '0x1' });
    expect(await watched.step('height')).toMatchObject({ height: '0x3', round: '0x0', count: '0x1' });
  });

  it('returns when no event is left', async () => {
    const watched = await Watched.start();
    for (const down of [1, 2, 3]) watched.under.simNetwork.crash(down);
    for (const unit of ['height', 'round', 'step', 'event'])
      expect(await watched.step(unit, 5)).toMatchObject({ height: '0x2' });
    expect(await watched.step('event', 5)).toMatchObject({ height: '0x2', count: '0x0' });
  });

  it('does not advance by itself, whatever arrives, and no caller waits for it', async () => {
    const watched = await Watched.start();
    const { under } = watched;
    await watched.step('step', 2);
    const events = under.simNetwork.events;
    const place = await watched.see();

    const raw = await watched.sendRaw(0);
    expect(await watched.ask('eth_getTransactionReceipt', raw)).toBeNull();
    const cosmos = await cosmosTransfer(watched);
    expect((await watched.comet('broadcast_tx_sync', { tx: toBase64(cosmos) })).result).toMatchObject({ code: 0 });
    under.simNetwork.disconnect(0, 3);
    const ids = [`${toHex(under.chain.identities[3]?.nodeId as Uint8Array)}@127.0.0.1:26686`];
    expect((await watched.comet('dial_peers', { peers: ids })).error).toBeUndefined();
    const evidence = evidenceJson(under.doubleSign(3, 1n), plainVote);
    expect((await watched.comet('broadcast_evidence', { evidence })).result).toHaveProperty('hash');
    const wrong = { ...under.doubleSign(3, 1n), totalVotingPower: 1n };
    expect(
      (await watched.comet('broadcast_evidence', { evidence: evidenceJson(wrong, plainVote) })).error.data,
    ).toMatch(/total voting power/);
    expect(await watched.ask('evm_snapshot')).toBe('0x1');
    await watched.ask('halley_setValidatorPower', 1, 20);

    expect(under.simNetwork.events).toBe(events);
    expect(await watched.see()).toEqual(place);
    await watched.step('height', 3);
    expect(await watched.ask('eth_getTransactionReceipt', raw)).toMatchObject({ status: '0x1' });
    const { result } = await watched.comet('tx_search', {
      query: "message.sender EXISTS AND message.action='/cosmos.bank.v1beta1.MsgSend'",
    });
    expect(result.total_count).toBe('1');
    const blocks = await Promise.all([2n, 3n, 4n].map((height) => under.comet.block(height)));
    expect(blocks.flatMap((stored) => stored?.block.evidence ?? [])).toHaveLength(1);
  });

  it('makes only broadcast_tx_commit wait', async () => {
    const watched = await Watched.start();
    const tx = toBase64(await transfer(31337n, 0));
    const sent = watched.comet('broadcast_tx_commit', { tx });
    while (watched.under.chain.pool.size === 0) await watched.see();
    await watched.step('height');
    expect((await sent).result).toMatchObject({ height: '2', deliver_tx: { code: 0 } });
  });

  it('continues when another mode is set in its middle', async () => {
    const watched = await Watched.start();
    const hash = await watched.sendRaw(0);
    await watched.step('step', 2);
    expect((await watched.see())[0]).toBe('2/0/4');
    const headerTime = watched.under.simNetwork.node(0).engine.round.proposalBlock?.block.header.time;
    await watched.ask('halley_setMiningMode', 'automine');
    const { block } = watched.under.comet.block(2n) ?? {};
    expect([await watched.height(), block?.header.time]).toEqual([2, headerTime]);
    expect(await watched.ask('eth_getTransactionReceipt', hash)).toMatchObject({ blockNumber: '0x2' });
    await watched.sendRaw(1);
    expect(await watched.height()).toBe(3);
    await expect(watched.step()).rejects.toThrow(
      'the mining mode is "automine", which goes on by itself: set "step" first',
    );
  });

  it('is completed by a request to mine, in every mining mode', async () => {
    for (const miningMode of ['step', 'manual'] as const) {
      const watched = await Watched.start();
      await watched.step('step');
      await watched.ask('halley_setMiningMode', miningMode);
      await watched.step('step');
      expect(await watched.height()).toBe(1);
      await watched.under.mine();
      expect(await watched.height()).toBe(2);
      await watched.under.mine();
      expect(await watched.height()).toBe(3);
    }
  });
});

describe('a snapshot in the middle of a round', () => {
  it.each(['0x1', 'anvil'])('is restored, and the same steps give the same bytes (%s)', async (name) => {
    const prefix = name === 'anvil' ? 'anvil' : 'evm';
    const watched = await Watched.start();
    const first = await watched.sendRaw(0);
    await watched.step('step', 2);
    while ((await watched.see())[1] < 3) await watched.step();
    const place = await watched.see();
    const id = await watched.ask(`${prefix}_snapshot`);
    const dump = (await watched.comet('dump_consensus_state')).result;
    const received: string[][] = [];
    const blocks: Json[] = [];
    for (let run = 0; run < 2; run++) {
      watched.under.received();
      await watched.step('event', 10);
      await watched.sendRaw(1);
      await watched.step('height', 3);
      received.push(watched.under.received());
      blocks.push([await watched.comet('commit', { height: '2' }), await watched.comet('block', { height: '4' })]);
      expect(await watched.ask('eth_getTransactionReceipt', first)).toMatchObject({ blockNumber: '0x2' });
      if (run > 0) break;
      expect(await watched.ask(`${prefix}_revert`, id)).toBe(true);
      expect(await watched.see()).toEqual(place);
      expect((await watched.comet('dump_consensus_state')).result).toEqual(dump);
      expect([await watched.height(), await watched.ask('eth_getTransactionReceipt', first)]).toEqual([1, null]);
      expect(watched.under.chain.pool.size).toBe(1);
    }
    expect(received[1]).toEqual(received[0]);
    expect(blocks[1]).toEqual(blocks[0]);
    expect(await watched.ask(`${prefix}_revert`, id)).toBe(false);
  });

  it('restores the position in the round, and the mode with the settings', async () => {
    const watched = await Watched.start();
    await watched.step('step', 2);
    await watched.ask('evm_snapshot');
    await watched.ask('halley_setMiningMode', 'automine');
    await watched.sendRaw(0);
    expect(await watched.height()).toBe(3);
    await watched.ask('evm_revert', 1, { settings: true });
    expect(watched.under.node.loop.miningMode).toEqual({ type: 'step' });
    await watched.sendRaw(0);
    expect(await watched.height()).toBe(1);
    expect((await watched.step('height')).height).toBe('0x3');
  });

  it('ends the waits for transactions that it does not have, and no others', async () => {
    const watched = await Watched.start();
    const commit = async (nonce: number): Promise<{ readonly answer: Promise<Json> }> => {
      const { pool } = watched.under.chain;
      const before = pool.size;
      const answer = watched.comet('broadcast_tx_commit', { tx: toBase64(await transfer(31337n, nonce)) });
      while (pool.size === before) await watched.see();
      return { answer };
    };
    const { answer: retained } = await commit(0);
    await watched.ask('evm_snapshot');
    const { answer: lost } = await commit(1);
    await watched.ask('evm_revert', '0x1');
    expect((await lost).error.data).toMatch(/the chain was reverted to a block before this transaction/);
    await watched.step('height');
    expect((await retained).result).toMatchObject({ height: '2' });
  });

  it('does not end the wait for a transaction that arrives after it', async () => {
    const { under } = await Watched.start();
    await under.node.snapshots.take();
    const reverted = under.node.snapshots.revert(1);
    const sent = under.comet.broadcastCommit(await transfer(31337n, 0), 60_000);
    expect(await reverted).toBe(true);
    await under.node.loop.run(async () => undefined);
    await under.node.loop.step('height', 1);
    expect((await sent).location?.height).toBe(2n);
  });

  it('has on disk the transactions that were pending when it was taken, and nothing else', async () => {
    const home = await temporaryHome();
    const watched = await Watched.start({ home });
    const retained = await watched.sendRaw(0);
    const { result } = await watched.comet('broadcast_evidence', {
      evidence: evidenceJson(watched.under.doubleSign(2, 1n), plainVote),
    });
    expect(result).toHaveProperty('hash');
    await watched.ask('evm_increaseTime', 1000);
    await watched.ask('evm_snapshot');
    await watched.sendRaw(1);
    await watched.ask('evm_increaseTime', 1_000_000);
    await watched.ask('evm_revert', '0x1');
    await watched.under.node.loop.stop();
    await watched.under.close();
    const again = await NodeUnderTest.start({ home });
    expect(again.chain.pool.size).toBe(0);
    expect(again.node.evmBackend.receipt(fromHex(retained))).toBeDefined();
    const times = [1n, 2n].map((height) => again.comet.block(height)?.block.header.time as bigint);
    expect(((times[1] as bigint) - (times[0] as bigint)) / 10n ** 9n).toBe(1000n);
    expect(again.comet.block(2n)?.block.evidence).toHaveLength(1);
  });
});

describe('an invalid step', () => {
  it('is refused with an error, and changes nothing', async () => {
    const watched = await Watched.start();
    const events = watched.under.simNetwork.events;
    const commands = watched.under.simNetwork.commands().length;
    for (const [args, text, code] of [
      [['step', 10_001], 'the count of steps is 10001, expected a whole number from 1 to 10000', -32602],
      [['event', 0], 'the count of steps is 0, expected a whole number from 1 to 10000', -32602],
      [['week', 1], 'the step unit is "week", expected one of event, step, round, height', -32602],
      [
        ['event', 1.5],
        'invalid argument 1: a count is 1.5, expected a whole number from 0 to 9007199254740991',
        -32602,
      ],
      [['event', 1, 2], 'too many arguments, want at most 2', -32602],
    ] as const)
      await expect(watched.ask('halley_step', ...args)).rejects.toMatchObject({ message: text, code });
    for (const [args, text] of [
      [['slow'], 'there is no mining mode "slow", expected one of automine, interval, manual, mixed, realtime, step'],
      [['interval'], '"ms" of mining mode "interval" is undefined, expected milliseconds from 1 to 2147483647'],
      [['realtime', { factor: -1 }], '"factor" of mining mode "realtime" is -1, expected a number from 0.01 to 1000'],
      [['step', { type: 'manual' }], 'mining mode "step" does not take "type": it takes nothing'],
      [['step', 7], 'invalid argument 1: parameters of a mining mode must be an object such as {"factor": 2}'],
      [[], 'missing value for required argument 0'],
    ] as const)
      await expect(watched.ask('halley_setMiningMode', ...args)).rejects.toMatchObject({ message: text, code: -32602 });
    expect(await watched.ask('evm_revert', '0x7')).toBe(false);
    expect(await watched.ask('evm_revert', 0)).toBe(false);
    expect([watched.under.simNetwork.events, watched.under.simNetwork.commands().length]).toEqual([events, commands]);
    expect(watched.under.node.loop.miningMode).toEqual({ type: 'step' });
  });
});

/**
 * Makes a transfer of one `ahalley` from the first account to the second. CosmJS signs it with the account's Ethereum
 * key.
 */
async function cosmosTransfer({ cometUrl }: Watched): Promise<Uint8Array> {
  const [from, to] = DEVELOPMENT_ACCOUNTS.slice(1, 3) as unknown as readonly { address: string; privateKey: string }[];
  const secret = fromHex(from?.privateKey as string);
  const point = publicKeyOf(secret);
  const pubkey = Uint8Array.of(2 + ((point[63] as number) & 1), ...point.subarray(0, 32));
  const bech32 = (hex: string | undefined): string => encodeBech32('halley', fromHex(hex as string));
  const address = bech32(from?.address);
  const signer: OfflineSigner = {
    getAccounts: async () => [{ address, pubkey, algo: 'eth_secp256k1' as const }],
    signDirect: async (_, signed) => ({
      signed,
      signature: encodeEthSecp256k1Signature(pubkey, secp256k1Sign(keccak256(makeSignBytes(signed)), secret).signature),
    }),
  };
  const client = await SigningStargateClient.connectWithSigner(cometUrl, signer);
  onTestFinished(() => client.disconnect());
  const coins = [{ denom: 'ahalley', amount: '1' }];
  const message = {
    typeUrl: '/cosmos.bank.v1beta1.MsgSend',
    value: { fromAddress: address, toAddress: bech32(to?.address), amount: coins },
  };
  const fee = { amount: [{ denom: 'ahalley', amount: '400000000000000' }], gas: '200000' };
  return TxRaw.encode(await client.sign(address, [message], fee, '')).finish();
}
