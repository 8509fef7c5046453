/**
 * Writes the contracts that a new development chain has (`src/app/state/preinstalls`), by running their published
 * creation code on development chains:
 *
 *   npx tsx scripts/generate_preinstalls.ts [--check]
 *
 * `preinstalls/creation_code.json` has the code and where it is published. Addresses prove it: those of CREATE2 follow
 * from code and salt, those of signed transactions from the recovered signer. Code without a chain id also has the hash
 * that is known from Ethereum's main network. The recipe for code with a chain id is tried on further ids.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { type Hex, hexToBytes, keccak256, parseTransaction, recoverTransactionAddress } from 'viem';
import { toBase64 } from '../src/codec/base64.js';
import { developmentGenesis } from '../src/config/development_genesis.js';
import { createDevnet } from '../src/devnet/index.js';

interface Source {
  readonly name: string;
  readonly source: string;
  readonly licence: string;
  /** Salt for the CREATE2 deployer. */
  readonly salt?: Hex;
  readonly creationCode?: string;
  /** Signed transaction that creates the contract. */
  readonly transaction?: string;
}

interface Created {
  readonly address: string;
  readonly nonce: bigint;
  readonly code: Hex;
  readonly storage: readonly (readonly [slot: string, value: string])[];
}

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDER = path.join(ROOT, 'src/app/state/preinstalls');
const SOURCES = path.join(ROOT, 'scripts/preinstalls/creation_code.json');
const DEPLOYER = '0x4e59b44847b379578588920ca78fbf26c0b4956c';
const DEFAULT_ID = 31_337n;
/** Chain ids on which the recipe of the places is tried. */
const OTHER_IDS = [1n, 9_001n, 2n ** 53n - 1n];

/** Addresses at which the contracts are known, and code hashes of those whose code is the same on every chain. */
const EXPECTED: Readonly<Record<string, readonly [address: string, codeHash?: string]>> = {
  multicall3: [
    '0xca11bde05977b3631167028862be2a173976ca11',
    '0xd5c15df687b16f2ff992fc8d767b4216323184a2bbc6ee2f9c398c318e770891',
  ],
  permit2: ['0x000000000022d473030f116ddee9f6b43ac78ba3'],
  safeSingletonFactory: ['0x914d7fec6aac8cd542e72bca78b30650d45643d7'],
  createX: [
    '0xba5ed099633d3b313e4d5f7bdc1305d3c28ba5ed',
    '0xbd8a7ea8cfca7b4e5f5041d7d4b17bc317c5ce42cfbc42066a00cf26b43eb53f',
  ],
  entryPoint06: [
    '0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789',
    '0xc93c806e738300b5357ecdc2e971d6438d34d8e4e17b99b758b1f9cac91c8e70',
  ],
  entryPoint07: [
    '0x0000000071727de22e5e9d8baf0edac6f37da032',
    '0x8db5ff695839d655407cc8490bb7a5d82337a86a6b39c3f0258aa6c3b582fc58',
  ],
  entryPoint08: ['0x4337084d9e255ff0702461cf8895ce9e3b5ff108'],
};

const sources: readonly Source[] = JSON.parse(readFileSync(SOURCES, 'utf8'));
const hexOf = (base64: string): Hex => `0x${Buffer.from(base64, 'base64').toString('hex')}`;

function must(condition: boolean, problem: string): asserts condition {
  if (!condition) throw new Error(problem);
}

/** Creates all contracts on a new chain. Returns, for each, the accounts that exist afterwards and not before. */
async function createAll(chainId: bigint): Promise<ReadonlyMap<string, readonly Created[]>> {
  const chain = developmentGenesis({
    chainId: `made_${chainId}-1`,
    seed: 'preinstalls',
    preinstalls: false,
    baseFee: 1n,
  });
  const devnet = await createDevnet({ genesis: chain, seed: 'preinstalls', autoImpersonate: true });
  try {
    const request = (method: string, ...params: unknown[]) => devnet.provider.request({ method, params });
    const [sender] = (await request('eth_accounts')) as readonly Hex[];
    const accounts = async () => {
      const dump = gunzipSync(hexToBytes((await request('anvil_dumpState')) as Hex));
      return JSON.parse(dump.toString()).accounts as Record<string, { nonce: number; code: Hex; storage: object }>;
    };
    const created = new Map<string, readonly Created[]>();
    for (const { name, salt, creationCode, transaction } of sources) {
      const before = await accounts();
      let hash: unknown;
      if (
        transaction !== undefined &&
        (chainId === DEFAULT_ID || parseTransaction(hexOf(transaction)).chainId === undefined)
      ) {
        const raw = hexOf(transaction) as `0x02${string}`;
        const from = await recoverTransactionAddress({ serializedTransaction: raw });
        await request('hardhat_setBalance', from, '0xde0b6b3a7640000');
        hash = await request('eth_sendRawTransaction', raw);
      } else if (transaction !== undefined) continue;
      else {
        const data = `${salt}${hexOf(creationCode ?? '').slice(2)}`;
        hash = await request('eth_sendTransaction', { from: sender, to: DEPLOYER, data, gas: '0x989680' });
      }
      const receipt = (await request('eth_getTransactionReceipt', hash)) as { status: Hex };
      must(receipt.status === '0x1', `${name} was not created`);
      const found = Object.entries(await accounts()).filter(
        ([address, { code }]) => before[address] === undefined && code !== '0x',
      );
      created.set(
        name,
        found
          .map(([address, { nonce, code, storage }]) => ({
            address: address.toLowerCase(),
            nonce: BigInt(nonce),
            code,
            storage: Object.entries(storage) as [string, string][],
          }))
          .sort((a, b) => Number(b.code.length - a.code.length)),
      );
    }
    return created;
  } finally {
    await devnet.close();
  }
}

const word = (value: bigint): string => value.toString(16).padStart(64, '0');

/** Returns the byte positions of a word of hex in code. */
function placesOf(needle: string, code: Hex): number[] {
  const places: number[] = [];
  for (let at = code.indexOf(needle); at >= 0; at = code.indexOf(needle, at + 1)) places.push(at / 2 - 1);
  return places;
}

const hashOfText = (text: string): string => keccak256(Buffer.from(text)).slice(2);

/** EIP-712 domains of contracts that hold the chain id: what is hashed before the chain id and the address. */
const DOMAINS: Readonly<Record<string, string>> = {
  permit2: hashOfText('EIP712Domain(string name,uint256 chainId,address verifyingContract)') + hashOfText('Permit2'),
  entryPoint08:
    hashOfText('EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)') +
    hashOfText('ERC4337') +
    hashOfText('1'),
};

const separatorOf = (domain: string, chainId: bigint, address: string): string =>
  keccak256(`0x${domain}${word(chainId)}${address.slice(2).padStart(64, '0')}`).slice(2);

interface Places {
  readonly domain: string;
  readonly chainId: readonly number[];
  readonly separator: readonly number[];
}

function patched(code: Hex, { domain, chainId, separator }: Places, id: bigint, address: string): Hex {
  const bytes = hexToBytes(code);
  for (const at of chainId) bytes.set(hexToBytes(`0x${word(id)}`), at);
  for (const at of separator) bytes.set(hexToBytes(`0x${separatorOf(domain, id, address)}`), at);
  return `0x${Buffer.from(bytes).toString('hex')}`;
}

/** Returns the texts of both files, after all checks. */
export async function preinstallFiles(): Promise<Readonly<Record<string, string>>> {
  const all = await createAll(DEFAULT_ID);
  const others = await Promise.all(OTHER_IDS.map(async (id) => [id, await createAll(id)] as const));
  const contracts: string[] = [];
  const codes: Uint8Array[] = [];
  let start = 0;
  for (const { name, source, licence } of sources) {
    const created = all.get(name) ?? [];
    const [address, codeHash] = EXPECTED[name] ?? [];
    must(created[0]?.address === address, `${name} is at ${created[0]?.address}, expected ${address}`);
    must(codeHash === undefined || keccak256(created[0]?.code ?? '0x') === codeHash, `${name} has another code hash`);
    const accounts = created.map((account, i) => {
      const places = i === 0 ? findPlaces(name, account) : undefined;
      for (const [id, made] of others) {
        const there = made.get(name)?.[i];
        const here = places === undefined ? account.code : patched(account.code, places, id, account.address);
        must(
          there === undefined || (there.code === here && there.address === account.address),
          `${name} differs on chain ${id}`,
        );
      }
      const bytes = hexToBytes(account.code);
      codes.push(bytes);
      start += bytes.length;
      return accountText(account, start - bytes.length, places);
    });
    contracts.push(`  // ${source}; ${licence}\n  ${name}: [\n${accounts.join('')}  ],\n`);
  }
  return {
    'contracts.generated.ts': `${HEADER}import type { PreinstalledAccount } from './preinstalled_account.js';

/** Accounts of each contract by its name in genesis documents: the contract, and the one that its constructor creates. */
export const PREINSTALLS = {
${contracts.join('')}} as const satisfies Readonly<Record<string, readonly PreinstalledAccount[]>>;
`,
    'code.generated.ts': `${HEADER}
/** Returns the codes one after another in base64. The text is in a function, so that a start compiles none of it. */
export const preinstalledCodes = (): string =>
  '${toBase64(Buffer.concat(codes))}';
`,
  };
}

const HEADER = '/** Written by scripts/generate_preinstalls.ts, which runs published creation code. */\n';

function findPlaces(name: string, { code, address }: Created): Places | undefined {
  const domain = DOMAINS[name];
  if (domain === undefined) return undefined;
  return {
    domain,
    chainId: placesOf(word(DEFAULT_ID), code),
    separator: placesOf(separatorOf(domain, DEFAULT_ID, address), code),
  };
}

function accountText({ address, nonce, code, storage }: Created, start: number, places: Places | undefined): string {
  const lines = [
    `address: '${address.slice(2)}'`,
    `nonce: ${nonce}n`,
    `codeHash: '${keccak256(code).slice(2)}'`,
    `start: ${start}`,
    `length: ${code.length / 2 - 1}`,
    `storage: [${storage.map(([slot, value]) => `[${BigInt(slot)}n, ${BigInt(value)}n]`).join(', ')}]`,
  ];
  if (places !== undefined)
    lines.push(
      `ofChain: {\n        domain:\n          '${places.domain}',\n        chainId: [${places.chainId.join(', ')}],\n        separator: [${places.separator.join(', ')}],\n      }`,
    );
  return `    {\n${lines.map((line) => `      ${line},\n`).join('')}    },\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = await preinstallFiles();
  const stale = Object.entries(files).filter(([file, text]) => {
    const name = path.join(FOLDER, file);
    if (process.argv.includes('--check')) return readFileSync(name, 'utf8') !== text;
    writeFileSync(name, text);
    return false;
  });
  if (stale.length > 0) {
    console.error(`differs from its creation code: ${stale.map(([file]) => file).join(', ')}; run without --check`);
    process.exitCode = 1;
  }
}
