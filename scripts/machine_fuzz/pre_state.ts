/** Draws a complete case from a seed: contracts that call each other, various accounts, and a message. */
import { type AccessListEntry, createAddress } from '../../src/codec/ethereum/tx.js';
import { type Hardfork, isFrom } from '../../src/evm/hardfork.js';
import { type Bytes, bigintToBytes, concatBytes, EMPTY_BYTES, equalBytes } from '../../src/kernel/bytes.js';
import { fromHex } from '../../src/kernel/hex.js';
import type { PrecompileInput } from '../../test/support/precompile_inputs.js';
import { drawAuthorizations, signers } from './authorizations.js';
import {
  BLOCK,
  type FuzzAccount,
  type FuzzCase,
  owedGas,
  SENDER,
  SENDERS_BALANCE,
  SENDERS_NONCE,
  word,
} from './case.js';
import { Draw } from './draw.js';
import { drawProgram, drawRecursion, statement } from './program.js';
import { deeper, type ProgramContext, SLOTS } from './program_context.js';
import { initcode } from './statements/creations.js';

const at = (number: number): Bytes => bigintToBytes(BigInt(number), 20);
const CONTRACTS: readonly Bytes[] = [
  fromHex('c0de000000000000000000000000000000000001'),
  fromHex('c0de000000000000000000000000000000000002'),
  fromHex('00000000000000000000000000000000c0de0003'),
  fromHex('ffffffffffffffffffffffffffffffffffffffff'),
  fromHex('c0de000000000000000000000000000000000005'),
];
const DELEGATED: readonly Bytes[] = [1, 2, 3, 4].map((i) => fromHex(`de1e9a7ed${i}`.padEnd(40, '0')));
const RICH = fromHex('00000000000000000000000000000000000000aa');
const NOBODY = fromHex('00000000000000000000000000000000000000bb');
const LAST_PRECOMPILE = 0x11;
const DELEGATION = fromHex('ef0100');
/** Limit of a contract's code, in bytes (EIP-170). */
const MAX_CODE_BYTES = 24_576;
const NONCE_LIMIT = 2n ** 64n - 1n;

const delegation = (to: Bytes): Bytes => concatBytes(DELEGATION, to);

/** Draws delegations to a contract, to itself, to another delegation, to a precompile, and to an empty account. */
function delegatedAccounts(draw: Draw, contracts: readonly Bytes[]): FuzzAccount[] {
  const [first, second, third, fourth] = DELEGATED as [Bytes, Bytes, Bytes, Bytes];
  const delegates = [draw.one(contracts), second, draw.one([first, second]), draw.one([at(1), at(2), at(4), NOBODY])];
  return [first, second, third, fourth].flatMap((address, i) =>
    draw.happens(50) ? [anAccount(draw, address, delegation(delegates[i] as Bytes))] : [],
  );
}

function anAccount(draw: Draw, address: Bytes, code: Bytes): FuzzAccount {
  const storage = new Map<bigint, bigint>();
  if (code.length > 0) for (let i = draw.below(4); i > 0; i--) storage.set(draw.one(SLOTS), BigInt(draw.between(1, 3)));
  return {
    address,
    code,
    // With the highest nonce an account cannot create contracts.
    nonce: draw.happens(1) ? draw.one([NONCE_LIMIT, NONCE_LIMIT - 1n]) : BigInt(draw.between(1, 3)),
    balance: draw.one([0n, 1n, 2n, 1_000n, 10n ** 18n]),
    storage: [...storage],
  };
}

/**
 * Places an account where the first contract would create its next one. That is a collision, unless the account only
 * has a balance.
 */
function inTheWay(draw: Draw, [first]: readonly FuzzAccount[]): FuzzAccount[] {
  if (first === undefined || !draw.happens(6)) return [];
  const nonce = draw.one([0n, 0n, 1n]);
  const code = draw.one([EMPTY_BYTES, EMPTY_BYTES, Uint8Array.of(0)]);
  return [{ address: createAddress(first.address, first.nonce), nonce, code, balance: 5n, storage: [] }];
}

/** Gives the sender a delegation: by EIP-7702 an account that signs may run code too. */
const delegatedSender = (to: Bytes): FuzzAccount => ({
  ...{ address: SENDER, nonce: SENDERS_NONCE, balance: SENDERS_BALANCE, code: delegation(to) },
  storage: [],
});

/** Draws the gas for the code, besides what the transaction costs before it runs. */
function drawGas(draw: Draw): bigint {
  return draw.weighted<() => bigint>([
    [25, () => BigInt(draw.between(1_000, 50_000))],
    [55, () => BigInt(draw.between(50_000, 200_000))],
    [10, () => BigInt(draw.between(200_000, 400_000))],
    [1, () => 1_500_000n],
    [4, () => BigInt(draw.below(1_000))],
  ])();
}

function drawAccessList(draw: Draw, addresses: readonly Bytes[]): AccessListEntry[] {
  return Array.from({ length: draw.below(5) }, () => ({
    address: draw.one(addresses),
    storageKeys: Array.from({ length: draw.below(3) }, () => word(draw.one(SLOTS))),
  }));
}

/** Draws a case. The same seed and number make the same case. */
export function drawCase(seed: string, number: number, inputs: readonly PrecompileInput[]): FuzzCase {
  const draw = new Draw(seed, `machine-fuzz ${number}`);
  const isDeep = draw.happens(0.2);
  const fork = drawFork(draw, isDeep);
  const contracts = CONTRACTS.slice(
    0,
    draw.weighted([
      [2, 1],
      [3, 2],
      [3, 3],
      [1, 4],
      [1, 5],
    ] as const),
  );
  const authorities = signers();
  const plain = [
    SENDER,
    BLOCK.coinbase,
    RICH,
    NOBODY,
    at(0),
    at(draw.between(1, LAST_PRECOMPILE)),
    at(0x100),
    at(0x12),
  ];
  // Contracts are called most often.
  const addresses = [...contracts, ...contracts, ...contracts, ...contracts, ...plain, ...DELEGATED, ...authorities];
  const program: ProgramContext = { draw, fork, addresses, inputs, nesting: 3 };
  const accounts = contracts.map((address, i) => {
    const code = isDeep && i === 0 ? drawRecursion(program) : drawProgram(program);
    return anAccount(draw, address, code.subarray(0, MAX_CODE_BYTES));
  });
  accounts.push(...delegatedAccounts(draw, contracts));
  if (draw.happens(80)) accounts.push(anAccount(draw, RICH, EMPTY_BYTES));
  for (const authority of authorities) {
    if (draw.happens(20)) accounts.push(anAccount(draw, authority, delegation(draw.one(contracts))));
    else if (draw.happens(10)) accounts.push(anAccount(draw, authority, Uint8Array.of(0)));
    else if (draw.happens(30)) accounts.push(anAccount(draw, authority, EMPTY_BYTES));
  }
  accounts.push(...inTheWay(draw, accounts));
  if (isFrom(fork, 'prague') && draw.happens(4)) accounts.push(delegatedSender(draw.one(contracts)));
  return withMessage(program, accounts, isDeep);
}

function drawFork(draw: Draw, isDeep: boolean): Hardfork {
  // A deep case needs more gas than a transaction may have from Osaka on.
  const old = draw.weighted([
    [1, 'shanghai'],
    [1, 'cancun'],
    [2, 'prague'],
  ] as const);
  return isDeep || draw.happens(25) ? old : 'osaka';
}

function withMessage(program: ProgramContext, accounts: readonly FuzzAccount[], isDeep: boolean): FuzzCase {
  const { draw, fork, addresses } = program;
  const creates = !isDeep && draw.happens(8);
  const to = creates ? undefined : isDeep || draw.happens(90) ? CONTRACTS[0] : draw.one(addresses);
  const input = creates
    ? initcode(deeper(program), (code, inner, statements) => {
        for (let i = 0; i < statements; i++) statement(code, inner);
      })
    : draw.bytes(draw.one([0, 4, 31, 32, 36, 68, 100]));
  const nonceOf = (signer: Bytes): bigint =>
    accounts.find(({ address }) => equalBytes(address, signer))?.nonce ??
    (equalBytes(signer, SENDER) ? SENDERS_NONCE : 0n);
  const authorizationList =
    to !== undefined && isFrom(fork, 'prague') && draw.happens(10)
      ? drawAuthorizations(draw, addresses, nonceOf)
      : undefined;
  const message = {
    to,
    input,
    value: draw.one([0n, 0n, 1n, 5n, 10n ** 18n]),
    accessList: authorizationList !== undefined || draw.happens(30) ? drawAccessList(draw, addresses) : undefined,
    authorizationList,
    gasLimit: 0n,
  };
  // This is enough for the deepest frame, but not for memory that no host has.
  const gas = isDeep ? 2n ** BigInt(draw.between(36, 41)) : drawGas(draw);
  const drawn = { fork, accounts, message, block: BLOCK };
  return withGas(drawn, gas);
}

/** Gives the code this much gas. */
export function withGas(drawn: FuzzCase, gas: bigint): FuzzCase {
  const { intrinsic, floor } = owedGas(drawn);
  const gasLimit = intrinsic + gas > floor ? intrinsic + gas : floor;
  return { ...drawn, message: { ...drawn.message, gasLimit } };
}
