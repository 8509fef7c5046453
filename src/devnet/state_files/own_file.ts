/** Checks whether a state file was written or loaded by the chain, so that the chain may replace it. */
import { readFile } from 'node:fs/promises';
import type { EvmChain } from '../../chain/evm_chain.js';
import { encodeHeaderJson } from '../../codec/ethereum/header_json.js';
import { stateFileJson } from '../../config/genesis_forms/state_file_bytes.js';
import { stateFilePath } from '../../config/state_files.js';
import { HalleyError } from '../../kernel/errors.js';
import { keccak256 } from '../../kernel/hash.js';
import { to0x } from '../../kernel/hex.js';
import { isRecord } from '../../settings/reader.js';
import type { StoredHistory } from '../history/stored_history.js';

/** Dependencies: the blocks of a chain. */
export interface BlocksOfChain {
  readonly blocks: EvmChain;
  readonly earlier: StoredHistory | undefined;
}

/**
 * Rejects with HalleyError `conflict` when the file exists and its newest block is not one of the chain, or when it
 * cannot be read. Its content would be lost when the chain writes it.
 */
export async function mustBeOfChain(path: string, chain: BlocksOfChain): Promise<void> {
  const file = stateFilePath(path);
  const bytes = await bytesOf(file);
  if (bytes === undefined || (await isOfChain(bytes, chain))) return;
  throw new HalleyError(
    'conflict',
    `the state file ${file} is not of the chain in the home folder, which would overwrite it: ` +
      'give another file, or use --dump-state instead of --state to overwrite it',
    { file },
  );
}

/** Returns the content, or undefined for a file that does not exist. */
async function bytesOf(file: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw new HalleyError(
      'conflict',
      `the state file ${file} cannot be read (${message}), and the chain in the home folder would overwrite it: ` +
        'give another file, or --dump-state in place of --state to overwrite it',
      { file },
    );
  }
}

async function isOfChain(bytes: Uint8Array, { blocks, earlier }: BlocksOfChain): Promise<boolean> {
  const json = await stateFileJson(bytes, (problem) => new HalleyError('conflict', problem)).catch(() => undefined);
  const newest = newestBlock(isRecord(json) ? json['blocks'] : undefined);
  if (newest === undefined) return false;
  const { number, hash } = newest;
  const isEarlier = earlier !== undefined && number <= earlier.facts.last;
  const block = isEarlier ? undefined : blocks.block(BigInt(number));
  return hash === (isEarlier ? earlier.block(number)?.hash : block && to0x(block.hash));
}

function newestBlock(blocks: unknown): { readonly number: number; readonly hash: string } | undefined {
  let newest: { readonly number: number; readonly hash: string } | undefined;
  for (const block of Array.isArray(blocks) ? blocks : []) {
    const header = isRecord(block) && isRecord(block['header']) ? block['header'] : undefined;
    const number = Number(header?.['number']);
    if (header === undefined || !Number.isSafeInteger(number) || number < (newest?.number ?? 0)) continue;
    const named: unknown = block.hash;
    newest = { number, hash: typeof named === 'string' ? named : to0x(keccak256(encodeHeaderJson(header))) };
  }
  return newest;
}
