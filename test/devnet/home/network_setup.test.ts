/** Tests what a new devnet is made of: clock, keys, network, names of its nodes, limits of its mempool. */
import { describe, expect, it } from 'vitest';
import { developmentGenesis } from '../../../src/config/development_genesis.js';
import { genesisToJson } from '../../../src/consensus/types/genesis.js';
import { ed25519PublicKey } from '../../../src/crypto/ed25519.js';
import { blockLimitsOf, mayDiffer } from '../../../src/devnet/chain/block_limits.js';
import { networkOf } from '../../../src/devnet/chain/genesis.js';
import { nodeIdentities, observedIdentity } from '../../../src/devnet/chain/node_identity.js';
import { validatorKeys } from '../../../src/devnet/chain/validator_keys.js';
import { nextBlockTime } from '../../../src/devnet/clock/chain_clock.js';
import { clockOf, fixedClock } from '../../../src/devnet/options/clock.js';
import { systemClock } from '../../../src/devnet/platform.js';
import { toHex, toUpperHex } from '../../../src/kernel/hex.js';
import { formatTime, NANOS_PER_SECOND } from '../../../src/kernel/time.js';
import { fourValidators, GENESIS_TIME } from '../../consensus/chain_kit.js';

describe('the clock', () => {
  it('is the wall clock, or a virtual clock with a seed', () => {
    expect(clockOf(undefined, undefined)).toBe(systemClock);
    expect(clockOf('wall', 'seed')).toBe(systemClock);
    const own = fixedClock(5n);
    expect([clockOf(own, 'seed'), own.now()]).toEqual([own, 5n]);
    for (const virtual of [clockOf(undefined, 'seed'), clockOf('virtual', undefined)])
      expect(formatTime(virtual.now())).toBe('2025-01-01T00:00:00Z');
  });

  it('gives each block a separate second, and the wall clock’s time when that is later', () => {
    const second = NANOS_PER_SECOND;
    expect(nextBlockTime(5n * second, 0n)).toBe(6n * second);
    expect(nextBlockTime(5n * second + 999n, 0n)).toBe(6n * second);
    expect(nextBlockTime(5n * second, 6n * second)).toBe(6n * second);
    expect(nextBlockTime(5n * second, 6n * second + 1n)).toBe(6n * second + 1n);
  });
});

describe('keys', () => {
  it('follow from the seed and the index', () => {
    const keys = validatorKeys('a', 3);
    expect(keys.map(({ name }) => name)).toEqual(['validator-0', 'validator-1', 'validator-2']);
    expect(keys.map(({ pubKey }) => pubKey.bytes)).toEqual(keys.map(({ seed }) => ed25519PublicKey(seed)));
    expect(validatorKeys('a', 5).slice(0, 3)).toEqual(keys);
    const addresses = [...keys, ...validatorKeys('b', 3)].map(({ address }) => toHex(address));
    expect(new Set(addresses).size).toBe(6);
  });
});

describe('the network', () => {
  const options = { document: developmentGenesis(), seed: 's', validators: undefined, genesisTime: GENESIS_TIME };
  const named = (seed: string, validators: number) =>
    genesisToJson(networkOf({ ...options, seed, validators }).genesis);

  it('has four validators of power 10 by default, and begins at the given time', () => {
    const { genesis, keys } = networkOf(options);
    expect(keys).toEqual(validatorKeys('s', 4));
    expect(genesis.validators).toEqual(keys.map(({ pubKey, name }) => ({ pubKey, name, power: 10n })));
    expect(genesis.genesisTime).toBe(GENESIS_TIME);
    expect(networkOf({ ...options, validators: 2 }).genesis.validators).toHaveLength(2);
  });

  it('uses the validators of its document when it has their keys', () => {
    const { genesis, keys } = networkOf({ ...options, document: named('s', 3) });
    expect(genesis.validators.map(({ pubKey }) => pubKey)).toEqual(keys.map(({ pubKey }) => pubKey));
    expect(keys).toEqual(validatorKeys('s', 3));
  });

  it('replaces them by the given number of validators', () => {
    const { genesis } = networkOf({ ...options, document: named('other', 3), validators: 1 });
    expect(genesis.validators.map(({ pubKey }) => pubKey)).toEqual(validatorKeys('s', 1).map(({ pubKey }) => pubKey));
  });

  it('refuses validators without a key, and names the first', () => {
    const [stranger] = validatorKeys('other', 1);
    const name = `validator "validator-0" (${toUpperHex(stranger?.pubKey.bytes ?? new Uint8Array(0))})`;
    expect(() => networkOf({ ...options, document: named('other', 3) })).toThrow(
      expect.objectContaining({
        code: 'invalid-genesis',
        message:
          `genesis: this node has no key for ${name}: it is not derived from seed "s"; give the seed that made the ` +
          'document, or --validators N for other validators',
      }),
    );
  });
});

describe('nodes', () => {
  it('have ids that follow from the seed; one of them is the observed node', () => {
    let rpcAddress = 'tcp://127.0.0.1:1';
    const own = { moniker: 'me', rpcAddress: () => rpcAddress };
    const identities = nodeIdentities('s', validatorKeys('s', 3), own);
    expect(identities.map(({ moniker, listenAddress, rpcAddress }) => [moniker, listenAddress, rpcAddress])).toEqual([
      ['me', 'tcp://0.0.0.0:26656', 'tcp://127.0.0.1:1'],
      ['validator-1', 'tcp://127.0.0.1:26666', ''],
      ['validator-2', 'tcp://127.0.0.1:26676', ''],
    ]);
    rpcAddress = 'tcp://127.0.0.1:2';
    expect(observedIdentity(identities).rpcAddress).toBe('tcp://127.0.0.1:2');
    const ids = [...identities, ...nodeIdentities('t', validatorKeys('s', 3), own)].map(({ nodeId }) => toHex(nodeId));
    expect(new Set(ids).size).toBe(6);
  });
});

describe('the limits of the mempool', () => {
  const { chain } = fourValidators();

  it('are the space in a block beside header and commit', () => {
    const block = { maxBytes: 10_000n, maxGas: 77n };
    const limits = blockLimitsOf({ ...chain, params: { ...chain.params, block } }, 88n);
    expect(limits).toEqual({ maxDataBytes: 10_000n - 626n - 11n - 94n - 4n * 111n, maxGas: 88n });
  });

  it('may differ when parameters or the number of validators change', () => {
    expect(mayDiffer(chain, { ...chain, params: { ...chain.params } })).toBe(false);
    expect(mayDiffer(chain, { ...chain, params: { ...chain.params, block: { ...chain.params.block } } })).toBe(true);
    const fewer = { ...chain.validators, validators: chain.validators.validators.slice(1) };
    expect(mayDiffer(chain, { ...chain, validators: fewer })).toBe(true);
  });
});
