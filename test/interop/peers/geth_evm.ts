/**
 * Runs go-ethereum's state transition tool as a chain: `evm t8n` makes a block of each transaction on the previous
 * state, and traces it. If the binary is missing, the tests that need it are skipped with a message; with CI=true they
 * fail instead.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromRlp, type Hex, toRlp } from 'viem';
import type { Json } from '../anvil/node.js';

const installed = spawnSync('evm', ['--version']).stdout?.toString().startsWith('evm version 1.16') === true;

/** Whether the tests that need geth are skipped; a message is printed. */
export const gethIsAbsent = !installed && process.env['CI'] !== 'true';
if (gethIsAbsent) console.warn('the evm tool of go-ethereum is not installed: its tests are skipped');

/** Values of the block that code can read. */
export interface GethBlock {
  readonly coinbase: string;
  readonly random: string;
  readonly gasLimit: string;
  readonly number: string;
  readonly timestamp: string;
  readonly baseFee: string;
  /** Hashes of earlier blocks by number in decimal digits. */
  readonly hashes: Readonly<Record<string, string>>;
}

export interface GethRun {
  /** `undefined` if the transaction is invalid. */
  readonly receipt: Json | undefined;
  readonly rejected: string | undefined;
  /** Lines of the standard JSON logger: operations, and where frames begin and end. */
  readonly lines: readonly Json[];
}

export type Alloc = Readonly<
  Record<
    string,
    {
      readonly balance: string;
      readonly nonce?: string;
      readonly code?: string;
      readonly storage?: Readonly<Record<string, string>>;
    }
  >
>;

export class GethChain {
  readonly #folder = mkdtempSync(join(tmpdir(), 'halley-geth-'));
  #alloc: Alloc;

  constructor(
    alloc: Alloc,
    readonly chainId: number,
    readonly fork: string,
  ) {
    this.#alloc = alloc;
  }

  get alloc(): Alloc {
    return this.#alloc;
  }

  /** Runs the transaction and stores the new state. */
  run(raw: Hex, block: GethBlock): GethRun {
    const flags = ['--trace', '--trace.memory', '--trace.returndata', '--trace.callframes'];
    const { result, alloc, traces } = this.#transition(raw, block, flags);
    this.#alloc = alloc;
    const lines = (traces[0] ?? '').split('\n').filter((line) => line !== '');
    return {
      receipt: result.receipts?.[0],
      rejected: result.rejected?.[0]?.error,
      lines: lines.map((line) => JSON.parse(line)),
    };
  }

  close(): void {
    rmSync(this.#folder, { recursive: true });
  }

  #transition(raw: Hex, block: GethBlock, flags: readonly string[]): { result: Json; alloc: Alloc; traces: string[] } {
    const input = {
      alloc: this.#alloc,
      // A legacy transaction is a list in the list, and a typed one is a string.
      txsRlp: toRlp([Number(raw.slice(0, 4)) < 0xc0 ? raw : fromRlp(raw, 'hex')]),
      env: {
        currentCoinbase: block.coinbase,
        currentDifficulty: '0x0',
        currentRandom: block.random,
        currentGasLimit: block.gasLimit,
        currentNumber: block.number,
        currentTimestamp: block.timestamp,
        currentBaseFee: block.baseFee,
        currentExcessBlobGas: '0x0',
        parentBeaconBlockRoot: `0x${'0'.repeat(64)}`,
        blockHashes: block.hashes,
        withdrawals: [],
      },
    };
    const out = mkdtempSync(join(this.#folder, 'run-'));
    const { status, stderr, stdout } = spawnSync(
      'evm',
      [
        ...['t8n', '--input.alloc', 'stdin', '--input.env', 'stdin', '--input.txs', 'stdin'],
        ...['--state.fork', this.fork, '--state.chainid', String(this.chainId), '--state.reward', '0'],
        ...['--output.basedir', out, '--output.result', 'stdout', '--output.alloc', 'stdout', ...flags],
      ],
      { input: JSON.stringify(input), maxBuffer: 2 ** 28 },
    );
    if (status !== 0) throw new Error(`evm t8n ended with ${status}: ${stderr}`);
    const traces = readdirSync(out)
      .filter((name) => name.startsWith('trace-'))
      .map((name) => readFileSync(join(out, name), 'utf8'));
    rmSync(out, { recursive: true });
    return { ...(JSON.parse(stdout.toString()) as { result: Json; alloc: Alloc }), traces };
  }
}
