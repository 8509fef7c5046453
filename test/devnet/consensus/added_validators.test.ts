/** Tests validators that are added to a running chain and removed from it, by the library and by RPC. */
import { type Address, encodeFunctionData, parseAbi } from 'viem';
import { afterEach, describe, expect, it } from 'vitest';
import { createDevnet, type Devnet } from '../../../src/devnet/index.js';
import { STAKING } from '../../app/support/precompile_abi.js';
import { ask } from '../../support/ask.js';
import { NodeUnderTest, temporaryHome } from '../node_kit.js';

let open: Devnet | undefined;
afterEach(() => open?.close());

async function aDevnet(options: Parameters<typeof createDevnet>[0] = {}): Promise<Devnet> {
  open = await createDevnet({ seed: 'added', ...options });
  return open;
}

const powersOf = (devnet: Devnet): readonly bigint[] => devnet.validators.map(({ power }) => power);

interface Answer {
  readonly result: Readonly<Record<string, unknown>>;
}

async function comet(devnet: Devnet, route: string): Promise<Answer['result']> {
  return ((await (await fetch(`${devnet.urls.cometRpc}/${route}`)).json()) as Answer).result;
}

describe('a new validator', () => {
  it('gets a node and enters the set two heights later, and can be removed and return', async () => {
    const devnet = await aDevnet({ rpc: true });
    const added = await devnet.addValidator({ power: 30, name: 'alice' });
    expect(added).toMatchObject({ index: 4, name: 'alice', power: 0n, tokens: 30n * 10n ** 18n, jailed: false });
    await devnet.mine({ blocks: 3 });
    expect(powersOf(devnet)).toEqual([10n, 10n, 10n, 10n, 30n]);
    expect(devnet.network.nodes.map(({ moniker }) => moniker)[4]).toBe('alice');
    const second = (await ask(devnet, 'halley_addValidator')) as { index: number; name: string };
    expect(second).toMatchObject({ index: 5, name: 'validator-5' });
    await devnet.mine({ blocks: 3 });
    const { validators } = (await comet(devnet, 'validators')) as { validators: { address: string }[] };
    expect(validators.map(({ address }) => address)).toContain(added.address);
    expect(validators).toHaveLength(6);
    await ask(devnet, 'halley_removeValidator', 4);
    await devnet.removeValidator(0);
    await devnet.mine({ blocks: 3 });
    expect(powersOf(devnet)).toEqual([0n, 10n, 10n, 10n, 0n, 10n]);
    await devnet.setValidatorPower(4, 7n);
    await devnet.mine({ blocks: 3 });
    expect(powersOf(devnet)).toEqual([0n, 10n, 10n, 10n, 7n, 10n]);
  });

  it('signs, proposes, and is in every list of validators and nodes', async () => {
    const node = await NodeUnderTest.start({ seed: 'added' });
    const index = await node.node.validators.add({ power: 40n });
    const registered = node.height;
    await node.mine(12);
    const signers = (height: bigint) => node.comet.commit(height)?.commit.signatures.length;
    expect([registered + 1n, registered + 2n].map(signers)).toEqual([4, 5]);
    const heights = Array.from({ length: 10 }, (_, i) => registered + 2n + BigInt(i));
    expect(heights.map((height) => node.proposerOf(height))).toContain(index);
    expect(node.comet.net().peers.map((peer) => peer.node.moniker)).toContain('validator-4');
    expect(node.comet.peers()).toHaveLength(4);
    expect(node.simNetwork.size).toBe(5);
  });

  it('is known to the queries of staking and slashing', async () => {
    const devnet = await aDevnet({ rpc: true });
    const { operator } = await devnet.addValidator({ name: 'alice' });
    await devnet.mine({ blocks: 2 });
    const service = await comet(devnet, 'abci_query?path="/cosmos.staking.v1beta1.Query/Validators"');
    const { value } = (service as { response: { value: string } }).response;
    const text = Buffer.from(value, 'base64').toString('latin1');
    expect(text).toContain('alice');
    expect(text).toContain(operator);
    const infos = await comet(devnet, 'abci_query?path="/cosmos.slashing.v1beta1.Query/SigningInfos"');
    const signing = Buffer.from((infos as { response: { value: string } }).response.value, 'base64');
    expect(signing.toString('latin1').split('halleyvalcons1')).toHaveLength(6);
  });

  it('can be added while another validator is down, which then catches up', async () => {
    const node = await NodeUnderTest.start({ seed: 'added' });
    node.simNetwork.crash(2);
    await node.node.validators.add();
    await node.mine(4);
    expect(node.comet.validators(node.height)?.validators).toHaveLength(5);
    node.simNetwork.restart(2);
    await node.mine(2);
    expect(node.simNetwork.node(2).engine.round.height).toBe(node.height + 1n);
  });

  it('is gone after a revert to before it, and a later one gets the same key', async () => {
    const devnet = await aDevnet();
    const before = await devnet.snapshot();
    const first = await devnet.addValidator({ name: 'alice' });
    await devnet.mine({ blocks: 3 });
    const after = await devnet.snapshot();
    await devnet.mine();
    await devnet.revert(after);
    expect(devnet.network.nodes).toHaveLength(5);
    await devnet.mine();
    await devnet.revert(before);
    expect(devnet.network.nodes).toHaveLength(4);
    expect(devnet.validators).toHaveLength(4);
    await devnet.mine({ blocks: 2 });
    const second = await devnet.addValidator({ name: 'bob' });
    expect(second).toEqual({ ...first, name: 'bob' });
    await devnet.mine({ blocks: 3 });
    expect(powersOf(devnet)).toEqual([10n, 10n, 10n, 10n, 10n]);
    expect(devnet.network.nodes[4]?.moniker).toBe('bob');
  });

  it('is gone after a rollback or a reset to before it', async () => {
    const devnet = await aDevnet();
    await devnet.mine({ blocks: 2 });
    await devnet.addValidator();
    await devnet.mine({ blocks: 4 });
    await ask(devnet, 'anvil_rollback', 4);
    expect(devnet.network.nodes).toHaveLength(5);
    await ask(devnet, 'anvil_rollback', 1);
    expect(devnet.network.nodes).toHaveLength(4);
    await devnet.addValidator();
    await ask(devnet, 'hardhat_reset');
    expect(devnet.validators).toHaveLength(4);
    await devnet.mine({ blocks: 2 });
  });

  it('is there again after a restart of its home, also one that signs half of everything', async () => {
    const home = await temporaryHome();
    const first = await aDevnet({ home });
    await first.addValidator({ power: 100, name: 'alice' });
    await first.addValidator();
    await first.mine({ blocks: 4 });
    const seen = { validators: first.validators, ids: first.network.nodes.map(({ nodeId }) => nodeId) };
    await first.close();
    const second = await createDevnet({ home });
    open = second;
    expect({ validators: second.validators, ids: second.network.nodes.map(({ nodeId }) => nodeId) }).toEqual(seen);
    await second.mine({ blocks: 3 });
    expect(second.network.nodes.map(({ height }) => height)).toEqual(Array(6).fill(second.height + 1n));
  });

  it('gives the same blocks from the same seed', async () => {
    const run = async (): Promise<unknown> => {
      await using devnet = await createDevnet({ seed: 'same' });
      await devnet.addValidator({ power: 13 });
      await devnet.mine({ blocks: 6 });
      await devnet.removeValidator(1);
      await devnet.mine({ blocks: 4 });
      return ask(devnet, 'eth_getBlockByNumber', 'latest', false);
    };
    expect(await run()).toEqual(await run());
  });
});

describe('a validator that its operator creates', () => {
  const abi = parseAbi([
    'struct Description { string moniker; string identity; string website; string securityContact; string details; }',
    'struct CommissionRates { uint256 rate; uint256 maxRate; uint256 maxChangeRate; }',
    'function createValidator(Description, CommissionRates, uint256, address, string, uint256) returns (bool)',
    'function undelegate(address, string, uint256) returns (int64)',
  ]);

  async function send(devnet: Devnet, index: number, data: `0x${string}`): Promise<void> {
    const from = devnet.accounts[index]?.address;
    const hash = await ask(devnet, 'eth_sendTransaction', { from, to: STAKING, data, gas: '0x1e8480' });
    expect(await ask(devnet, 'eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1' });
  }

  /** Creates a validator with a power of 7. */
  async function create(devnet: Devnet, index: number, moniker: string, key: string): Promise<void> {
    const description = { moniker, identity: '', website: '', securityContact: '', details: '' };
    const commission = { rate: 1n, maxRate: 3n, maxChangeRate: 2n };
    const operator = devnet.accounts[index]?.address as Address;
    const args = [description, commission, 1n, operator, key, 7n * 10n ** 18n] as const;
    await send(devnet, index, encodeFunctionData({ abi, functionName: 'createValidator', args }));
  }

  interface Key {
    readonly index: number;
    readonly pub_key: { readonly value: string };
  }

  const nextKey = (devnet: Devnet) => ask(devnet, 'halley_nextValidatorKey') as Promise<Key>;

  /** Returns how many votes the newest whole commit has, and how many are missing. */
  async function votes(devnet: Devnet): Promise<readonly number[]> {
    const { signed_header } = (await comet(devnet, `commit?height=${devnet.height - 1n}`)) as {
      signed_header: { commit: { signatures: { block_id_flag: number }[] } };
    };
    const flags = signed_header.commit.signatures.map((each) => each.block_id_flag);
    return [flags.filter((flag) => flag === 2).length, flags.filter((flag) => flag === 1).length];
  }

  it('signs by a node of the devnet, when its key is the next one', async () => {
    const devnet = await aDevnet({ rpc: true });
    const key = await nextKey(devnet);
    expect(key.index).toBe(4);
    await create(devnet, 2, 'dora', key.pub_key.value);
    expect((await nextKey(devnet)).index).toBe(5);
    await devnet.mine({ blocks: 4 });
    expect(powersOf(devnet)).toEqual([10n, 10n, 10n, 10n, 7n]);
    expect(devnet.network.nodes.map(({ moniker }) => moniker)[4]).toBe('dora');
    expect(await votes(devnet)).toEqual([5, 0]);
  });

  it('is down with any other key, and the others continue', async () => {
    const devnet = await aDevnet({ rpc: true });
    await create(devnet, 2, 'away', Buffer.alloc(32, 9).toString('base64'));
    await devnet.mine({ blocks: 12 });
    expect(powersOf(devnet)).toEqual([10n, 10n, 10n, 10n]);
    expect(devnet.network.nodes).toHaveLength(4);
    expect(await votes(devnet)).toEqual([4, 1]);
  });

  it('leaves its node behind when staking removes it, also after a restart', async () => {
    const home = await temporaryHome();
    const first = await aDevnet({ home, rpc: true });
    await create(first, 2, 'dora', (await nextKey(first)).pub_key.value);
    await first.mine({ blocks: 3 });
    const operator = first.validators[4]?.operator ?? '';
    const from = first.accounts[2]?.address as Address;
    const args = [from, operator, 7n * 10n ** 18n] as const;
    await send(first, 2, encodeFunctionData({ abi, functionName: 'undelegate', args }));
    await first.mine({ blocks: 3 });
    expect(powersOf(first)).toEqual([10n, 10n, 10n, 10n, 0n]);
    await first.time.increase(22 * 86_400);
    await first.mine({ blocks: 2 });
    expect((await nextKey(first)).index).toBe(5);
    await first.close();
    const second = await aDevnet({ home, rpc: true });
    expect(second.network.nodes).toHaveLength(5);
    await create(second, 3, 'fay', (await nextKey(second)).pub_key.value);
    await second.mine({ blocks: 4 });
    expect(powersOf(second)).toEqual([10n, 10n, 10n, 10n, 0n, 7n]);
    expect(await votes(second)).toEqual([5, 0]);
  });
});

describe('the keys of validators', () => {
  it("have the shape of CometBFT's key file, and sign for the addresses in the set", async () => {
    const devnet = await aDevnet();
    await devnet.addValidator({ name: 'alice' });
    const keys = devnet.validatorKeys;
    expect(keys.map(({ name }) => name)[4]).toBe('alice');
    expect(keys.map(({ address }) => address)).toEqual(devnet.validators.map(({ address }) => address));
    const [key] = keys;
    expect(key?.pub_key.type).toBe('tendermint/PubKeyEd25519');
    const secret = Buffer.from(key?.priv_key.value ?? '', 'base64');
    expect(secret).toHaveLength(64);
    expect(secret.subarray(32).toString('base64')).toBe(key?.pub_key.value);
    expect(await ask(devnet, 'halley_validatorKeys')).toEqual(keys);
  });
});

describe('a refused change of validators', () => {
  it('says why, and makes no block', async () => {
    const devnet = await aDevnet();
    const height = devnet.height;
    const refused: [() => Promise<unknown>, string, RegExp][] = [
      [() => devnet.addValidator({ power: 0 }), 'invalid-argument', /power 0: expected at least 1/],
      [() => devnet.addValidator({ power: -1n }), 'invalid-argument', /power -1/],
      [() => devnet.addValidator({ power: 1n << 62n }), 'invalid-argument', /CometBFT allows at most/],
      [() => devnet.addValidator({ power: 1.5 }), 'invalid-argument', /power is 1.5/],
      [() => devnet.addValidator({ name: 'validator-2' }), 'conflict', /"validator-2" already/],
      [() => devnet.addValidator({ name: 'x'.repeat(71) }), 'invalid-argument', /71 characters/],
      [() => devnet.addValidator({ weight: 3 } as never), 'invalid-argument', /no option "weight"/],
      [() => devnet.removeValidator(4), 'not-found', /no validator 4/],
    ];
    for (const [call, code, message] of refused)
      await expect(call()).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
    expect(devnet.height).toBe(height);
    expect(devnet.network.nodes).toHaveLength(4);
    for (const index of [0, 1, 2]) await devnet.removeValidator(index);
    await expect(devnet.removeValidator(3)).rejects.toThrow('no validator with power would remain');
    await expect(devnet.removeValidator(1)).rejects.toMatchObject({ code: 'conflict' });
    await expect(ask(devnet, 'halley_addValidator', { weight: 1 })).rejects.toThrow('no member "weight"');
  });

  it('leaves nothing behind when no block can be decided', async () => {
    const node = await NodeUnderTest.start({ seed: 'added' });
    node.simNetwork.crash(1);
    node.simNetwork.crash(2);
    await expect(node.node.validators.add()).rejects.toMatchObject({ code: 'unavailable' });
    expect(node.chain.keys).toHaveLength(4);
    node.simNetwork.restart(1);
    node.simNetwork.restart(2);
    expect(await node.node.validators.add()).toBe(4);
    await node.mine(3);
    expect(node.power(4, node.height)).toBe(10n);
  });

  it('reports bad arguments before a stall, and changes nothing', async () => {
    const devnet = await aDevnet();
    for (const index of [1, 2]) await devnet.network.crashValidator(index);
    const refused: readonly [string, readonly unknown[], RegExp][] = [
      ['halley_addValidator', [{ power: 0 }], /a new validator cannot have the power 0: expected at least 1/],
      ['halley_addValidator', [{ name: 'v'.repeat(71) }], /has 71 characters, expected 1 to 70/],
      ['halley_addValidator', [{ name: 'validator-0' }], /the name "validator-0" already/],
      ['halley_setValidatorPower', [9, 1], /there is no validator 9/],
      ['halley_setValidatorPower', [0, '0xffffffffffffffff'], /power/],
      ['halley_addValidator', [{ name: 'valid' }], /no block was decided/],
      ['halley_setValidatorPower', [0, 11], /no block was decided/],
    ];
    for (let turn = 0; turn < 2; turn++)
      for (const [method, params, message] of refused)
        await expect(ask(devnet, method, ...params)).rejects.toThrow(message);
    await devnet.network.restartValidator(1);
    expect(await devnet.addValidator({ name: 'valid' })).toMatchObject({ index: 4 });
    await devnet.mine({ blocks: 2 });
    expect(powersOf(devnet)).toEqual([10n, 10n, 10n, 10n, 10n]);
  });

  it('limits a devnet to 200 validators', async () => {
    const devnet = await aDevnet({ validators: 200 });
    await expect(devnet.addValidator()).rejects.toMatchObject({ code: 'conflict' });
  });
});
