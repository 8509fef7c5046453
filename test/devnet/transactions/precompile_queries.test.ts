/** Queries precompiles of a running chain over its socket: with viem, and from Solidity. */
import {
  type Abi,
  createPublicClient,
  createWalletClient,
  decodeErrorResult,
  encodeFunctionData,
  getContract,
  type Hex,
  http,
  zeroAddress,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operatorText } from '../../../src/app/modules/staking/addresses.js';
import { bech32Address, checksumAddress } from '../../../src/app/types/address.js';
import { createDevnet, type Devnet, fixedClock } from '../../../src/devnet/index.js';
import { fromHex } from '../../../src/kernel/hex.js';
import { parseTime, type UnixNanos } from '../../../src/kernel/time.js';
import {
  ANY_PAGE,
  DISTRIBUTION,
  DISTRIBUTION_ABI,
  SLASHING,
  SLASHING_ABI,
  STAKING,
  STAKING_ABI,
} from '../../app/support/precompile_abi.js';
import { compileSolidity } from '../../support/solidity.js';

const COIN = 10n ** 18n;

const SOURCE = `
// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;
struct PageRequest { bytes key; uint64 offset; uint64 limit; bool countTotal; bool reverse; }
struct PageResponse { bytes nextKey; uint64 total; }
struct Description { string moniker; string identity; string website; string securityContact; string details; }
enum BondStatus { Unspecified, Unbonded, Unbonding, Bonded }
struct Validator {
  string operatorAddress; string consensusPubkey; bool jailed; BondStatus status; uint256 tokens;
  uint256 delegatorShares; Description description; int64 unbondingHeight; int64 unbondingTime;
  uint256 commission; uint256 minSelfDelegation;
}
struct SigningInfo {
  address validatorAddress; int64 startHeight; int64 indexOffset; int64 jailedUntil; bool tombstoned;
  int64 missedBlocksCounter;
}
interface Staking {
  function validators(string memory status, PageRequest calldata page)
    external view returns (Validator[] memory, PageResponse memory);
  function delegate(address, string memory, uint256) external returns (bool);
}
interface Slashing {
  function getSigningInfos(PageRequest calldata page) external view returns (SigningInfo[] memory, PageResponse memory);
}
contract Census {
  Staking constant STAKING = Staking(${STAKING});
  Slashing constant SLASHING = Slashing(${SLASHING});
  uint256 public stake;
  uint256 public signers;
  /// Walks through the validators in pages of two.
  function bonded() public view returns (uint256 sum) {
    bytes memory key;
    do {
      (Validator[] memory page, PageResponse memory next) =
        STAKING.validators("BOND_STATUS_BONDED", PageRequest(key, 0, 2, false, false));
      for (uint256 i = 0; i < page.length; i++) sum += page[i].tokens;
      key = next.nextKey;
    } while (key.length > 0);
  }
  function count() external {
    stake = bonded();
    (SigningInfo[] memory infos, ) = SLASHING.getSigningInfos(PageRequest("", 0, 0, false, false));
    signers = infos.length;
  }
  function statically(address target, bytes memory input) external view returns (bool ok, bytes memory output) {
    (ok, output) = target.staticcall(input);
  }
}`;

let devnet: Devnet;
let reader: ReturnType<typeof createPublicClient>;
let wallet: ReturnType<typeof createWalletClient>;
let operators: readonly Hex[];

/** Starts four validators with powers 10, 10, 10 and 0, so that the last one is unbonding. */
beforeAll(async () => {
  const clock = fixedClock(parseTime('2025-01-01T00:00:00Z') as UnixNanos);
  devnet = await createDevnet({ clock, validators: 4, jsonRpc: { address: '127.0.0.1:0' } });
  await devnet.provider.request({ method: 'halley_setValidatorPower', params: [3, 0] });
  await devnet.mine({ blocks: 2 });
  const transport = http(devnet.urls.evmHttp, { retryCount: 0 });
  reader = createPublicClient({ transport, cacheTime: 0, pollingInterval: 10 });
  wallet = createWalletClient({ transport, account: privateKeyToAccount(devnet.accounts[0]?.privateKey as Hex) });
  const [all] = await staking().read.validators(['', ANY_PAGE]);
  operators = all.map(({ operatorAddress }) => operatorAddress as Hex);
});

afterAll(() => devnet.close());

const staking = () => getContract({ address: STAKING, abi: STAKING_ABI, client: reader });
const slashing = () => getContract({ address: SLASHING, abi: SLASHING_ABI, client: reader });
const distribution = () => getContract({ address: DISTRIBUTION, abi: DISTRIBUTION_ABI, client: reader });
const alice = (): Hex => wallet.account?.address as Hex;
const text = (address: Hex): string => bech32Address(fromHex(address), 'halley');
const operatorOf = (address: Hex): string => operatorText(fromHex(address), 'halley');

async function transact(to: Hex, abi: Abi, functionName: string, args: readonly unknown[] = []) {
  const hash = await wallet.writeContract({
    address: to,
    abi,
    functionName,
    args,
    gas: 2_000_000n,
    chain: null,
    account: wallet.account as never,
  });
  return reader.waitForTransactionReceipt({ hash });
}

describe('the validators', () => {
  it('are all listed, each as in a single query', async () => {
    const [all, page] = await staking().read.validators(['', ANY_PAGE]);
    expect(page).toEqual({ nextKey: '0x', total: 4n });
    for (const one of all) expect(await staking().read.validator([one.operatorAddress as Hex])).toEqual(one);
    const [first] = all;
    expect(first).toMatchObject({
      operatorAddress: checksumAddress(fromHex(operators[0] as Hex)),
      consensusPubkey: expect.stringMatching(/^[A-Za-z0-9+/]{43}=$/),
      jailed: false,
      tokens: 10n * COIN,
      delegatorShares: 10n * COIN * COIN,
      commission: COIN / 10n,
      minSelfDelegation: 1n,
    });
    expect(all.map(({ description }) => description.moniker).sort()).toEqual(
      [0, 1, 2, 3].map((index) => `validator${index}`),
    );
  });

  it('are selected by status', async () => {
    const [bonded] = await staking().read.validators(['BOND_STATUS_BONDED', ANY_PAGE]);
    const [unbonding] = await staking().read.validators(['BOND_STATUS_UNBONDING', ANY_PAGE]);
    const [unbonded] = await staking().read.validators(['BOND_STATUS_UNBONDED', ANY_PAGE]);
    expect([bonded.length, unbonding.length, unbonded.length]).toEqual([3, 1, 0]);
    expect(unbonding[0]).toMatchObject({ status: 2, tokens: 0n, description: { moniker: 'validator3' } });
    expect(unbonding[0]?.unbondingTime).toBeGreaterThan(1_735_689_600n);
    await expect(staking().read.validators(['Bonded', ANY_PAGE])).rejects.toThrow(
      'rpc error: code = InvalidArgument desc = invalid validator status Bonded',
    );
  });

  it('come in pages: by key, by offset, in reverse, with the total on request', async () => {
    const addresses = async (page: Partial<Record<keyof typeof ANY_PAGE, unknown>>) => {
      const [found, next] = await staking().read.validators(['', { ...ANY_PAGE, ...page } as typeof ANY_PAGE]);
      return { found: found.map(({ operatorAddress }) => operatorAddress), ...next };
    };
    const first = await addresses({ limit: 3n });
    expect(first).toMatchObject({ found: operators.slice(0, 3), total: 0n });
    expect(await addresses({ key: first.nextKey })).toEqual({ found: operators.slice(3), nextKey: '0x', total: 0n });
    expect(await addresses({ offset: 1n, limit: 2n, countTotal: true })).toMatchObject({
      found: operators.slice(1, 3),
      total: 4n,
    });
    expect(await addresses({ limit: 1n, reverse: true })).toMatchObject({ found: operators.slice(3) });
    await expect(addresses({ key: first.nextKey, offset: 1n })).rejects.toThrow(
      'rpc error: code = Internal desc = invalid request, either offset or key is expected, got both',
    );
  });

  it('are empty when they are unknown; the zero address is refused', async () => {
    expect(await staking().read.validator([alice()])).toEqual({
      ...{ operatorAddress: '', consensusPubkey: '', jailed: false, status: 0, tokens: 0n, delegatorShares: 0n },
      description: { moniker: '', identity: '', website: '', securityContact: '', details: '' },
      ...{ unbondingHeight: 0n, unbondingTime: 0n, commission: 0n, minSelfDelegation: 0n },
    });
    await expect(staking().read.validator([zeroAddress])).rejects.toThrow(`invalid validator address: ${zeroAddress}`);
  });
});

describe('delegations', () => {
  it('are found by delegator and validator; errors are those of the query', async () => {
    const [validator] = operators as [Hex];
    await transact(STAKING, STAKING_ABI as Abi, 'delegate', [alice(), operatorOf(validator), 2n * COIN]);
    expect(await staking().read.delegation([alice(), operatorOf(validator)])).toEqual([
      2n * COIN * COIN,
      { denom: 'ahalley', amount: 2n * COIN },
    ]);
    expect(await distribution().read.delegatorValidators([alice()])).toEqual([operatorOf(validator)]);
    expect(await distribution().read.delegatorWithdrawAddress([alice()])).toBe(text(alice()));
    const asking = (delegator: Hex, named: string) => staking().read.delegation([delegator, named]);
    await expect(asking(zeroAddress, operatorOf(validator))).rejects.toThrow(
      `invalid delegator address: ${zeroAddress}`,
    );
    await expect(asking(alice(), '')).rejects.toThrow(
      'rpc error: code = InvalidArgument desc = validator address cannot be empty',
    );
    await expect(asking(alice(), text(validator))).rejects.toThrow(
      "hrp does not match bech32 prefix: expected 'halleyvaloper' got 'halley': internal logic error",
    );
    await expect(distribution().read.delegatorValidators([zeroAddress])).rejects.toThrow('invalid delegator address');
  });

  it('have no unbonding entries or redelegations yet', async () => {
    const [from, to] = operators.map(operatorOf) as [string, string];
    expect(await staking().read.unbondingDelegation([alice(), from])).toEqual({
      ...{ delegatorAddress: '', validatorAddress: '', entries: [] },
    });
    expect(await staking().read.redelegation([alice(), from, to])).toEqual({
      ...{ delegatorAddress: '', validatorSrcAddress: '', validatorDstAddress: '', entries: [] },
    });
    const asking = (delegator: Hex, source: string, destination: string) =>
      staking().read.redelegations([delegator, source, destination, ANY_PAGE]);
    const nothing = [[], { nextKey: '0x', total: 0n }];
    expect(await asking(alice(), '', '')).toEqual(nothing);
    expect(await asking(zeroAddress, from, '')).toEqual(nothing);
    await expect(asking(alice(), from, to)).rejects.toThrow(
      `rpc error: code = Internal desc = rpc error: code = NotFound desc = redelegation not found for delegator address ${text(alice())} from validator address ${from}`,
    );
    for (const destination of ['', to])
      await expect(asking(zeroAddress, '', destination)).rejects.toThrow(
        'invalid query. Need to specify at least a source validator address or delegator address',
      );
    await expect(staking().read.redelegation([alice(), '', to])).rejects.toThrow('empty address string is not allowed');
  });
});

describe('slashing', () => {
  it('returns the signing info of each validator, by its consensus address', async () => {
    const [infos, page] = await slashing().read.getSigningInfos([ANY_PAGE]);
    expect(page).toEqual({ nextKey: '0x', total: 4n });
    for (const info of infos) expect(await slashing().read.getSigningInfo([info.validatorAddress])).toEqual(info);
    expect(infos[0]).toMatchObject({ startHeight: 0n, indexOffset: 0n, jailedUntil: 0n, tombstoned: false });
    await expect(slashing().read.getSigningInfo([alice()])).rejects.toThrow(
      `rpc error: code = NotFound desc = SigningInfo not found for validator ${bech32Address(fromHex(alice()), 'halleyvalcons')}`,
    );
    await expect(slashing().read.getSigningInfo([zeroAddress])).rejects.toThrow('invalid consensus address');
  });

  it('has its parameters as decimals and seconds', async () => {
    const decimal = (value: bigint) => ({ value, precision: 18 });
    expect(await slashing().read.getParams()).toEqual({
      signedBlocksWindow: 100n,
      minSignedPerWindow: decimal(COIN / 2n),
      downtimeJailDuration: 600n,
      slashFractionDoubleSign: decimal(COIN / 20n),
      slashFractionDowntime: decimal(COIN / 100n),
    });
  });
});

describe('a contract', () => {
  it('iterates over the validators in pages, in a call and in a transaction', async () => {
    const { abi, bytecode } = await compileSolidity(SOURCE, 'Census');
    const hash = await wallet.deployContract({ abi, bytecode, chain: null, account: wallet.account as never });
    const { contractAddress } = await reader.waitForTransactionReceipt({ hash });
    const address = contractAddress as Hex;
    const [bonded] = await staking().read.validators(['BOND_STATUS_BONDED', ANY_PAGE]);
    const stake = bonded.reduce((sum, { tokens }) => sum + tokens, 0n);
    expect(await reader.readContract({ address, abi, functionName: 'bonded' })).toBe(stake);
    expect((await transact(address, abi, 'count')).status).toBe('success');
    expect(await reader.readContract({ address, abi, functionName: 'stake' })).toBe(stake);
    expect(await reader.readContract({ address, abi, functionName: 'signers' })).toBe(4n);
  });

  it('reads with STATICCALL, and writes nothing', async () => {
    const { abi, bytecode } = await compileSolidity(SOURCE, 'Census');
    const hash = await wallet.deployContract({ abi, bytecode, chain: null, account: wallet.account as never });
    const { contractAddress } = await reader.waitForTransactionReceipt({ hash });
    const statically = (input: Hex) =>
      reader.readContract({
        address: contractAddress as Hex,
        abi,
        functionName: 'statically',
        args: [STAKING, input],
      }) as Promise<readonly [boolean, Hex]>;
    const asking = { abi: STAKING_ABI, functionName: 'validators', args: ['', ANY_PAGE] } as const;
    const direct = await reader.call({ to: STAKING, data: encodeFunctionData(asking) });
    expect(await statically(encodeFunctionData(asking))).toEqual([true, direct.data]);
    const args = [contractAddress as Hex, operatorOf(operators[0] as Hex), 1n] as const;
    const [ok, output] = await statically(encodeFunctionData({ abi: STAKING_ABI, functionName: 'delegate', args }));
    expect([ok, decodeErrorResult({ data: output }).args]).toEqual([false, ['write protection']]);
  });

  it('gets the reason when it calls without a whole selector, or with an unknown one', async () => {
    for (const data of ['0x', '0xf679d3'] as const)
      await expect(reader.call({ to: SLASHING, data })).rejects.toThrow('execution reverted: execution reverted');
    await expect(reader.call({ to: SLASHING, data: '0xf679d305' })).rejects.toThrow('no method with id: 0xf679d305');
  });
});

it('eth_config names the chain’s own contracts, and the state root of genesis has none of them', async () => {
  const { current } = (await devnet.provider.request({ method: 'eth_config', params: [] })) as {
    readonly current: { readonly precompiles: Readonly<Record<string, Hex>> };
  };
  expect(current.precompiles).toMatchObject({
    ...{ STAKING, DISTRIBUTION, SLASHING },
    ...{ BECH32: `0x${'0400'.padStart(40, '0')}`, ICS20: `0x${'0802'.padStart(40, '0')}` },
    BANK: `0x${'0804'.padStart(40, '0')}`,
  });
  for (const address of [DISTRIBUTION, SLASHING] as const) {
    const { accountProof, nonce, balance } = await reader.getProof({ address, storageKeys: [] });
    expect([accountProof.length > 0, nonce, balance]).toEqual([true, 0, 0n]);
    expect(await reader.getCode({ address })).toBeUndefined();
  }
});
