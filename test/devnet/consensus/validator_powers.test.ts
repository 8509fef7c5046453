/** Tests changes of validator powers: the H+2 rule from the application to headers, events and proposers. */
import { describe, expect, it } from 'vitest';
import { validatorsHash } from '../../../src/consensus/types/validator_set.js';
import { createDevnet, type Devnet } from '../../../src/devnet/index.js';
import { HalleyError } from '../../../src/kernel/errors.js';
import { toHex } from '../../../src/kernel/hex.js';
import { asking } from '../../support/ask.js';
import { NodeUnderTest, temporaryHome } from '../node_kit.js';

interface ValidatorsAnswer {
  readonly result: { readonly validators: readonly { readonly address: string; readonly voting_power: string }[] };
}

const powers = (node: NodeUnderTest, height: bigint): readonly bigint[] =>
  [0, 1, 2, 3].map((index) => node.power(index, height));

describe('a changed power', () => {
  it('counts two heights after the block that holds the change', async () => {
    const node = await NodeUnderTest.start();
    node.received();
    await node.node.devTxSender.setValidatorPower(1, 25n);
    expect(node.height).toBe(2n);
    expect(node.received().filter((line) => line.startsWith('ValidatorSetUpdates'))).toEqual([
      'ValidatorSetUpdates 25',
    ]);
    await node.mine(3);
    expect([2n, 3n, 4n, 5n].map((height) => node.power(1, height))).toEqual([10n, 10n, 25n, 25n]);

    const header = (height: bigint) => node.comet.block(height)?.block.header;
    const hash = (height: bigint) => validatorsHash(node.comet.validators(height) as NonNullable<unknown> as never);
    expect(header(2n)?.nextValidatorsHash).toEqual(hash(3n));
    expect(header(3n)?.nextValidatorsHash).toEqual(hash(4n));
    expect(header(4n)?.validatorsHash).toEqual(hash(4n));
    expect(toHex(hash(4n))).not.toBe(toHex(hash(3n)));
  });

  it('makes a validator propose in proportion', async () => {
    const node = await NodeUnderTest.start();
    await node.node.devTxSender.setValidatorPower(2, 30n);
    await node.mine(14);
    const proposers = Array.from({ length: 12 }, (_, i) => node.proposerOf(BigInt(i + 4)));
    expect([0, 1, 2, 3].map((index) => proposers.filter((proposer) => proposer === index).length)).toEqual([
      2, 2, 6, 2,
    ]);
    const priorities = node.comet.validators(10n)?.validators.map(({ proposerPriority }) => proposerPriority);
    expect(priorities?.reduce((sum, priority) => sum + priority, 0n)).toBe(0n);
  });

  it('is set by index or by consensus address', async () => {
    const node = await NodeUnderTest.start();
    await node.node.devTxSender.setValidatorPower(node.chain.keys[3]?.address as Uint8Array, 11n);
    await node.mine(2);
    expect(powers(node, 4n)).toEqual([10n, 10n, 10n, 11n]);
  });
});

describe('/validators', () => {
  it('returns the powers that decided each height, before and after changes, also from disk', async () => {
    const home = await temporaryHome();
    const first = await createDevnet({ rpc: true, home, seed: 'powers' });
    const ask = asking(first);
    await first.mine({ blocks: 2 });
    await ask('halley_setValidatorPower', 1, 25);
    await first.mine({ blocks: 3 });
    await ask('halley_setValidatorPower', 1, 0);
    await first.mine({ blocks: 3 });
    const powersOf = async (devnet: Devnet, height: number): Promise<Record<string, number>> => {
      const answer = await fetch(`${devnet.urls.cometRpc}/validators?height=${height}`);
      const { validators } = ((await answer.json()) as ValidatorsAnswer).result;
      return Object.fromEntries(validators.map(({ address, voting_power }) => [address, Number(voting_power)]));
    };
    const changing = first.validators[1]?.address as string;
    const seen = async (devnet: Devnet): Promise<unknown[]> => {
      const powers: unknown[] = [];
      for (let height = 1; height <= 11; height++) powers.push((await powersOf(devnet, height))[changing]);
      return powers;
    };
    const changes = [10, 10, 10, 10, 10, 25, 25, 25, 25, undefined, undefined];
    expect(first.height).toBe(11n);
    expect(await seen(first)).toEqual(changes);
    expect(Object.values(await powersOf(first, 12))).toEqual([10, 10, 10]);
    await first.close();
    await using second = await createDevnet({ rpc: true, home });
    expect(await seen(second)).toEqual(changes);
  });
});

describe('a validator without power', () => {
  it('signs nothing while it is out, follows the chain, and returns', async () => {
    const node = await NodeUnderTest.start();
    await node.node.devTxSender.setValidatorPower(3, 0n);
    await node.mine(4);
    expect(powers(node, 4n)).toEqual([10n, 10n, 10n, 0n]);
    expect(node.comet.validators(4n)?.validators).toHaveLength(3);
    const height = node.height;
    expect(node.simNetwork.node(3).engine.round.height).toBe(height + 1n);
    const votes = node.comet.net().peers.map((peer) => peer.node.moniker);
    expect(votes).toContain('validator-3');
    const before = node.simNetwork.connection(0, 3)?.received.votes;
    await node.mine(2);
    expect(node.simNetwork.connection(0, 3)?.received.votes).toBe(before);
    expect(node.comet.commit(height)?.commit.signatures).toHaveLength(3);

    await node.node.devTxSender.setValidatorPower(3, 10n);
    await node.mine(3);
    expect(powers(node, node.height)).toEqual([10n, 10n, 10n, 10n]);
    const after = node.comet.commit(node.height)?.commit.signatures ?? [];
    expect(after).toHaveLength(4);
    expect(node.simNetwork.connection(0, 3)?.received.votes).toBeGreaterThan(before as number);
  });

  it('returns before its unbonding ends, and stays bonded after that time', async () => {
    await using devnet = await createDevnet({ seed: 'powers' });
    const ask = asking(devnet);
    const powersNow = () => devnet.validators.map(({ power }) => power);
    await ask('halley_setValidatorPower', 3, 0);
    await devnet.mine({ blocks: 3 });
    expect(powersNow()).toEqual([10n, 10n, 10n, 0n]);
    await ask('halley_setValidatorPower', 3, 17);
    await devnet.mine({ blocks: 3 });
    expect(powersNow()).toEqual([10n, 10n, 10n, 17n]);
    await devnet.time.increase(40 * 86_400);
    await devnet.mine({ blocks: 3 });
    await ask('halley_setValidatorPower', 3, 21);
    await ask('halley_setValidatorPower', 0, 5);
    await devnet.mine({ blocks: 3 });
    expect(powersNow()).toEqual([5n, 10n, 10n, 21n]);
    expect(devnet.validators[3]?.tokens).toBe(21n * 10n ** 18n);
  });

  it('can be the observed one, which still responds', async () => {
    const node = await NodeUnderTest.start();
    await node.node.devTxSender.setValidatorPower(0, 0n);
    await node.mine(3);
    expect(node.comet.node().validator).toMatchObject({ votingPower: 0n });
    expect(node.comet.roundState().height).toBe(node.height + 1n);
    expect(node.received()).toContain('NewBlock');
  });
});

describe('an invalid power', () => {
  it('is refused, and no block is made', async () => {
    const node = await NodeUnderTest.start();
    const cases: [number | Uint8Array, bigint, string][] = [
      [4, 1n, 'not-found'],
      [-1, 1n, 'not-found'],
      [new Uint8Array(20), 1n, 'not-found'],
      [0, -1n, 'invalid-argument'],
      [0, 1n << 62n, 'invalid-argument'],
    ];
    for (const [validator, power, code] of cases) {
      const refused = await node.node.devTxSender.setValidatorPower(validator, power).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(HalleyError);
      expect((refused as HalleyError).code).toBe(code);
    }
    expect(node.height).toBe(1n);
    for (const index of [0, 1, 2]) await node.node.devTxSender.setValidatorPower(index, 0n);
    await expect(node.node.devTxSender.setValidatorPower(3, 0n)).rejects.toThrow(HalleyError);
    await node.mine(3);
    expect(powers(node, node.height)).toEqual([0n, 0n, 0n, 10n]);
  });
});

describe('the mempool', () => {
  it('leaves room for a commit of the signing validators', async () => {
    const [few, many] = [await NodeUnderTest.start({ validators: 1 }), await NodeUnderTest.start({ validators: 7 })];
    const big = new Uint8Array(1);
    expect((await few.comet.broadcast(big)).type).toBe('checked');
    const room = (node: NodeUnderTest) => node.chain.pool.snapshot().block.maxDataBytes;
    expect(room(few) - room(many)).toBe(6n * 111n);
    await many.node.devTxSender.setValidatorPower(6, 0n);
    await many.mine(2);
    expect(room(few) - room(many)).toBe(5n * 111n);
  });
});
