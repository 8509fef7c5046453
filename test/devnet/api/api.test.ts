/** Tests what a devnet offers to a program beyond blocks: time, validators, the network. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDevnet, type Devnet, type DevnetOptions, fixedClock } from '../../../src/devnet/index.js';
import { START } from '../node_kit.js';

async function start(options: DevnetOptions = {}): Promise<Devnet> {
  const devnet = await createDevnet({ clock: fixedClock(START), ...options });
  onTestFinished(() => devnet.close());
  return devnet;
}

const SECOND = START / 1_000_000_000n;

async function timestamp(devnet: Devnet): Promise<bigint> {
  const block = await devnet.provider.request({ method: 'eth_getBlockByNumber', params: ['latest', false] });
  return BigInt((block as { timestamp: string }).timestamp);
}

async function mined(devnet: Devnet): Promise<bigint> {
  await devnet.mine();
  return timestamp(devnet);
}

describe('the time of a devnet', () => {
  it('is that of a block that begins now', async () => {
    const devnet = await start();
    expect([await timestamp(devnet), devnet.time.now]).toEqual([SECOND, SECOND + 1n]);
    expect(await mined(devnet)).toBe(SECOND + 1n);
  });

  it('moves forward, to a time, and in steps', async () => {
    const devnet = await start();
    const { time } = devnet;
    await time.increase(3600);
    expect([time.now, await mined(devnet), await mined(devnet)]).toEqual([3600n, 3600n, 3601n].map((n) => SECOND + n));
    await time.setNext(SECOND + 9000n);
    expect([time.now, await mined(devnet), await mined(devnet)]).toEqual([9000n, 9000n, 9001n].map((n) => SECOND + n));
    await time.setInterval(12n);
    expect([time.now, await mined(devnet), await mined(devnet)]).toEqual([9013n, 9013n, 9025n].map((n) => SECOND + n));
    await time.setInterval(undefined);
    expect(await mined(devnet)).toBe(SECOND + 9026n);
  });

  it('refuses invalid times, and changes nothing', async () => {
    const { time } = await start();
    const { now } = time;
    for (const [asked, message] of [
      [() => time.increase(-1), 'seconds is -1, expected 0 or more'],
      [() => time.increase(0.5), 'seconds is 0.5, expected a whole number'],
      [() => time.setInterval(-1n), 'seconds is -1, expected 0 or more'],
      [() => time.setNext(Number.NaN), 'timestamp is NaN, expected a whole number'],
      [
        () => time.setNext(2n ** 53n),
        `Timestamp ${2n ** 53n} is after ${2n ** 53n - 1n}, the latest that a block can have`,
      ],
    ] as const)
      await expect(asked()).rejects.toMatchObject({ name: 'HalleyError', code: 'invalid-argument', message });
    await expect(time.setNext(SECOND)).rejects.toMatchObject({ code: 'unavailable' });
    expect(time.now).toBe(now);
  });
});

describe('blocks on demand', () => {
  it('makes one or several, at the requested times', async () => {
    const devnet = await start();
    expect([await devnet.mine(), devnet.height]).toEqual([2n, 2n]);
    expect(await devnet.mine({ blocks: 3, timestamp: SECOND + 50n, interval: 10 })).toBe(5n);
    const times = ['0x2', '0x3', '0x4', '0x5'].map(async (number) => {
      const block = await devnet.provider.request({ method: 'eth_getBlockByNumber', params: [number, false] });
      return BigInt((block as { timestamp: string }).timestamp) - SECOND;
    });
    expect(await Promise.all(times)).toEqual([1n, 50n, 60n, 70n]);
    expect(await devnet.mine({ blocks: 0 })).toBe(5n);
  });

  it('are refused when the options are invalid, and none is made', async () => {
    const devnet = await start();
    for (const [options, message] of [
      [{ blocks: 1.5 }, 'blocks is 1.5, expected a whole number'],
      [{ blocks: -1 }, 'blocks is -1, expected 0 or more'],
      [{ blocks: 1_000_001n }, '1000001 blocks cannot be mined in one call, expected a whole number from 0 to 1000000'],
      [{ interval: -1n }, 'interval is -1, expected 0 or more'],
    ] as const)
      await expect(devnet.mine(options)).rejects.toMatchObject({ code: 'invalid-argument', message });
    await expect(devnet.mine({ timestamp: SECOND })).rejects.toMatchObject({ code: 'unavailable' });
    expect(devnet.height).toBe(1n);
  });
});

describe('the validators of a devnet', () => {
  it('have the names of the CometBFT RPC and staking, and continue when one leaves the set', async () => {
    const devnet = await start({ rpc: true, validators: 3 });
    await devnet.setValidatorPower(1, 25);
    const staked = () => devnet.validators.map(({ power, tokens }) => [power, tokens / 10n ** 18n]);
    expect(staked()).toEqual([10n, 10n, 10n].map((power, i) => [power, i === 1 ? 25n : 10n]));
    await devnet.setValidatorPower(devnet.validators[2]?.address as string, 0);
    for (let i = 0; i < 2; i++) await devnet.mine();
    expect(staked()).toEqual([10n, 25n, 0n].map((power) => [power, power]));
    expect(devnet.validators.map(({ index, name, jailed }) => [index, name, jailed])).toEqual(
      [0, 1, 2].map((index) => [index, `validator-${index}`, false]),
    );

    const answer = await (await fetch(`${devnet.urls.cometRpc}/validators`)).json();
    const { validators } = (answer as { result: { validators: { address: string }[] } }).result;
    const known = devnet.validators.filter(({ power }) => power > 0n).map(({ address }) => address);
    expect(validators.map(({ address }) => address).sort()).toEqual(known.sort());
    for (const { operator } of devnet.validators) expect(operator).toMatch(/^halleyvaloper1[a-z0-9]{38}$/);
  });

  it('accept delegations under these names', async () => {
    const devnet = await start();
    const [validator] = devnet.validators;
    const { encodeFunctionData, parseAbi } = await import('viem');
    const abi = parseAbi(['function delegate(address, string, uint256) returns (bool)']);
    const from = devnet.accounts[0]?.address as `0x${string}`;
    const args = [from, validator?.operator as string, 10n ** 18n] as const;
    const data = encodeFunctionData({ abi, functionName: 'delegate', args });
    const to = '0x0000000000000000000000000000000000000800';
    await devnet.provider.request({ method: 'eth_sendTransaction', params: [{ from, to, data }] });
    expect(devnet.validators[0]?.tokens).toBe(11n * 10n ** 18n);
  });
});

describe('the network of a devnet', () => {
  it('shows the position of each node in consensus, and the traffic of the links', async () => {
    const devnet = await start({ validators: 3, miningMode: 'step', rpc: true });
    const { network } = devnet;
    const { height, round, step } = await devnet.step('step', 2);
    const [observed] = network.nodes;
    const state = await (await fetch(`${devnet.urls.cometRpc}/status`)).json();
    const { id, moniker } = (state as { result: { node_info: { id: string; moniker: string } } }).result.node_info;
    expect(observed).toMatchObject({ index: 0, nodeId: id, moniker, up: true, height, round, step });
    expect([height, step]).toEqual([2n, 'Prevote']);
    for (const { index, peers } of network.nodes) {
      expect(peers.map((peer) => peer.index)).toEqual([0, 1, 2].filter((other) => other !== index));
      for (const peer of peers) {
        const back = network.nodes[peer.index]?.peers.find((other) => other.index === index);
        expect([peer.sent > 0, back?.received]).toEqual([true, peer.sent]);
      }
    }
  });
});
