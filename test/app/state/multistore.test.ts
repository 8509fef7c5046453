import { ics23, tendermintSpec, verifyMembership } from '@confio/ics23';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Multistore, type MultistoreName } from '../../../src/app/state/multistore.js';
import { STORE_NAMES } from '../../../src/app/state/types.js';
import { encodeExistenceProof } from '../../../src/codec/merkle/ics23.js';
import { simpleMapRoot } from '../../../src/codec/merkle/simple_map.js';
import { toHex } from '../../../src/kernel/hex.js';
import { utf8 } from '../../../src/kernel/text.js';

const NAMES: readonly MultistoreName[] = [...STORE_NAMES, 'evm'];
const aRoot = fc.uint8Array({ minLength: 32, maxLength: 32 });
const someRoots = fc.dictionary(fc.constantFrom(...NAMES), aRoot);
const allRoots = fc.tuple(...NAMES.map(() => aRoot));

describe('the multistore', () => {
  it('has the root of the simple Merkle map over all roots, whichever of them change', () => {
    fc.assert(
      fc.property(allRoots, fc.array(someRoots, { maxLength: 6 }), (first, updates) => {
        const model = new Map<MultistoreName, Uint8Array>(NAMES.map((name, i) => [name, first[i] as Uint8Array]));
        let store = Multistore.of(model);
        for (const update of [{}, ...updates]) {
          const changed = new Map(Object.entries(update) as [MultistoreName, Uint8Array][]);
          for (const [name, root] of changed) model.set(name, root);
          store = store.with(changed);
          const entries = [...model].map(([name, value]) => ({ key: utf8(name), value }));
          expect(toHex(store.appHash)).toBe(toHex(simpleMapRoot(entries)));
        }
      }),
    );
  });

  it("proves each root against ICS-23's specification of the simple tree", () => {
    fc.assert(
      fc.property(allRoots, (roots) => {
        const store = Multistore.of(new Map(NAMES.map((name, i) => [name, roots[i] as Uint8Array])));
        for (const [i, name] of NAMES.entries()) {
          const proof = ics23.CommitmentProof.decode(encodeExistenceProof(store.prove(name)));
          const root = roots[i] as Uint8Array;
          expect(verifyMembership(proof, tendermintSpec, store.appHash, utf8(name), root)).toBe(true);
        }
      }),
      { numRuns: 20 },
    );
  });
});
