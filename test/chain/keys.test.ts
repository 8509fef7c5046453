/** Tests the store keys of a chain in a home folder: every later version must find what an earlier one wrote. */
import { expect, it } from 'vitest';
import * as keys from '../../src/chain/block_store/keys.js';
import type { Bytes } from '../../src/kernel/bytes.js';
import { toHex } from '../../src/kernel/hex.js';

/** Prints the two letters of a key, then hex. */
const shown = (key: Bytes): string => `${String.fromCharCode(...key.subarray(0, 2))} ${toHex(key.subarray(2))}`;

it('never change', () => {
  const height = 0x0102n;
  const hash = Uint8Array.of(0xab, 0xcd);
  const ofHeight = [keys.blockKey, keys.resultsKey, keys.validatorsKey, keys.paramsKey, keys.evmRecordKey];
  expect(ofHeight.map((key) => shown(key(height)))).toEqual(
    ['Lb', 'Lr', 'Lv', 'Lp', 'Le'].map((kind) => `${kind} 0000000000000102`),
  );
  const ofHash = [keys.blockHashKey, keys.txKey, keys.ethereumTxKey, keys.pendingTxKey, keys.pendingEvidenceKey];
  expect(ofHash.map((key) => shown(key(hash)))).toEqual(['Lh', 'Lt', 'Lx', 'Lm', 'Ld'].map((kind) => `${kind} abcd`));
  expect(
    [keys.STATE_KEY, keys.SEEN_COMMIT_KEY, keys.IDENTITY_KEY, keys.NETWORK_KEY].map((key) =>
      String.fromCharCode(...key),
    ),
  ).toEqual(['Lsstate', 'LsseenCommit', 'Lsidentity', 'Lsnetwork']);
  expect([keys.PENDING_TXS, keys.PENDING_EVIDENCE].flatMap(({ gte, lt }) => [shown(gte), shown(lt)])).toEqual([
    'Lm ',
    'Ln ',
    'Ld ',
    'Le ',
  ]);
});
