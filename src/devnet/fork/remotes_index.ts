/**
 * Remembers which block a node returned for a number, so that a fork of that block can begin while the node is
 * unreachable. A URL is represented by its host and by four bytes of a hash, which reveal nothing about the rest.
 */
import { parseEndpoint } from '../../client/endpoint.js';
import { sha256 } from '../../kernel/hash.js';
import { to0x, toHex } from '../../kernel/hex.js';
import { utf8 } from '../../kernel/text.js';
import { EVM_RPC_PORT } from '../../settings/default_ports.js';
import { isRecord } from '../../settings/reader.js';
import { type ForkPoint, pointJson, pointOf } from './fork_point.js';
import type { RecordFile } from './record_file.js';

const DIGEST_BYTES = 4;

const keyOf = (url: string, number: bigint): string => {
  const { label, http } = parseEndpoint(url, EVM_RPC_PORT);
  return `${label} ${toHex(sha256(utf8(http)).subarray(0, DIGEST_BYTES))} ${number} `;
};

/** Records the block of a node, unless it is there already. */
export function rememberPoint(file: RecordFile, url: string, point: ForkPoint): void {
  const known = rememberedPoint(file, url, point.number);
  if (known !== undefined && known.chainId === point.chainId && to0x(known.hash) === to0x(point.hash)) return;
  file.append([`${keyOf(url, point.number)}${point.chainId} ${JSON.stringify(pointJson(point))}`]);
}

/** Returns the block that a node last returned for a number. */
export function rememberedPoint(file: RecordFile, url: string, number: bigint): ForkPoint | undefined {
  const key = keyOf(url, number);
  const text = file
    .records()
    .findLast((one) => one.text.startsWith(key))
    ?.text.slice(key.length);
  const [, chainId, json] = /^(\d+) (.*)$/.exec(text ?? '') ?? [];
  if (chainId === undefined || json === undefined) return undefined;
  const block: unknown = JSON.parse(json);
  return isRecord(block) ? pointOf(BigInt(chainId), block, 'the cache') : undefined;
}
