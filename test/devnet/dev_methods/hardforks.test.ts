/** Tests the rules of each fork that a chain may have from its genesis, as callers see them, on both EVMs. */
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { developmentGenesis } from '../../../src/config/development_genesis.js';
import { createDevnet, type Devnet, type DevnetOptions, exportHome, verifyHome } from '../../../src/devnet/index.js';
import { HARDFORKS, type Hardfork, isFrom } from '../../../src/evm/hardfork.js';
import { MACHINE_KINDS } from '../../../src/evm/machines.js';
import { ask } from '../../support/ask.js';
import { temporaryHome } from '../node_kit.js';

const HISTORY = '0x0000f90827f1c53a10cb7a02335b175320002935';
const CODE = `0x${'c0'.repeat(20)}`;
const FORKS = [...HARDFORKS];

async function started(options: DevnetOptions): Promise<Devnet> {
  const devnet = await createDevnet({ jsonRpc: { namespaces: ['all'] }, ...options });
  onTestFinished(() => devnet.close());
  return devnet;
}

const isRun = (answer: Promise<unknown>): Promise<boolean> =>
  answer.then(
    () => true,
    () => false,
  );

/** Returns whether code runs to its end. */
const runs = (devnet: Devnet, code: string): Promise<boolean> =>
  isRun(ask(devnet, 'eth_call', { to: CODE, gas: '0x186a0' }, 'latest', { [CODE]: { code } }));

const at = (number: number): string => `0x${number.toString(16).padStart(40, '0')}`;

/**
 * Returns whether an account refuses unreadable input, as a precompiled contract does. An account without code accepts
 * everything.
 */
const refusesInput = async (devnet: Devnet, number: number): Promise<boolean> =>
  !(await isRun(ask(devnet, 'eth_call', { to: at(number), data: '0x01', gas: '0xf4240' })));

const gasOf = async (devnet: Devnet, call: object): Promise<bigint> =>
  BigInt((await ask(devnet, 'eth_estimateGas', call)) as string);

async function signedSetCode(devnet: Devnet): Promise<string> {
  const account = privateKeyToAccount(devnet.accounts[1]?.privateKey as `0x${string}`);
  const authorization = await account.signAuthorization({ address: `0x${'11'.repeat(20)}`, chainId: 31337, nonce: 1 });
  return account.signTransaction({
    type: 'eip7702',
    chainId: 31337,
    nonce: 0,
    to: account.address,
    gas: 100_000n,
    maxFeePerGas: 2n * 10n ** 9n,
    maxPriorityFeePerGas: 1n,
    authorizationList: [authorization],
  });
}

const NEW_MEMBERS: Readonly<Record<Hardfork, readonly string[]>> = {
  shanghai: ['withdrawals', 'withdrawalsRoot'],
  cancun: ['blobGasUsed', 'excessBlobGas', 'parentBeaconBlockRoot'],
  prague: ['requestsHash'],
  osaka: [],
};

describe.each(FORKS.flatMap((hardfork) => MACHINE_KINDS.map((machine) => [hardfork, machine] as const)))(
  'under %s on %s',
  (hardfork, machine) => {
    const has = (first: Hardfork): boolean => isFrom(hardfork, first);

    it('blocks, headers and the facts of the node are those of the fork', async () => {
      const devnet = await started({ hardfork, machine });
      await devnet.mine();
      const shapes = [
        await ask(devnet, 'eth_getBlockByNumber', 'latest', false),
        await ask(devnet, 'eth_getBlockByNumber', '0x0', false),
        await ask(devnet, 'eth_getBlockByNumber', 'pending', false),
        ((await ask(devnet, 'eth_simulateV1', { blockStateCalls: [{}] })) as unknown[])[0],
      ];
      for (const shape of shapes)
        for (const fork of FORKS)
          for (const member of NEW_MEMBERS[fork])
            expect([member, Object.hasOwn(shape as object, member)]).toEqual([member, has(fork)]);
      expect(await ask(devnet, 'anvil_nodeInfo')).toMatchObject({ hardFork: hardfork });
      const times = FORKS.filter(has).map((fork) => `${fork}Time`);
      const { protocols } = (await ask(devnet, 'admin_nodeInfo')) as { protocols: { eth: { config: object } } };
      expect(Object.keys(protocols.eth.config).filter((name) => name.endsWith('Time'))).toEqual(times);
      expect(await ask(devnet, 'eth_blobBaseFee')).toBe(has('cancun') ? '0x1' : null);
      const { baseFeePerBlobGas } = (await ask(devnet, 'eth_feeHistory', '0x1', 'latest', [])) as {
        baseFeePerBlobGas: string[];
      };
      expect(baseFeePerBlobGas[0]).toBe(has('cancun') ? '0x1' : '0x0');
      const { current } = (await ask(devnet, 'eth_config')) as { current: Record<string, object | null> };
      expect(Object.keys(current['systemContracts'] ?? {})).toEqual(has('prague') ? ['HISTORY_STORAGE_ADDRESS'] : []);
      expect(current['blobSchedule'] === null).toBe(!has('cancun'));
      expect(Object.hasOwn(current['precompiles'] ?? {}, 'BLS12_G1ADD')).toBe(has('prague'));
      expect(Object.hasOwn(current['precompiles'] ?? {}, 'P256VERIFY')).toBe(has('osaka'));
    });

    it('code has the operations and precompiled contracts of the fork', async () => {
      const devnet = await started({ hardfork, machine });
      // TLOAD, MCOPY, BLOBBASEFEE; CLZ.
      expect(await runs(devnet, '0x5f5c')).toBe(has('cancun'));
      expect(await runs(devnet, '0x5f5f5f5e')).toBe(has('cancun'));
      expect(await runs(devnet, '0x4a')).toBe(has('cancun'));
      expect(await runs(devnet, '0x5f1e')).toBe(has('osaka'));
      expect(await refusesInput(devnet, 0x08)).toBe(true);
      expect(await refusesInput(devnet, 0x0a)).toBe(has('cancun'));
      expect(await refusesInput(devnet, 0x0b)).toBe(has('prague'));
      expect(await gasOf(devnet, { to: at(0x100), gas: '0xf4240' })).toBe(has('osaka') ? 27_900n : 21_000n);
      // BALANCE of 0x0b: a precompiled contract is warm, and not listed.
      const overrides = { [CODE]: { code: '0x600b31' } };
      const { accessList } = (await ask(devnet, 'eth_createAccessList', { to: CODE }, 'latest', overrides)) as {
        accessList: unknown[];
      };
      expect(accessList).toEqual(has('prague') ? [] : [{ address: at(0x0b), storageKeys: [] }]);
    });

    it('transactions have the types and prices of the fork', async () => {
      const devnet = await started({ hardfork, machine });
      const raw = await signedSetCode(devnet);
      const sent = ask(devnet, 'eth_sendRawTransaction', raw);
      const refused = 'transaction type not supported: type 4 rejected, pool not yet in Prague';
      if (has('prague')) expect(await sent).toMatch(/^0x[0-9a-f]{64}$/);
      else await expect(sent).rejects.toMatchObject({ message: expect.stringContaining(refused) });
      const authorizationList = [{ chainId: '0x0', address: CODE, nonce: '0x0', yParity: '0x0', r: '0x1', s: '0x1' }];
      const call = ask(devnet, 'eth_call', { to: CODE, authorizationList });
      if (has('prague')) expect(await call).toBe('0x');
      else await expect(call).rejects.toMatchObject({ message: expect.stringContaining(refused) });
      // EIP-7623 charges 40 gas for a byte of data in place of 16.
      const data = `0x${'ff'.repeat(1000)}`;
      expect(await gasOf(devnet, { to: CODE, data })).toBe(has('prague') ? 61_000n : 37_000n);
      expect((await ask(devnet, 'eth_getCode', HISTORY, 'latest')) === '0x').toBe(!has('prague'));
    });
  },
);

/**
 * Runs SELFDESTRUCT to the zero address in a contract of an earlier transaction. Only before Cancun the contract is
 * gone.
 */
async function live(devnet: Devnet): Promise<string> {
  const from = devnet.accounts[0]?.address;
  const send = (more: object): Promise<unknown> =>
    ask(devnet, 'eth_sendTransaction', { from, gas: '0x186a0', ...more });
  // Deploys 5fff: PUSH2 5fff, PUSH0, MSTORE, then RETURN of two bytes.
  const hash = await send({ data: '0x615fff5f526002601ef3' });
  const { contractAddress } = (await ask(devnet, 'eth_getTransactionReceipt', hash)) as { contractAddress: string };
  await send({ to: contractAddress, value: '0x5' });
  // Stores BLOCKHASH of the block before: PUSH1 1, NUMBER, SUB, BLOCKHASH, PUSH0, SSTORE.
  const keeper = await send({ data: '0x6001430340' + '5f55' });
  await send({ to: devnet.accounts[1]?.address, data: `0x${'ff'.repeat(600)}`, gas: '0xc350' });
  await send({ to: at(0x100), data: '0x01' });
  const receipt = (await ask(devnet, 'eth_getTransactionReceipt', keeper)) as {
    contractAddress: string;
    blockNumber: string;
  };
  const before = `0x${(BigInt(receipt.blockNumber) - 1n).toString(16)}`;
  const { hash: parent } = (await ask(devnet, 'eth_getBlockByNumber', before, false)) as { hash: string };
  expect(await ask(devnet, 'eth_getStorageAt', receipt.contractAddress, '0x0', 'latest')).toBe(parent);
  return contractAddress;
}

describe.each(FORKS)('a persistent chain with the rules of %s', (hardfork) => {
  it('continues after a restart, is verified, and is exported', async () => {
    const home = await temporaryHome();
    const first = await createDevnet({ home, hardfork, codeSizeLimit: 40_000, seed: 'forks' });
    const contract = await live(first);
    expect((await ask(first, 'eth_getCode', contract, 'latest')) === '0x').toBe(hardfork === 'shanghai');
    await first.close();
    const again = await createDevnet({ home });
    expect(await ask(again, 'anvil_nodeInfo')).toMatchObject({ hardFork: hardfork });
    await live(again);
    await again.close();
    const same = await createDevnet({ home, hardfork: hardfork.toUpperCase(), codeSizeLimit: 40_000 });
    await same.close();
    const report = await verifyHome(home, { reference: true, onProblem: (problem) => expect(problem).toBe(undefined) });
    expect(report.problems).toEqual([]);
    expect(report.reference).toMatchObject({ agreed: 10, differing: 0 });
    const document = JSON.parse(JSON.stringify(await exportHome(home))) as {
      app_state: { evm: { params: object } };
    };
    const chosen = { max_code_size: '40000', ...(hardfork !== 'osaka' && { hardfork }) };
    expect(document.app_state.evm.params).toMatchObject(chosen);
    const exported = await started({ genesis: document, seed: 'forks' });
    expect(await ask(exported, 'anvil_nodeInfo')).toMatchObject({ hardFork: hardfork });
    const other = createDevnet({ home, hardfork: hardfork === 'cancun' ? 'prague' : 'cancun' });
    await expect(other).rejects.toMatchObject({ code: 'invalid-genesis' });
    await expect(createDevnet({ home, codeSizeLimit: 50_000 })).rejects.toMatchObject({ code: 'invalid-genesis' });
  });
});

it('an unknown fork is refused with the names of the known ones', async () => {
  await expect(createDevnet({ hardfork: 'london' })).rejects.toMatchObject({
    code: 'invalid-argument',
    message: 'hardfork is "london", expected one of shanghai, cancun, prague, osaka, or latest (osaka)',
  });
});

it('a fork beside a genesis document is refused', async () => {
  await expect(createDevnet({ genesis: {}, hardfork: 'prague' })).rejects.toMatchObject({
    code: 'invalid-argument',
    message: 'hardfork is for a new chain, and the option genesis describes the chain already: give one of them',
  });
});

it('a chain that names the newest fork and the default limit has the state of one that names none', async () => {
  const [plain, named] = [
    await started({ seed: 'x' }),
    await started({ seed: 'x', hardfork: 'latest', codeSizeLimit: 24_576 }),
  ];
  const rootOf = async (devnet: Devnet): Promise<unknown> =>
    ((await ask(devnet, 'eth_getBlockByNumber', '0x0', false)) as { stateRoot: string }).stateRoot;
  expect(await rootOf(named)).toBe(await rootOf(plain));
});

it('each chain of a genesis document’s plan has its own fork', async () => {
  const chains = [{ chain_id: 'hub-1', hardfork: 'prague', max_code_size: '-1' }];
  const genesis = { ...(developmentGenesis({ hardfork: 'cancun' }) as object), halley: { network: { chains } } };
  const devnet = await started({ genesis });
  const { provider } = devnet.chains.get('hub-1');
  expect(await provider.request({ method: 'anvil_nodeInfo' })).toMatchObject({ hardFork: 'prague' });
  // Initcode that returns 30,000 bytes.
  const call = { data: '0x620075305ff3' };
  expect(await provider.request({ method: 'eth_call', params: [call] })).toHaveLength(60_002);
  await expect(ask(devnet, 'eth_call', call)).rejects.toMatchObject({ message: 'max code size exceeded' });
});

it('each chain of a devnet of several has its own fork', async () => {
  const devnet = await started({
    hardfork: 'cancun',
    chains: [
      { id: 'hub-1', hardfork: 'prague' },
      { id: 'zone-1', codeSizeLimit: 30_000 },
    ],
  });
  const forks = ['hub-1', 'zone-1'].map(async (id) => {
    const { provider } = devnet.chains.get(id);
    const info = (await provider.request({ method: 'anvil_nodeInfo' })) as { hardFork: string };
    return info.hardFork;
  });
  expect(await Promise.all(forks)).toEqual(['prague', 'osaka']);
  expect(await ask(devnet, 'anvil_nodeInfo')).toMatchObject({ hardFork: 'cancun' });
});
