/** Tests every command of Foundry's `cast` that calls a node, over the URL. */
import { type Hex, keccak256, parseTransaction, recoverTransactionAddress, toHex } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HELD, type Lab, openLab, SUPPLY } from '../clients/lab.js';
import { unlisted } from '../clients/members.js';
import { tool, toolsAreAbsent } from './peers/tools.js';

// biome-ignore lint/suspicious/noExplicitAny: what the tool prints
type Json = any;

/** Address of an account that nobody owns. */
const STRANGER = '0x00000000000000000000000000000000000000aa';
const COIN = 10n ** 18n;
const ZERO = `0x${'0'.repeat(40)}`;

let lab: Lab;

async function cast(command: string, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await tool('cast', [...command.split(' '), '--rpc-url', lab.url, ...args], '.');
  if (code !== 0) throw new Error(stderr);
  return stdout.trim();
}
const castJson = async (command: string, ...args: string[]): Promise<Json> =>
  JSON.parse(await cast(command, '--json', ...args));

const account = (index: number): string => lab.accounts[index] as string;
const key = (index: number): readonly string[] => ['--private-key', lab.keys[index] as string];
const send = (...args: string[]): Promise<Json> => castJson('send', ...key(1), ...args);
const pay = (value = '1'): Promise<Json> => send(account(2), '--value', value);
const block = () => lab.block.toString();

const COMMANDS: Readonly<Record<string, () => Promise<unknown>>> = {
  async 'access-list'() {
    const { accessList, gasUsed } = await castJson('access-list', lab.address, 'totalSupply()', '--from', account(1));
    expect(accessList).toEqual([{ address: lab.address.toLowerCase(), storageKeys: [toHex(0, { size: 32 })] }]);
    expect(Number(gasUsed)).toBeGreaterThan(21_000);
  },
  async admin() {
    expect(await cast('admin', lab.address)).toBe(ZERO);
  },
  async age() {
    const { timestamp } = (await lab.ask('eth_getBlockByNumber', toHex(lab.block), false)) as { timestamp: Hex };
    expect(new Date(`${(await cast('age', block())).replace(/ UTC.*| \+0000/, '')} UTC`).getTime() / 1000).toBe(
      Number(timestamp),
    );
  },
  async balance() {
    expect([await cast('balance', account(19)), await cast('balance', lab.address, '--block', block())]).toEqual([
      (10_000n * COIN).toString(),
      HELD.toString(),
    ]);
    expect(await cast('balance', lab.address, '--block', '0')).toBe('0');
  },
  async 'base-fee'() {
    const { baseFeePerGas } = (await lab.ask('eth_getBlockByNumber', toHex(lab.block), false)) as {
      baseFeePerGas: Hex;
    };
    expect(await cast('base-fee', block())).toBe(BigInt(baseFeePerGas).toString());
  },
  async block() {
    const shown = await castJson('block', block(), '--full');
    expect([shown.number, shown.transactions[0].hash]).toEqual([toHex(lab.block), lab.hash]);
    expect(await cast('block', 'latest', '--field', 'number')).toBe(await cast('block-number'));
  },
  async 'block-number'() {
    const before = Number(await cast('block-number'));
    await pay();
    expect(Number(await cast('block-number'))).toBe(before + 1);
  },
  async call() {
    expect(await cast('call', lab.address, 'totalSupply()(uint256)')).toContain(SUPPLY.toString());
    expect(await cast('call', lab.address, 'name()(string)')).toBe('"Laboratory"');
    expect(await cast('call', lab.address, 'totalSupply()', '--block', '0')).toBe('0x');
    await expect(cast('call', lab.address, 'fail(string)', 'because')).rejects.toThrow('execution reverted: because');
    // cast runs its own EVM, on state that it fetches.
    expect(await cast('call', lab.address, 'totalSupply()', '--trace')).toMatch(/Transaction successfully executed/);
  },
  /** cast identifies chains by the hashes of their first blocks. */
  async chain() {
    expect(await cast('chain')).toBe('unknown');
  },
  async 'chain-id'() {
    expect(await cast('chain-id')).toBe(String(lab.chainId));
  },
  async client() {
    expect(await cast('client')).toBe(await lab.ask('web3_clientVersion'));
  },
  async code() {
    expect([await cast('code', lab.address), await cast('code', lab.address, '--block', '0')]).toEqual([
      lab.deployedBytecode,
      '0x',
    ]);
  },
  async codehash() {
    expect(await cast('codehash', lab.address)).toBe(keccak256(lab.deployedBytecode));
  },
  async codesize() {
    expect(await cast('codesize', lab.address)).toBe(String(lab.deployedBytecode.length / 2 - 1));
  },
  async 'compute-address'() {
    expect(await cast('compute-address', account(0), '--nonce', '0')).toContain(lab.address);
    const nonce = await cast('nonce', account(0));
    expect(await cast('compute-address', account(0))).toBe(await cast('compute-address', account(0), '--nonce', nonce));
  },
  async 'erc20-token'() {
    expect(await cast('erc20-token total-supply', lab.address)).toContain(SUPPLY.toString());
    expect([await cast('erc20-token symbol', lab.address), await cast('erc20-token decimals', lab.address)]).toEqual([
      'LAB',
      '6',
    ]);
    await cast('erc20-token transfer', lab.address, account(5), '41', ...key(0));
    expect(await cast('erc20-token balance', lab.address, account(5))).toContain('41');
    await cast('erc20-token approve', lab.address, account(6), '43', ...key(0));
    expect(await cast('erc20-token allowance', lab.address, account(0), account(6))).toContain('43');
  },
  async estimate() {
    expect(await cast('estimate', account(2), '--value', '1', '--from', account(1))).toBe('21000');
    await expect(cast('estimate', lab.address, 'fail(string)', 'because')).rejects.toThrow('because');
  },
  async 'find-block'() {
    const { timestamp } = (await lab.ask('eth_getBlockByNumber', toHex(lab.block), false)) as { timestamp: Hex };
    expect(await cast('find-block', BigInt(timestamp).toString())).toBe(block());
  },
  async 'gas-price'() {
    expect(await cast('gas-price')).toBe(BigInt((await lab.ask('eth_gasPrice')) as Hex).toString());
  },
  async implementation() {
    expect(await cast('implementation', lab.address)).toBe(ZERO);
  },
  async logs() {
    const logs = await castJson(
      'logs',
      '--from-block',
      '0',
      '--to-block',
      block(),
      '--address',
      lab.address,
      'Transfer(address indexed,address indexed,uint256)',
    );
    expect(logs).toMatchObject([{ transactionHash: lab.hash, data: toHex(SUPPLY, { size: 32 }), logIndex: '0x0' }]);
  },
  async mktx() {
    const raw = (await cast('mktx', account(2), '--value', '3', ...key(1))) as `0x02${string}`;
    const nonce = Number(await cast('nonce', account(1)));
    expect(parseTransaction(raw)).toMatchObject({
      value: 3n,
      nonce,
      chainId: lab.chainId,
      gas: 21_000n,
      type: 'eip1559',
    });
    expect((await recoverTransactionAddress({ serializedTransaction: raw })).toLowerCase()).toBe(
      account(1).toLowerCase(),
    );
  },
  async nonce() {
    const before = Number(await cast('nonce', account(1)));
    await pay();
    expect([Number(await cast('nonce', account(1))), await cast('nonce', lab.address)]).toEqual([before + 1, '1']);
  },
  async proof() {
    const proof = JSON.parse(await cast('proof', lab.address, '0', '--block', block()));
    const { stateRoot } = (await lab.ask('eth_getBlockByNumber', toHex(lab.block), false)) as { stateRoot: Hex };
    expect(keccak256(proof.accountProof[0])).toBe(stateRoot);
    expect(BigInt(proof.storageProof[0].value)).toBe(SUPPLY);
  },
  async publish() {
    const raw = await cast('mktx', account(2), '--value', '4', ...key(1));
    expect(await castJson('publish', raw)).toMatchObject({ transactionHash: keccak256(raw as Hex), status: '0x1' });
  },
  async receipt() {
    const { transactionHash } = await pay();
    expect(await cast('receipt', transactionHash, 'status')).toMatch(/^(true|1)/);
    expect(await castJson('receipt', lab.hash)).toMatchObject({
      contractAddress: lab.address.toLowerCase(),
      blockNumber: toHex(lab.block),
    });
  },
  async rpc() {
    expect(await cast('rpc', 'eth_chainId')).toBe('"0x7a69"');
    expect(await cast('rpc', 'anvil_mine', '0x5')).toBe('null');
    await expect(cast('rpc', 'eth_noSuchMethod')).rejects.toThrow('-32601');
  },
  async run() {
    const { transactionHash } = await send(lab.address, 'approve(address,uint256)', account(2), '9');
    const shown = await cast('run', transactionHash);
    expect(shown).toMatch(/Transaction successfully executed/);
    const { gasUsed } = (await lab.ask('eth_getTransactionReceipt', transactionHash)) as { gasUsed: Hex };
    expect(shown).toContain(`Gas used: ${Number(gasUsed)}`);
  },
  async send() {
    expect(await send(STRANGER, '--value', '5')).toMatchObject({ status: '0x1', to: STRANGER, gasUsed: '0x5208' });
    expect(await cast('balance', STRANGER)).toBe('5');
    expect(await send(account(2), '--legacy')).toMatchObject({ status: '0x1', type: '0x0' });
    expect(await castJson('send', account(2), '--unlocked', '--from', account(3))).toMatchObject({
      status: '0x1',
      from: account(3).toLowerCase(),
    });
    const made = await send('--create', lab.bytecode, 'constructor(uint256)', '77');
    expect(await cast('call', made.contractAddress, 'totalSupply()(uint256)')).toBe('77');
    const authorization = await cast('wallet sign-auth', lab.address, ...key(9));
    expect(await send(account(9), '--auth', authorization)).toMatchObject({ status: '0x1', type: '0x4' });
    expect(await cast('code', account(9))).toBe(`0xef0100${lab.address.slice(2).toLowerCase()}`);
    await expect(send(lab.address, 'fail(string)', 'because')).rejects.toThrow('because');
  },
  async storage() {
    expect(await cast('storage', lab.address, '0')).toBe(toHex(SUPPLY, { size: 32 }));
    expect(await cast('storage', lab.address, '0', '--block', '0')).toBe(toHex(0, { size: 32 }));
  },
  async 'storage-root'() {
    const { storageHash } = (await lab.ask('eth_getProof', lab.address, [], 'latest')) as { storageHash: Hex };
    expect(await cast('storage-root', lab.address)).toBe(storageHash);
  },
  async tx() {
    const { transactionHash } = await pay('6');
    expect(await cast('tx', transactionHash, 'value')).toBe('6');
    expect(await castJson('tx', transactionHash)).toMatchObject({
      hash: transactionHash,
      from: account(1).toLowerCase(),
      type: '0x2',
    });
  },
  async 'tx-pool'() {
    await lab.ask('evm_setAutomine', false);
    try {
      const from = account(4).toLowerCase();
      const nonce = await cast('nonce', account(4));
      const hash = await cast('send', '--async', ...key(4), account(2), '--value', '8');
      expect(JSON.parse(await cast('tx-pool status'))).toEqual({ pending: '0x1', queued: '0x0' });
      const { pending } = JSON.parse(await cast('tx-pool content'));
      expect(lowerCased(pending)[from][nonce].hash).toBe(hash);
      expect(JSON.parse(await cast('tx-pool content-from', '--from', account(4))).pending[nonce].hash).toBe(hash);
      expect(lowerCased(JSON.parse(await cast('tx-pool inspect')).pending)[from][nonce]).toContain('8 wei');
    } finally {
      await lab.ask('evm_setAutomine', true);
    }
  },
};

const EXCLUDED: Readonly<Record<string, string>> = {
  artifact: 'needs a block explorer',
  'constructor-args': 'needs a block explorer',
  'creation-code': 'needs a block explorer',
  'batch-mktx': 'belongs to other networks',
  'batch-send': 'belongs to other networks',
  'da-estimate': 'belongs to other networks',
  'lookup-address': 'ENS',
  'resolve-name': 'ENS',
  trace: 'trace_transaction is refused by design; run replays a transaction',
};
/** Groups of commands. Their members call the node, although the help of the group does not mention it. */
const GROUPS = ['erc20-token', 'tx-pool'];

const lowerCased = (map: Json): Json =>
  Object.fromEntries(Object.entries(map).map(([name, value]) => [name.toLowerCase(), value]));

describe.skipIf(toolsAreAbsent)('cast', () => {
  beforeAll(async () => {
    lab = await openLab();
  });
  afterAll(() => lab?.devnet.close());

  it('has only commands that are tested, excluded with a reason, or call no node', async () => {
    const { stdout } = await tool('cast', ['--help'], '.');
    const commands = [...stdout.matchAll(/^ {2}([a-z][a-z0-9-]*) /gm)].map(([, name]) => name as string);
    const asks = async (name: string): Promise<boolean> =>
      GROUPS.includes(name) || (await tool('cast', [name, '--help'], '.')).stdout.includes('--rpc-url');
    const asking = [];
    for (const name of commands) if (await asks(name)) asking.push(name);
    expect(asking.length).toBeGreaterThan(30);
    expect(unlisted(asking, COMMANDS, EXCLUDED)).toEqual([]);
  });

  it.each(Object.keys(COMMANDS))('%s', async (name) => void (await COMMANDS[name]?.()));
});
