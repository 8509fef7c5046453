/**
 * Runs go-ethereum's `evm statetest` as a machine: many cases in one process, each with its own pre-state, traced step
 * by step. The expected state is given by its root and the logs by their hash, so that geth reports whether they agree.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import type { EthereumLog } from '../../src/codec/ethereum/receipt.js';
import { encodeRlp } from '../../src/codec/ethereum/rlp.js';
import type { Bytes } from '../../src/kernel/bytes.js';
import { keccak256 } from '../../src/kernel/hash.js';
import { to0x } from '../../src/kernel/hex.js';
import { BLOCK, caseToJson, type FuzzCase, GAS_PRICE, SENDER, SENDERS_BALANCE, SENDERS_NONCE } from './case.js';

/** Result of the machine, which geth checks. */
export interface Expected {
  readonly root: Bytes;
  readonly logs: readonly EthereumLog[];
}

export interface Asked {
  readonly drawn: FuzzCase;
  readonly expected: Expected;
}

/** Line of the JSON logger. */
export interface GethLine {
  readonly pc?: number;
  readonly op: number;
  readonly gas: string;
  readonly gasCost: string;
  readonly memSize: number;
  readonly stack: readonly string[] | null;
  readonly returnData?: string;
  readonly depth: number;
  readonly refund: number;
  readonly error?: string;
  /** Present at the end of a frame. */
  readonly output?: string;
  readonly gasUsed?: string;
  readonly stateRoot?: string;
}

export interface GethAnswer {
  /** `undefined` where the state and the logs are as expected. */
  readonly complaint: string | undefined;
  readonly lines: readonly GethLine[];
  /** Accounts by their addresses, where they were requested. */
  readonly state: Readonly<Record<string, unknown>> | undefined;
}

interface JsonResult {
  readonly name: string;
  readonly pass: boolean;
  readonly error?: string;
  readonly state?: { readonly accounts: Readonly<Record<string, unknown>> };
}

const hex = (value: bigint | number): string => `0x${value.toString(16)}`;

function stateTest({ drawn, expected }: Asked): unknown {
  const { pre, message, block } = caseToJson(drawn);
  const { to = '', value, input, gasLimit, accessList, authorizationList } = message;
  const fork = `${drawn.fork[0]?.toUpperCase()}${drawn.fork.slice(1)}`;
  return {
    env: {
      currentCoinbase: block.coinbase,
      currentDifficulty: '0x0',
      currentRandom: block.prevRandao,
      currentGasLimit: block.gasLimit,
      currentNumber: block.number,
      currentTimestamp: block.timestamp,
      currentBaseFee: block.baseFeePerGas,
      currentExcessBlobGas: '0x0',
    },
    pre: {
      [to0x(SENDER)]: { nonce: hex(SENDERS_NONCE), balance: hex(SENDERS_BALANCE), code: '0x', storage: {} },
      ...pre,
    },
    transaction: {
      ...(accessList || authorizationList ? { accessLists: [accessList ?? []] } : {}),
      ...(authorizationList && {
        authorizationList: authorizationList.map(({ yParity, ...signed }) => ({ ...signed, v: hex(BigInt(yParity)) })),
      }),
      gasPrice: hex(GAS_PRICE),
      nonce: hex(SENDERS_NONCE),
      to,
      data: [input],
      gasLimit: [gasLimit],
      value: [value],
      sender: to0x(SENDER),
    },
    post: {
      [fork]: [
        {
          hash: to0x(expected.root),
          logs: to0x(logsHash(expected.logs)),
          indexes: { data: 0, gas: 0, value: 0 },
        },
      ],
    },
  };
}

export const logsHash = (logs: readonly EthereumLog[]): Bytes =>
  keccak256(encodeRlp(logs.map(({ address, topics, data }) => [address, [...topics], data])));

const FLAGS = ['statetest', '--trace', '--trace.nomemory=true', '--trace.noreturndata=false'];

/** Returns the results in the order of the cases. `dump` requests the state as well. */
export async function askGeth(asked: readonly Asked[], dump = false): Promise<GethAnswer[]> {
  if (asked.some(({ drawn }) => drawn.block !== BLOCK && drawn.block.evmChainId !== BLOCK.evmChainId))
    throw new Error('evm statetest supports only the chain id 1');
  const folder = mkdtempSync(join(tmpdir(), 'halley-statetest-'));
  const file = join(folder, 'tests.json');
  writeFileSync(file, JSON.stringify(Object.fromEntries(asked.map((one, i) => [String(i), stateTest(one)]))));
  const lines: GethLine[][] = [[]];
  const take = (line: string): void => {
    const parsed = JSON.parse(line) as GethLine;
    if (parsed.stateRoot === undefined) lines.at(-1)?.push(parsed);
    else lines.push([]);
  };
  try {
    const text = await output([...FLAGS, ...(dump ? ['--dump'] : []), file], take);
    const answers: GethAnswer[] = [];
    // The results are in geth's own order, which is also that of the traces.
    (JSON.parse(text) as readonly JsonResult[]).forEach(({ name, pass, error, state }, i) => {
      answers[Number(name)] = { complaint: pass ? undefined : error, lines: lines[i] ?? [], state: state?.accounts };
    });
    return answers;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Runs the tool; `take` receives each line of its error output. */
function output(flags: readonly string[], take: (line: string) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn('evm', flags, { stdio: ['ignore', 'pipe', 'pipe'] });
    let [text, rest, words] = ['', '', ''];
    const decoder = new StringDecoder();
    child.stdout.on('data', (chunk) => {
      text += chunk;
    });
    child.stderr.on('data', (chunk: Buffer) => {
      const parts = (rest + decoder.write(chunk)).split('\n');
      rest = parts.pop() ?? '';
      try {
        for (const part of parts)
          if (part.startsWith('{')) take(part);
          else words += part;
      } catch (error) {
        child.kill();
        reject(error);
      }
    });
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(text);
      else reject(new Error(`evm statetest ended with ${code}: ${(words + rest).slice(0, 1_000)}`));
    });
  });
}
